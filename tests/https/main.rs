//! Whose word counts for a server's name: for servers of MCP, and for pages.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig as TlsConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;
use toolc::builtin::{self, Web, Workspace};
use toolc::executor::{Executor, ToolCall};
use toolc::mcp::{Address, Client, Guard, Server, ServerConfig};
use toolc::tool::{Context, DynamicToolset, Spec, Toolset};

const TEST: &str = "only_who_is_trusted_vouches_for_a_server";
/// The ports of the servers, in the process that is their client.
const PORTS: &str = "TOOLC_TEST_PORTS";
/// Where that process writes what it saw.
const SEEN: &str = "TOOLC_TEST_SEEN";

type Authority = CertifiedIssuer<'static, KeyPair>;

#[tokio::test]
async fn only_who_is_trusted_vouches_for_a_server() {
    if let (Ok(ports), Ok(seen)) = (std::env::var(PORTS), std::env::var(SEEN)) {
        let (mcp, page) = ports.split_once(' ').unwrap();
        let lines = [over_mcp(mcp).await, as_a_page(page).await];
        std::fs::write(seen, lines.join("\n")).unwrap();
        return;
    }
    let behind = [one_tool().await, one_page().await];
    let ports = async |by, name| {
        let [mcp, page] = behind;
        [
            over_tls(mcp, by, name).await,
            over_tls(page, by, name).await,
        ]
    };
    let folder = tempfile::tempdir().unwrap();
    let (ours, theirs) = (authority(), authority());
    let trusted = folder.path().join("ours.pem");
    std::fs::write(&trusted, ours.pem()).unwrap();

    let seen = seen_by_a_client(ports(&ours, "localhost").await, Some(&trusted)).await;
    assert_eq!(seen, ["1 tool", "Served over TLS."]);

    let nowhere = folder.path().join("nowhere.pem");
    let refusals = [
        ("nobody knows it", &ours, "localhost", None),
        ("another's", &theirs, "localhost", Some(&trusted)),
        ("for another name", &ours, "elsewhere.test", Some(&trusted)),
        ("nobody is trusted", &ours, "localhost", Some(&nowhere)),
    ];
    for (why, by, name, trusting) in refusals {
        let seen = seen_by_a_client(ports(by, name).await, trusting.map(|it| &**it)).await;
        assert_eq!(seen.len(), 2, "{why}: {seen:?}");
        for refused in seen {
            assert!(refused.contains("certificate"), "{why}: {refused}");
        }
    }
}

fn authority() -> Authority {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    Authority::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// A server that speaks MCP, and has one tool.
async fn one_tool() -> SocketAddr {
    let specs = [Spec::dynamic("one", "One.", r#"{"type": "object"}"#)];
    let tools = DynamicToolset::new("some", specs, |call| async move { Ok(call.tool.into()) });
    let executor = Executor::builder().tools(tools).build().unwrap();
    let server = Server::builder(executor).build();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { server.http(listener, Guard::Loopback).await });
    address
}

/// A server of one page.
async fn one_page() -> SocketAddr {
    const PAGE: &[u8] =
        b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nServed over TLS.";
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = [0; 4096];
            let _ = stream.read(&mut request).await;
            let _ = stream.write_all(PAGE).await;
        }
    });
    address
}

/// The port at which a server is reached over TLS, by a name for which this authority vouches.
async fn over_tls(behind: SocketAddr, by: &Authority, name: &str) -> u16 {
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new([name.to_owned()]).unwrap();
    let certificate = params.signed_by(&key, by).unwrap().der().clone();
    let key = PrivatePkcs8KeyDer::from(key.serialize_der()).into();
    let tls = TlsConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(tls));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                // A client that does not trust the certificate hangs up.
                let mut near = acceptor.accept(stream).await?;
                let mut far = TcpStream::connect(behind).await?;
                copy_bidirectional(&mut near, &mut far).await
            });
        }
    });
    port
}

/// What a process that trusts this file's authorities, or the system's, sees of two servers.
async fn seen_by_a_client(ports: [u16; 2], trusting: Option<&Path>) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let seen = folder.path().join("seen");
    let mut client = Command::new(std::env::current_exe().unwrap());
    client.args(["--exact", TEST]).env(SEEN, &seen);
    client.env(PORTS, ports.map(|port| port.to_string()).join(" "));
    client
        .env_remove("SSL_CERT_FILE")
        .env_remove("SSL_CERT_DIR");
    if let Some(file) = trusting {
        client.env("SSL_CERT_FILE", file);
    }
    let output = tokio::task::spawn_blocking(move || client.output());
    let output = output.await.unwrap().unwrap();
    assert!(output.status.success(), "{output:?}");
    let seen = std::fs::read_to_string(seen).unwrap();
    seen.lines().map(str::to_owned).collect()
}

async fn over_mcp(port: &str) -> String {
    let address = Address {
        url: format!("https://localhost:{port}/mcp"),
        headers: BTreeMap::new(),
    };
    match Client::start(ServerConfig::new("far", address).unwrap()).await {
        Ok(client) => format!("{} tool", client.toolset().await.unwrap().len()),
        Err(error) => error.to_string(),
    }
}

async fn as_a_page(port: &str) -> String {
    let web = Web::new().allow_host(format!("localhost:{port}"));
    let workspace = Workspace::new(builtin::fs::Memory::new()).with_web(web);
    let executor = Executor::builder().tools(builtin::toolset(workspace));
    let call = ToolCall::new(
        "WebFetch",
        json!({"url": format!("https://localhost:{port}/")}),
    );
    let result = executor.build().unwrap().run(call, &Context::empty()).await;
    result.text().lines().last().unwrap().to_owned()
}
