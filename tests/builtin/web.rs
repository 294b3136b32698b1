//! Pages from a server of our own: what is shown of them, and where nobody is led.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::OnceLock;
use std::thread;

use serde_json::json;
use toolc::tool::Signal;

use crate::desk::{Desk, Place};

/// The address of a server that runs as long as this program.
pub(crate) fn server() -> &'static str {
    static SERVER: OnceLock<String> = OnceLock::new();
    SERVER.get_or_init(|| {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let own = address.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let own = own.clone();
                thread::spawn(move || answer(stream, &own));
            }
        });
        address
    })
}

/// A server that answers once, with this page; its address.
pub(crate) fn serve_once(kind: &str, body: Vec<u8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let kind = kind.to_owned();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a client");
        read_request(&stream);
        let _ = stream.write_all(&page(&kind, &body));
    });
    address
}

/// The first line of a request, with the others read.
fn read_request(stream: &TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let mut request = String::new();
    reader.read_line(&mut request).expect("a request");
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|len| len > 2) {
        line.clear();
    }
    request
}

fn page(kind: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

fn answer(mut stream: TcpStream, own: &str) {
    let request = read_request(&stream);
    let port = own.rsplit(':').next().expect("a port");
    let moved = |to: &str| {
        format!(
            "HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )
        .into_bytes()
    };
    let html = b"<html><head><title>T</title><script>alert(1)</script></head><body><h1>Title</h1><p>A <b>bold</b> <a href='/x'>link</a>.</p><ul><li>one<li>two</ul></body></html>";
    let answer = match request.split(' ').nth(1).unwrap_or_default() {
        "/page" => page("text/html; charset=utf-8", html),
        "/deep" => page("text/html", "<b>".repeat(100_000).as_bytes()),
        "/text" => page("text/plain", "plain é".as_bytes()),
        "/latin" => page("text/plain; charset=iso-8859-1", b"caf\xe9"),
        "/korean" => page("text/html", b"<!doctype html><META charset='EUC-KR'><p>\xb0\xa1\xb3\xaa</p>"),
        "/equivalent" => page("text/html", b"<meta name=x><meta http-equiv=Content-Type content=\"text/html; charset=euc-kr\">\xb0\xa1\xb3\xaa"),
        "/sixteen" => page("text/html", "<meta charset=utf-16>é".as_bytes()),
        "/long" => page("text/plain", "é".repeat(100).as_bytes()),
        "/image" => page("image/png", b"\x89PNG"),
        "/moved" => moved("/page"),
        "/away" => moved(&format!("http://localhost:{port}/page")),
        "/metadata" => moved("http://169.254.169.254/latest/meta-data/"),
        "/file" => moved("file:///etc/passwd"),
        "/loop" => moved("/loop"),
        "/silent" => {
            thread::sleep(std::time::Duration::from_secs(300));
            Vec::new()
        }
        _ => b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".to_vec(),
    };
    // A client that went away is its own business.
    let _ = stream.write_all(&answer);
}

#[tokio::test]
async fn nobody_is_led_where_pages_must_not_come_from() {
    let desk = Desk::new(Place::Memory);
    let port = server().rsplit(':').next().expect("a port");
    let blocked = [
        format!("http://localhost:{port}/page"),
        format!("http://127.0.0.2:{port}/page"),
        format!("http://[::1]:{port}/page"),
        format!("http://[::ffff:127.0.0.1]:{port}/page"),
        format!("http://2130706433:{port}/page"),
        format!("http://user:password@{}/page", server()),
        "http://10.0.0.1/".to_owned(),
        "http://192.168.1.1/".to_owned(),
        "http://169.254.169.254/latest/meta-data/".to_owned(),
        "http://100.64.0.1/".to_owned(),
        "http://0.0.0.0/".to_owned(),
        "http://[fd00::1]/".to_owned(),
        "http://[fe80::1]/".to_owned(),
        "http://[64:ff9b::7f00:1]/".to_owned(),
        format!("http://{}/away", server()),
        format!("http://{}/metadata", server()),
    ];
    for url in blocked {
        let text = desk.error("WebFetch", json!({"url": url})).await;
        assert_eq!(text, format!("URL blocked by security policy: {url}"));
    }
    for url in ["file:///etc/passwd", "ftp://example.org/", "/etc/passwd"] {
        let text = desk.error("WebFetch", json!({"url": url})).await;
        assert_eq!(text, format!("Only http/https URLs are allowed: {url}"));
    }
    for page in ["file", "loop"] {
        let url = format!("http://{}/{page}", server());
        let text = desk.error("WebFetch", json!({"url": url})).await;
        assert!(text.starts_with("Fetch failed: "), "{text}");
    }
}

#[tokio::test]
async fn a_page_of_absurd_depth_is_text() {
    let desk = Desk::new(Place::Memory);
    let url = format!("http://{}/deep", server());
    let text = desk.ok("WebFetch", json!({"url": url})).await;
    assert_eq!(text, format!("URL: {url}\nContent-Type: text/html\n\n"));
}

#[tokio::test]
async fn a_silent_server_is_left_when_the_call_is_interrupted() {
    let desk = Desk::new(Place::Memory);
    let signal = Signal::new();
    let cx = desk.context().signal(signal.clone()).build();
    let call = desk.call_in(
        &cx,
        "WebFetch",
        json!({"url": format!("http://{}/silent", server())}),
    );
    let trip = async {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        signal.trip("enough");
    };
    let (result, ()) = tokio::join!(call, trip);
    assert!(result.is_error());
    assert!(
        result.text().starts_with("WebFetch interrupted: enough"),
        "{}",
        result.text()
    );
}

#[tokio::test]
async fn a_page_is_got_once_and_more_of_it_is_there() {
    // It answers once: a second request fails.
    let address = serve_once("text/plain; charset=utf-8", "é".repeat(100).into_bytes());
    let web = toolc::builtin::Web::new().allow_host(&address);
    let desk = Desk::with(Place::Memory, |workspace, _| workspace.with_web(web));
    let url = format!("http://{address}/");
    let head = format!("URL: {url}\nContent-Type: text/plain\n");
    for chars in [10, 60, 20] {
        let text = desk
            .ok("WebFetch", json!({"url": url, "max_chars": chars}))
            .await;
        let content = "é".repeat(chars);
        assert_eq!(
            text,
            format!("{head}[Content truncated at {chars} characters]\n\n{content}")
        );
    }
    let text = desk.ok("WebFetch", json!({"url": url})).await;
    assert_eq!(text, format!("{head}\n{}", "é".repeat(100)));
    // Another way to show it is another page, and the server is gone.
    desk.error("WebFetch", json!({"url": url, "extract_mode": "text"}))
        .await;
}
