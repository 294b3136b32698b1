//! A request and its answer, as rmcp's worker asks for them.

use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use futures_core::Stream;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::request::Builder;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use rmcp::ErrorData;
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_client::{
    SseError, StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse,
};
use sse_stream::{Sse, SseStream};

use super::body::{Events, whole};
use super::{Http, told};

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
const SESSION: &str = "mcp-session-id";
const LAST_EVENT: &str = "last-event-id";

type Headers = HashMap<HeaderName, HeaderValue>;
type Failed = StreamableHttpError<Broken>;
type EventStream = Pin<Box<dyn Stream<Item = Result<Sse, SseError>> + Send>>;

/// What went wrong on the way.
#[derive(Debug)]
pub(in crate::mcp::client) enum Broken {
    /// No request can be made of this.
    Request(http::Error),
    /// Nobody answers.
    Unanswered(String),
    /// The answer broke off.
    Body(String),
    /// The answer is longer than any that is meant.
    TooLong,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(error) => write!(f, "{error}"),
            Self::Unanswered(error) | Self::Body(error) => f.write_str(error),
            Self::TooLong => f.write_str("the answer is too long"),
        }
    }
}

impl std::error::Error for Broken {}

impl StreamableHttpClient for Http {
    type Error = Broken;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<StreamableHttpPostResponse, Failed> {
        let request = request(Method::POST, &uri, session.as_deref(), token, headers)
            .header(CONTENT_TYPE, JSON)
            .header(ACCEPT, "application/json, text/event-stream");
        let body = serde_json::to_vec(&message)?;
        let answer = self.send(request, body).await?;
        let status = answer.status();
        if matches!(status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT) {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        if status == StatusCode::NOT_FOUND && session.is_some() {
            return Err(StreamableHttpError::SessionExpired);
        }
        if !status.is_success() {
            let in_session = session.is_some();
            return refused(&message, in_session, status, answer).await;
        }
        let session = text(answer.headers(), SESSION);
        let is_request = matches!(message, ClientJsonRpcMessage::Request(_));
        match kind(answer.headers()) {
            Some(kind) if is(&kind, EVENTS) => Ok(StreamableHttpPostResponse::Sse(
                events(answer.into_body()),
                session,
            )),
            Some(kind) if is(&kind, JSON) && is_request => {
                let body = whole(answer.into_body()).await;
                let message = serde_json::from_slice(&body.map_err(Failed::Client)?)?;
                Ok(StreamableHttpPostResponse::Json(message, session))
            }
            // Nothing was asked, so whatever this says is of no interest.
            _ if !is_request => Ok(StreamableHttpPostResponse::Accepted),
            kind => Err(StreamableHttpError::UnexpectedContentType(kind)),
        }
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<(), Failed> {
        let request = request(Method::DELETE, &uri, Some(&session), token, headers);
        match self.send(request, Vec::new()).await?.status() {
            StatusCode::METHOD_NOT_ALLOWED => {
                Err(StreamableHttpError::ServerDoesNotSupportDeleteSession)
            }
            status if status.is_success() => Ok(()),
            status => Err(unexpected(status, "")),
        }
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last_event: Option<String>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<EventStream, Failed> {
        let mut request =
            request(Method::GET, &uri, session.as_deref(), token, headers).header(ACCEPT, EVENTS);
        if let Some(last_event) = last_event {
            request = request.header(LAST_EVENT, last_event);
        }
        let answer = self.send(request, Vec::new()).await?;
        match (answer.status(), kind(answer.headers())) {
            (StatusCode::METHOD_NOT_ALLOWED, _) => {
                Err(StreamableHttpError::ServerDoesNotSupportSse)
            }
            (StatusCode::NOT_FOUND, _) if session.is_some() => {
                Err(StreamableHttpError::SessionExpired)
            }
            (status, _) if !status.is_success() => Err(unexpected(status, "")),
            (_, Some(kind)) if is(&kind, EVENTS) => Ok(events(answer.into_body())),
            (_, kind) => Err(StreamableHttpError::UnexpectedContentType(kind)),
        }
    }
}

impl Http {
    async fn send(&self, request: Builder, body: Vec<u8>) -> Result<Response<Incoming>, Failed> {
        let request: Request<_> = request
            .body(Full::new(Bytes::from(body)))
            .map_err(|error| Failed::Client(Broken::Request(error)))?;
        let answer = self.client.request(request).await;
        answer.map_err(|error| Failed::Client(Broken::Unanswered(told(&error))))
    }
}

fn request(
    method: Method,
    uri: &str,
    session: Option<&str>,
    token: Option<String>,
    headers: Headers,
) -> Builder {
    let mut request = Request::builder().method(method).uri(uri);
    for (name, value) in headers {
        request = request.header(name, value);
    }
    if let Some(token) = token {
        request = request.header(AUTHORIZATION, format!("Bearer {token}"));
    }
    if let Some(session) = session {
        request = request.header(SESSION, session);
    }
    request
}

/// An answer that is no success. A server that does not know the newest revision may refuse its first question in any way it
/// likes, which then is not a failure but how it says so.
async fn refused(
    asked: &ClientJsonRpcMessage,
    in_session: bool,
    status: StatusCode,
    answer: Response<Incoming>,
) -> Result<StreamableHttpPostResponse, Failed> {
    let session = text(answer.headers(), SESSION);
    let body = whole(answer.into_body()).await.unwrap_or_default();
    let is_locked = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
    let said = match serde_json::from_slice(&body) {
        Ok(ServerJsonRpcMessage::Error(error)) if !is_locked => Some(error),
        _ => None,
    };
    if let ClientJsonRpcMessage::Request(request) = asked
        && matches!(request.request, ClientRequest::DiscoverRequest(_))
        && status.is_client_error()
        && !in_session
        && !is_locked
    {
        let error = match said {
            Some(said) => said.error,
            None => ErrorData::invalid_request(status.to_string(), None),
        };
        let error = ServerJsonRpcMessage::error(error, Some(request.id.clone()));
        return Ok(StreamableHttpPostResponse::Json(error, None));
    }
    match said {
        Some(said) => Ok(StreamableHttpPostResponse::Json(
            ServerJsonRpcMessage::Error(said),
            session,
        )),
        None => Err(unexpected(status, &String::from_utf8_lossy(&body))),
    }
}

/// A status that nothing is made of, with the beginning of what came with it.
fn unexpected(status: StatusCode, body: &str) -> Failed {
    const ENOUGH: usize = 200;
    let body: String = body.trim().chars().take(ENOUGH).collect();
    let sentence = match body.is_empty() {
        true => format!("HTTP {status}"),
        false => format!("HTTP {status}: {body}"),
    };
    StreamableHttpError::UnexpectedServerResponse(sentence.into())
}

fn events(body: Incoming) -> EventStream {
    Box::pin(SseStream::new(Events::new(body)))
}

fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    Some(headers.get(name)?.to_str().ok()?.to_owned())
}

fn kind(headers: &HeaderMap) -> Option<String> {
    text(headers, CONTENT_TYPE.as_str())
}

/// Is it this media type, whatever its parameters?
fn is(kind: &str, media: &str) -> bool {
    let essence = kind.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case(media)
}
