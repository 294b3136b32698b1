//! Getting a page from the web without being sent anywhere else.
//!
//! Who asks for a page names a host, and whoever owns that name decides where it leads: also into the network that this
//! process stands in. Therefore every address that a name has is judged, at the moment of connecting and for every
//! redirect, and only those that were judged are connected to.

mod address;
mod declared;
mod extract;
mod kept;

use std::fmt;
use std::io::Read;
use std::sync::Arc;
use std::time::Duration;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, ResponseExt};

use crate::authorities;

pub(super) use extract::{markdown, text};
pub(super) use kept::{Kept, Shown};

/// How long a page may take, redirects included.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often a page may lead to another one.
const REDIRECTS: u32 = 5;

/// The largest page, in bytes.
const LARGEST: u64 = 5 * 1024 * 1024;

/// After how many bytes progress is told.
const PROGRESS: u64 = 64 * 1024;

/// The way to the web.
#[derive(Debug, Clone)]
pub struct Web {
    own: Vec<String>,
    /// What was got lately; clones have the same.
    pub(super) kept: Arc<Kept>,
}

/// A page as it came.
#[derive(Debug)]
pub(super) struct Page {
    /// Where it came from in the end.
    pub(super) url: String,
    /// Its type, without parameters, in lower case.
    pub(super) kind: String,
    /// Its text.
    pub(super) body: String,
    /// It is larger than what is here.
    pub(super) cut: bool,
}

/// Why there is no page.
#[derive(Debug)]
pub(super) enum NoPage {
    /// Not `http` or `https`.
    Scheme,
    /// It leads, or may lead, to where it must not.
    Blocked,
    /// It took too long.
    TimedOut,
    /// The call was asked to stop.
    Stopped,
    /// Anything else.
    Failed(String),
}

impl Web {
    /// The public web and nothing else.
    pub fn new() -> Self {
        Self {
            own: Vec::new(),
            kept: Arc::default(),
        }
    }

    /// Lets a host through wherever its name leads: `wiki.intern`, or with a port `localhost:8080`.
    #[must_use]
    pub fn allow_host(mut self, host: impl Into<String>) -> Self {
        self.own.push(host.into().to_ascii_lowercase());
        self
    }

    /// Gets a page. `stop` is asked while it comes, `told` hears how many bytes have.
    pub(super) fn get(
        &self,
        url: &str,
        stop: &dyn Fn() -> bool,
        told: &dyn Fn(u64),
    ) -> Result<Page, NoPage> {
        // Before it is parsed: what is no web address at all is told as that.
        let scheme = url.split_once("://").map_or("", |(scheme, _)| scheme);
        if !["http", "https"]
            .iter()
            .any(|it| scheme.eq_ignore_ascii_case(it))
        {
            return Err(NoPage::Scheme);
        }
        let uri: Uri = url
            .parse()
            .map_err(|e| NoPage::Failed(format!("'{url}' is no URL: {e}")))?;
        let config = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .max_redirects(REDIRECTS)
            .http_status_as_error(false)
            .user_agent(concat!("toolc/", env!("CARGO_PKG_VERSION")))
            // A proxy would look names up by itself, out of our sight.
            .proxy(None)
            .tls_config(TlsConfig::builder().root_certs(trusted()).build())
            .build();
        let guard = Guard {
            own: self.own.clone(),
            names: DefaultResolver::default(),
        };
        let agent = Agent::with_parts(config, DefaultConnector::default(), guard);
        let response = agent.get(uri).call()?;
        let status = response.status();
        if !status.is_success() {
            return Err(NoPage::Failed(format!("the server answered {status}.")));
        }
        let url = response.get_uri().to_string();
        let body = response.body();
        let kind = body
            .mime_type()
            .unwrap_or("text/plain")
            .to_ascii_lowercase();
        let said = body.charset().map(str::to_owned);
        if !is_text(&kind) {
            return Err(NoPage::Failed(format!("it is {kind}, which is no text.")));
        }

        let mut reader = response.into_body().into_reader().take(LARGEST + 1);
        let mut bytes = Vec::new();
        let mut buffer = [0; 16 * 1024];
        let mut told_of = 0;
        loop {
            if stop() {
                return Err(NoPage::Stopped);
            }
            match reader.read(&mut buffer) {
                Ok(0) => break,
                Ok(len) => bytes.extend_from_slice(&buffer[..len]),
                Err(e) => return Err(ureq::Error::from(e).into()),
            }
            if bytes.len() as u64 - told_of >= PROGRESS {
                told_of = bytes.len() as u64;
                told(told_of);
            }
        }
        let cut = bytes.len() as u64 > LARGEST;
        let encoding = match said {
            Some(label) => encoding_rs::Encoding::for_label(label.as_bytes()),
            None if is_html(&kind) => declared::encoding_of(&bytes),
            None => None,
        };
        let (body, _, _) = encoding.unwrap_or(encoding_rs::UTF_8).decode(&bytes);
        Ok(Page {
            url,
            kind,
            body: body.into_owned(),
            cut,
        })
    }
}

impl Default for Web {
    fn default() -> Self {
        Self::new()
    }
}

impl Page {
    /// Is it a page for browsers?
    pub(super) fn is_html(&self) -> bool {
        is_html(&self.kind)
    }
}

fn is_html(kind: &str) -> bool {
    matches!(kind, "text/html" | "application/xhtml+xml")
}

/// The system's authorities, else Mozilla's.
fn trusted() -> RootCerts {
    match authorities::of_the_system() {
        Some(certificates) => certificates
            .iter()
            .map(|it| Certificate::from_der(it))
            .into(),
        None => RootCerts::WebPki,
    }
}

impl From<ureq::Error> for NoPage {
    fn from(error: ureq::Error) -> Self {
        match &error {
            ureq::Error::Timeout(_) => Self::TimedOut,
            ureq::Error::Io(e) if e.get_ref().is_some_and(|e| e.is::<Blocked>()) => Self::Blocked,
            ureq::Error::Io(e) if e.kind() == std::io::ErrorKind::TimedOut => Self::TimedOut,
            _ => Self::Failed(error.to_string()),
        }
    }
}

/// Looks names up, and lets only addresses through that may be connected to.
struct Guard {
    own: Vec<String>,
    names: DefaultResolver,
}

impl Resolver for Guard {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let blocked = || ureq::Error::Io(std::io::Error::other(Blocked));
        let authority = uri.authority().ok_or_else(blocked)?;
        // A name and a password before the host are a way to make it look like another one.
        if authority.as_str().contains('@') {
            return Err(blocked());
        }
        let found = self.names.resolve(uri, config, timeout)?;
        let host = authority.host().to_ascii_lowercase();
        let with_port = authority.port_u16().map(|port| format!("{host}:{port}"));
        let own = |name: &String| *name == host || Some(name) == with_port.as_ref();
        // One address that is not public makes the name one that cannot be trusted.
        if self.own.iter().any(own) || found.iter().all(|it| address::is_public(it.ip())) {
            return Ok(found);
        }
        Err(blocked())
    }
}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guard")
            .field("own", &self.own)
            .finish_non_exhaustive()
    }
}

/// Travels through the HTTP client as the reason why it was not let on.
#[derive(Debug)]
struct Blocked;

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the address is not public")
    }
}

impl std::error::Error for Blocked {}

fn is_text(kind: &str) -> bool {
    kind.starts_with("text/")
        || kind.ends_with("+xml")
        || kind.ends_with("+json")
        || matches!(
            kind,
            "application/json"
                | "application/xml"
                | "application/javascript"
                | "application/yaml"
                | "application/toml"
        )
}
