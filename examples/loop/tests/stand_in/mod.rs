//! A server on this machine: it answers each request with the next reply of a script, and keeps what it was asked.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};

use serde_json::Value;

pub struct StandIn {
    base: String,
    served: JoinHandle<Vec<Value>>,
}

impl StandIn {
    /// It ends after the last reply.
    pub fn answering<const N: usize>(script: [Value; N]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let served = thread::spawn(move || {
            let serve = |reply: &Value| {
                let (stream, _) = listener.accept().expect("a request");
                answer(stream, reply)
            };
            script.iter().map(serve).collect()
        });
        Self { base, served }
    }

    pub fn base(&self) -> &str {
        &self.base
    }

    /// The bodies of all requests, once the script is at its end.
    pub fn requests(self) -> Vec<Value> {
        self.served.join().expect("a server that ended well")
    }
}

/// One request on one connection.
fn answer(stream: TcpStream, reply: &Value) -> Value {
    let mut reader = BufReader::new(&stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line");
        let line = line.trim().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a body");
    let reply = reply.to_string();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
    let length = reply.len();
    write!(&stream, "{head}\r\ncontent-length: {length}\r\n\r\n{reply}").expect("a client");
    serde_json::from_slice(&body).expect("JSON")
}
