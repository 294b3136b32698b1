//! `toolc import --mcp`: a server is asked for its tools, and its process is our own program.

use std::process::{Command, Output, Stdio};

const TOOLC: &str = env!("CARGO_BIN_EXE_toolc");

fn toolc(arguments: &[&str]) -> Output {
    Command::new(TOOLC)
        .args(arguments)
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn what_a_server_lists_is_declared_as_if_it_had_been_exported_to_a_file() {
    let asked = toolc(&["import", "--mcp", &format!("'{TOOLC}' serve")]);
    assert!(asked.status.success(), "{}", text(&asked.stderr));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("published.json");
    let exported = toolc(&["export", "--for", "mcp"]);
    std::fs::write(&file, exported.stdout).unwrap();
    let read = toolc(&["import", file.to_str().unwrap()]);
    assert_eq!(text(&asked.stdout), text(&read.stdout));
    assert!(text(&asked.stdout).contains("[tools.Grep]"));
}

#[test]
fn a_command_is_words_and_no_shell() {
    let command = format!("\"{TOOLC}\" serve --allow 'Bash(git log:*)' --allow Read");
    let asked = toolc(&["import", "--mcp", &command]);
    assert!(asked.status.success(), "{}", text(&asked.stderr));
    let toml = text(&asked.stdout);
    let tools = toml.lines().filter(|line| {
        line.starts_with("[tools.") && line.matches('.').count() == 1 && line.ends_with(']')
    });
    assert_eq!(tools.collect::<Vec<_>>(), ["[tools.Read]", "[tools.Bash]"]);
}

#[test]
fn a_server_that_is_not_there_dies_or_is_silent_is_said_in_one_sentence() {
    for (command, sentence) in [
        (
            "/nowhere/to-be-found --stdio",
            "MCP server '/nowhere/to-be-found --stdio' does not start: ",
        ),
        ("true", "MCP server 'true' ended before it greeted back\n"),
        (
            "sleep 60",
            "MCP server 'sleep 60' did not answer within 300 ms\n",
        ),
    ] {
        let asked = toolc(&["import", "--timeout", "300", "--mcp", command]);
        assert_eq!(asked.status.code(), Some(2), "{command}");
        assert_eq!(text(&asked.stdout), "");
        let said = text(&asked.stderr);
        let said = said.strip_prefix("error: ").unwrap_or(said);
        assert!(said.starts_with(sentence), "{said}");
        assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    }
}

#[test]
fn what_cannot_be_meant_is_a_usage_error() {
    for arguments in [
        &["import"][..],
        &["import", "--mcp", "a 'b"],
        &["import", "--mcp", " "],
        &["import", "--mcp", "server", "file.json"],
        &["import", "--mcp", "server", "--from", "openai"],
        &["import", "--timeout", "5", "file.json"],
    ] {
        assert_eq!(toolc(arguments).status.code(), Some(2), "{arguments:?}");
    }
}
