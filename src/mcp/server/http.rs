//! The way in over streamable HTTP, at `/mcp`.
//!
//! A web page must not reach a server on its reader's machine, so requests from foreign origins and for foreign host names
//! are refused; and who listens beyond the machine itself needs a token. There is no TLS here: that is a proxy's work.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use http::header::WWW_AUTHENTICATE;
use http::{HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::handler::Handler;
use super::session::Session;
use super::token::Tokens;
use super::{ServeError, Server};

/// Who is let in over HTTP.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Guard {
    /// Everybody on this machine, and nobody else: the listener has to be on a loopback address.
    Loopback,
    /// Who brings one of these tokens.
    Tokens(Tokens),
}

impl Guard {
    /// May a listener be at this address?
    ///
    /// # Errors
    ///
    /// Other machines could connect, and no token would be asked for.
    pub fn admits(&self, address: SocketAddr) -> Result<(), ServeError> {
        match self {
            Self::Loopback if !address.ip().is_loopback() => Err(ServeError::Unguarded(address)),
            _ => Ok(()),
        }
    }
}

type Answer = Response<BoxBody<Bytes, Infallible>>;
type Service = StreamableHttpService<Handler, LocalSessionManager>;

/// Where the protocol is spoken.
const PATH: &str = "/mcp";

impl Server {
    /// Serves clients over streamable HTTP, at `/mcp`, until the context's signal trips.
    ///
    /// A session of the protocol is a session here. The newest revision has none: its requests share what their token
    /// shares, and without tokens what the machine shares.
    ///
    /// # Errors
    ///
    /// The listener is open to other machines and there is no token, or its address is gone.
    pub async fn http(&self, listener: TcpListener, guard: Guard) -> Result<(), ServeError> {
        let address = listener.local_addr().map_err(ServeError::Listen)?;
        guard.admits(address)?;
        let stop = CancellationToken::new();
        let door = Arc::new(Door::new(self, guard, address, &stop));
        let graceful = GracefulShutdown::new();
        let signal = self.shared.cx.signal().clone();
        loop {
            let stream = tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) => stream,
                    Err(error) => {
                        // Such as too many open files: it passes, or it is logged for ever, and slowly.
                        tracing::warn!(%error, "a connection could not be taken");
                        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
                        continue;
                    }
                },
                () = signal.tripped() => break,
            };
            let door = door.clone();
            let service = service_fn(move |request| {
                let door = door.clone();
                async move { Ok::<_, Infallible>(door.answer(request).await) }
            });
            let server = auto::Builder::new(TokioExecutor::new());
            let connection = server.serve_connection(TokioIo::new(stream), service);
            let connection = graceful.watch(connection.into_owned());
            tokio::spawn(async move {
                if let Err(error) = connection.await {
                    tracing::debug!(%error, "a connection broke");
                }
            });
        }
        stop.cancel();
        graceful.shutdown().await;
        Ok(())
    }
}

/// Decides who comes in, and to which service. Each token has one of its own, so that no client can name another's
/// session.
struct Door {
    guard: Guard,
    services: Vec<Service>,
}

impl Door {
    fn new(server: &Server, guard: Guard, address: SocketAddr, stop: &CancellationToken) -> Self {
        let clients = match &guard {
            Guard::Loopback => 1,
            Guard::Tokens(tokens) => tokens.len(),
        };
        let config = config(address).with_cancellation_token(stop.clone());
        let services = (0..clients)
            .map(|_| service(server, config.clone()))
            .collect();
        Self { guard, services }
    }

    async fn answer(&self, request: Request<Incoming>) -> Answer {
        let client = match &self.guard {
            Guard::Loopback => Some(0),
            Guard::Tokens(tokens) => tokens.of(request.headers()),
        };
        let Some(service) = client.and_then(|client| self.services.get(client)) else {
            let mut refused = plain(StatusCode::UNAUTHORIZED, "A bearer token is needed.\n");
            let scheme = HeaderValue::from_static("Bearer");
            refused.headers_mut().insert(WWW_AUTHENTICATE, scheme);
            return refused;
        };
        if request.uri().path() != PATH {
            return plain(StatusCode::NOT_FOUND, "MCP is spoken at /mcp.\n");
        }
        let ends_session = request.method() == Method::DELETE;
        let mut answer = service.handle(request).await;
        if ends_session && answer.status() == StatusCode::ACCEPTED {
            // The session has ended by now, and clients take "accepted" for a failure to end it.
            *answer.status_mut() = StatusCode::NO_CONTENT;
        }
        answer
    }
}

fn service(server: &Server, config: StreamableHttpServerConfig) -> Service {
    let shared = server.shared.clone();
    let without_session = Arc::new(Session::begin(&shared));
    let handler = move || {
        let own = Arc::new(Session::begin(&shared));
        Ok(Handler::over_http(
            shared.clone(),
            own,
            without_session.clone(),
        ))
    };
    StreamableHttpService::new(handler, Arc::default(), config)
}

/// On a loopback address only its names are answered to. Elsewhere names are unknown here, and every request has to bring
/// a token, which no web page has.
fn config(address: SocketAddr) -> StreamableHttpServerConfig {
    let config = StreamableHttpServerConfig::default().with_allowed_origins([
        "http://localhost:*",
        "http://127.0.0.1:*",
        "http://[::1]:*",
    ]);
    match address.ip().is_loopback() {
        true => config,
        false => config.disable_allowed_hosts(),
    }
}

fn plain(status: StatusCode, text: &'static str) -> Answer {
    let mut answer = Response::new(Full::new(Bytes::from_static(text.as_bytes())).boxed());
    *answer.status_mut() = status;
    answer
}
