//! The way out over streamable HTTP, with or without TLS.
//!
//! Which request goes out when, sessions, streams that are resumed and headers of the protocol are rmcp's business; this is the
//! HTTP client that it asks for. It is hyper's, which serves already, and not reqwest, which would bring another forty crates.

mod body;
mod exchange;

use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;

use http::{HeaderName, HeaderValue, Uri};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rustls::RootCertStore;

use super::reach::Address;
use super::{ConnectError, ServerConfig};
use crate::authorities;

/// Sends requests to one server; clones share its connections.
#[derive(Clone)]
pub(super) struct Http {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
}

/// A transport to the server at an address. Nothing is sent yet.
pub(super) fn transport(
    config: &ServerConfig,
    address: &Address,
) -> Result<StreamableHttpClientTransport<Http>, ConnectError> {
    let bad = |error: String| ConnectError::Address {
        server: config.name.clone(),
        error,
    };
    let uri: Uri = address
        .url
        .parse()
        .map_err(|error| bad(format!("`{}`: {error}", address.url)))?;
    if uri.host().is_none() {
        return Err(bad(format!("`{}` names no host", address.url)));
    }
    let mut headers = HashMap::new();
    for (name, value) in &address.headers {
        let header = HeaderName::try_from(name)
            .map_err(|_| bad(format!("`{name}` is no name of a header")))?;
        let mut value = HeaderValue::try_from(value)
            .map_err(|_| bad(format!("header `{name}` holds what no header can hold")))?;
        value.set_sensitive(true);
        headers.insert(header, value);
    }
    let client = Http::new().map_err(|error| bad(error.to_string()))?;
    let settings =
        StreamableHttpClientTransportConfig::with_uri(&*address.url).custom_headers(headers);
    Ok(StreamableHttpClientTransport::with_client(client, settings))
}

impl Http {
    fn new() -> Result<Self, rustls::Error> {
        // Not whichever is the process's default: that panics where a program has two.
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(trusted())
            .with_no_client_auth();
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(tls)
            .https_or_http()
            .enable_http1()
            .build();
        Ok(Self {
            client: Client::builder(TokioExecutor::new()).build(connector),
        })
    }
}

/// The system's authorities, else Mozilla's.
fn trusted() -> RootCertStore {
    let Some(certificates) = authorities::of_the_system() else {
        return RootCertStore {
            roots: webpki_roots::TLS_SERVER_ROOTS.into(),
        };
    };
    let mut trusted = RootCertStore::empty();
    // A system's store may hold some that rustls cannot read; the others count.
    trusted.add_parsable_certificates(certificates.iter().map(|it| it.as_slice().into()));
    trusted
}

/// An error with what it came from, since the outermost says little.
fn told(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let more = error.to_string();
        if !text.ends_with(&more) {
            text = format!("{text}: {more}");
        }
        source = error.source();
    }
    text
}
