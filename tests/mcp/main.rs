//! The Model Context Protocol: our server for raw JSON lines of every revision, our client for servers that misbehave, and
//! both for each other, over pipes in memory, over HTTP and over the program's own standard input and output.
#![allow(missing_docs, reason = "a test")]

mod client;
mod config;
mod gone;
mod http;
mod import;
mod lines;
mod pair;
mod program;
mod server;
mod tools;
