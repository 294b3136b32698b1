//! The configuration of servers that several clients share.

use std::time::Duration;

use toolc::mcp::{Address, Reach, ServerConfig, parse_config_with};

fn parse(text: &str) -> Result<Vec<ServerConfig>, String> {
    let variables = |name: &str| match name {
        "TOKEN" => Some("s3cret".to_owned()),
        "EMPTY" => Some(String::new()),
        _ => None,
    };
    parse_config_with(text, variables).map_err(|error| error.to_string())
}

fn launch(server: &ServerConfig) -> &toolc::mcp::Launch {
    match &server.reach {
        Reach::Process(launch) => launch,
        other => panic!("{other:?}"),
    }
}

fn address(server: &ServerConfig) -> &Address {
    match &server.reach {
        Reach::Address(address) => address,
        other => panic!("{other:?}"),
    }
}

#[test]
fn servers_come_in_the_order_of_the_file() {
    let text = r#"{"mcpServers": {
        "z": {"command": "npx", "args": ["-y", "it"], "env": {"A": "1"}, "timeoutMs": 5, "disabled": false},
        "a": {"type": "stdio", "command": "it", "trustAnnotations": true},
        "m": {"type": "http", "url": "http://127.0.0.1:1/mcp"}
    }, "inputs": []}"#;
    let servers = parse(text).unwrap();
    assert_eq!(servers[0].name, "z");
    assert_eq!(launch(&servers[0]).arguments, ["-y", "it"]);
    assert_eq!(servers[0].timeout, Duration::from_millis(5));
    assert!(servers[1].trusts_annotations);
    assert_eq!(address(&servers[2]).url, "http://127.0.0.1:1/mcp");
}

#[test]
fn the_form_that_vs_code_has_is_read_too() {
    let text = r#"{"servers": {"a": {"type": "stdio", "command": "${env:TOKEN}"}}}"#;
    assert_eq!(launch(&parse(text).unwrap()[0]).command, "s3cret");
}

#[test]
fn variables_are_expanded_everywhere_and_what_stands_for_them_counts_only_where_they_are_not_set() {
    let text = r#"{"mcpServers": {
        "process": {"command": "${BIN:-server}", "args": ["--key=${TOKEN}", "$TOKEN", "${TOKEN:-other}", "${EMPTY}", "${open"],
            "env": {"KEY": "a${TOKEN}b${TOKEN}"}, "cwd": "/srv/${WHERE:-}x"},
        "address": {"url": "https://${HOST:-example.com}/mcp", "headers": {"Authorization": "Bearer ${TOKEN}"}}
    }}"#;
    let servers = parse(text).unwrap();
    let process = launch(&servers[0]);
    assert_eq!(process.command, "server");
    assert_eq!(
        process.arguments,
        ["--key=s3cret", "$TOKEN", "s3cret", "", "${open"]
    );
    assert_eq!(process.environment["KEY"], "as3cretbs3cret");
    assert_eq!(process.folder.as_deref(), Some("/srv/x".as_ref()));
    let address = address(&servers[1]);
    assert_eq!(address.url, "https://example.com/mcp");
    assert_eq!(address.headers["Authorization"], "Bearer s3cret");
    assert!(!format!("{address:?}").contains("s3cret"));
}

#[test]
fn every_mistake_has_a_sentence() {
    let server = |keys: &str| format!(r#"{{"mcpServers": {{"a": {{{keys}}}}}}}"#);
    let mistakes = [
        ("{".to_owned(), "it is not valid JSON"),
        ("{}".to_owned(), "there is no object `mcpServers` in it"),
        (
            r#"{"mcpServers": {"a": 1}}"#.to_owned(),
            "server `a` must be an object",
        ),
        (server(""), "server `a` has neither a `command` nor a `url`"),
        (
            server(r#""type": "http", "command": "x""#),
            "server `a` has no `url`",
        ),
        (
            server(r#""url": "http://x", "command": "x""#),
            "server `a` is either",
        ),
        (
            server(r#""type": "stdio", "url": "http://x""#),
            "server `a` is either",
        ),
        (
            server(r#""type": "sse", "url": "http://x""#),
            "server `a` is of type `sse`",
        ),
        (
            server(r#""type": "pipe", "url": "http://x""#),
            "`pipe` is no type of server `a`",
        ),
        (
            server(r#""url": "file:///x""#),
            "`file:///x` of server `a` must begin with http:// or https://",
        ),
        (
            server(r#""url": "http://x", "headers": {"Authorization": "Bearer ${NOBODY}"}"#),
            "variable `NOBODY` of server `a` is not set",
        ),
        (
            server(r#""command": "x", "args": ["${input:key}"]"#),
            "`${input:key}` of server `a` names no variable",
        ),
        (
            r#"{"mcpServers": {"a__b": {"command": "x"}}}"#.to_owned(),
            "`a__b` cannot name a server",
        ),
        (
            server(r#""command": "x", "args": "y""#),
            "`args` of server `a` must be a list of texts",
        ),
        (
            server(r#""command": 1"#),
            "`command` of server `a` must be text",
        ),
        (
            server(r#""command": "x", "timeoutMs": 0"#),
            "`timeoutMs` of server `a` must be a whole number above 0",
        ),
    ];
    for (text, sentence) in mistakes {
        let error = parse(&text).unwrap_err();
        assert!(error.starts_with(sentence), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn all_mistakes_of_all_servers_are_told_at_once() {
    let text = r#"{"mcpServers": {
        "a__b": {"command": "${ONE}", "args": ["${TWO}", 3], "env": {"X": "${input:x}"}, "timeoutMs": "soon"},
        "fine": {"command": "it"},
        "c": {"url": "${ONE:-nowhere}", "headers": {"X": "${THREE}"}, "trustAnnotations": 1},
        "d": 4
    }}"#;
    let error = parse(text).unwrap_err();
    let beginnings: Vec<String> = error
        .lines()
        .map(|line| line.split(" of server").next().unwrap().to_owned())
        .collect();
    assert_eq!(
        beginnings,
        [
            "`args`",
            "`${input:x}`",
            "variable `ONE`",
            "`timeoutMs`",
            "`a__b` cannot name a server: use letters, digits, `-` and single `_` between them",
            "variable `THREE`",
            "`nowhere`",
            "`trustAnnotations`",
            "server `d` must be an object",
        ]
    );
}

#[test]
fn null_is_as_good_as_no_key() {
    let text = r#"{"mcpServers": {"a": {"command": "it", "url": null, "args": null, "env": null, "timeoutMs": null}}}"#;
    assert_eq!(launch(&parse(text).unwrap()[0]).command, "it");
}
