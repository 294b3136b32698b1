//! The way in over standard input and output: one client, one session, until it closes its end.

use std::convert::Infallible;
use std::sync::Arc;

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::stdio_pipes;
use tokio::io::{AsyncRead, AsyncWrite};

use super::handler::Handler;
use super::session::Session;
use super::{ServeError, Server};
use crate::executor::Executor;
use crate::tool::Context;

/// Serves an executor's tools over standard input and output until the client is gone.
///
/// Nothing else may write to standard output meanwhile.
///
/// # Errors
///
/// The client did not speak MCP, or its end broke.
pub async fn serve_stdio(executor: Executor, cx: &Context) -> Result<(), ServeError> {
    let server = Server::builder(executor).context(cx).build();
    server.stdio().await
}

impl Server {
    /// Serves one client over standard input and output until it is gone.
    ///
    /// # Errors
    ///
    /// The client did not speak MCP, or its end broke.
    pub async fn stdio(&self) -> Result<(), ServeError> {
        let (reader, writer) = stdio_pipes();
        self.connection(reader, writer).await
    }

    /// Serves one client, which writes JSON lines to `reader` and reads them from `writer`, until it is gone.
    ///
    /// # Errors
    ///
    /// The client did not speak MCP, or its end broke.
    pub async fn connection(
        &self,
        reader: impl AsyncRead + Send + Unpin + 'static,
        writer: impl AsyncWrite + Send + Unpin + 'static,
    ) -> Result<(), ServeError> {
        let session = Arc::new(Session::begin(&self.shared));
        let signal = session.cx.signal().clone();
        let handler = Handler::new(self.shared.clone(), session);
        let serving = match handler.serve((reader, writer)).await {
            Ok(serving) => serving,
            // It came and went.
            Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            // Its own sentence shows the message as Rust prints it.
            Err(ServerInitializeError::ExpectedInitializeRequest(_)) => {
                return Err(ServeError::NoGreeting);
            }
            Err(error) => return Err(ServeError::Start(Box::new(error))),
        };
        let stop = serving.cancellation_token();
        let interrupted = async {
            signal.tripped().await;
            stop.cancel();
            std::future::pending::<Infallible>().await
        };
        tokio::select! {
            ended = serving.waiting() => match ended {
                Ok(_) => Ok(()),
                Err(error) => Err(ServeError::Lost(error.to_string())),
            },
            never = interrupted => match never {},
        }
    }
}
