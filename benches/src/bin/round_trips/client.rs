//! A client that writes lines and reads lines, so that next to nothing of what is measured is its own.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A server in a process of its own, greeted.
pub(crate) struct Child {
    process: std::process::Child,
    pipes: RefCell<Pipes>,
}

struct Pipes {
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    asked: u64,
}

impl Child {
    /// This program again, as a server.
    pub(crate) fn greeted(who: &str, count: &str) -> Self {
        let program = std::env::current_exe().expect("this program is a file");
        let mut process = Command::new(program)
            .args([who, count])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("this program starts");
        let pipes = Pipes {
            to: process.stdin.take().expect("piped"),
            from: BufReader::with_capacity(1 << 20, process.stdout.take().expect("piped")),
            asked: 0,
        };
        let child = Self {
            process,
            pipes: RefCell::new(pipes),
        };
        let greeting = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}});
        child.ask("initialize", &greeting).expect("a greeting");
        let done = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";
        let mut pipes = child.pipes.borrow_mut();
        pipes.to.write_all(done.as_bytes()).expect("it listens");
        drop(pipes);
        child
    }

    /// One round trip: the line of the answer.
    pub(crate) fn ask(&self, method: &str, params: &Value) -> Result<String, String> {
        let mut pipes = self.pipes.borrow_mut();
        pipes.asked += 1;
        let id = pipes.asked;
        let request = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",\"params\":{params}}}\n"
        );
        let told = |error: std::io::Error| error.to_string();
        pipes.to.write_all(request.as_bytes()).map_err(told)?;
        let mut answer = String::new();
        match pipes.from.read_line(&mut answer).map_err(told)? {
            0 => Err("the server is gone".into()),
            _ => Ok(answer),
        }
    }

    fn result(&self, method: &str, params: &Value) -> Value {
        let answer = self.ask(method, params).expect("an answer");
        let mut answer: Value = serde_json::from_str(&answer).expect("JSON");
        answer["result"].take()
    }

    /// The tools by name, each with the names of its parameters. All of them stand on one page.
    pub(crate) fn tools(&self) -> BTreeMap<String, Vec<String>> {
        let list = self.result("tools/list", &json!({}));
        assert!(list["nextCursor"].is_null(), "one page");
        let tools = list["tools"].as_array().expect("a list").iter();
        let parameters = |tool: &Value| {
            let schema = tool["inputSchema"]["properties"].as_object();
            let mut names: Vec<_> = schema.expect("parameters").keys().cloned().collect();
            names.sort();
            names
        };
        tools
            .map(|tool| {
                (
                    tool["name"].as_str().expect("a name").to_owned(),
                    parameters(tool),
                )
            })
            .collect()
    }

    /// What a call answers.
    pub(crate) fn text_of(&self, call: &Value) -> String {
        let result = self.result("tools/call", call);
        result["content"][0]["text"]
            .as_str()
            .expect("text")
            .to_owned()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let _gone = self.process.kill();
        let _gone = self.process.wait();
    }
}
