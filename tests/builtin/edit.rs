//! What an edit leaves alone.

use proptest::prelude::*;
use serde_json::json;
use toolc::executor::ToolCall;

use crate::desk::{Desk, Place};
use crate::nobody;

/// Runs a call outside of any runtime.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(future)
}

/// Text of few different characters, so that old texts occur now and then more than once.
///
/// A lone carriage return does not stand beside line feeds here: with what is between them gone they would become one line
/// end, in the file and in any editor.
fn text() -> impl Strategy<Value = String> {
    let parts = |endings: &'static [&'static str]| {
        let part = prop_oneof![
            3 => proptest::sample::select(&["a", "b", " ", "é", "한", "😀"][..]),
            1 => proptest::sample::select(endings),
        ];
        proptest::collection::vec(part, 0..60).prop_map(|parts| parts.concat())
    };
    prop_oneof![parts(&["\n", "\r\n"]), parts(&["\r"])]
}

/// As a model sees it and counts lines in it.
fn folded(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// On any bytes: what is before the occurrence and after it is there afterwards, byte for byte.
    #[test]
    fn bytes_around_the_replaced_text_are_kept(
        before in proptest::collection::vec(any::<u8>(), 0..200),
        after in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        // Neither occurs in random bytes, nor grows together with them; no mark makes it UTF-16.
        let mut content = b"#".to_vec();
        content.extend(before.iter().map(|&b| if b == 0 { 1 } else { b }));
        let start = content.len();
        content.extend(b"<old-text-to-replace>");
        let end = content.len();
        content.extend(after.iter().map(|&b| if b == 0 { 1 } else { b }));
        let desk = Desk::new(Place::Memory);
        desk.put("f", &content);
        block_on(async {
            desk.ok("Read", json!({"file_path": "f"})).await;
            desk.ok("Edit", json!({"file_path": "f", "old_string": "<old-text-to-replace>", "new_string": "[new]"})).await;
        });
        let expected = [&content[..start], b"[new]", &content[end..]].concat();
        prop_assert_eq!(desk.bytes("f"), expected);
    }

    /// Against a second implementation on whole strings: the same verdict, and the same text but for line ends.
    #[test]
    fn an_edit_does_what_replacing_in_the_folded_text_does(
        content in text(),
        start in any::<prop::sample::Index>(),
        len in 1usize..6,
        new in text(),
        all in any::<bool>(),
    ) {
        let seen = folded(&content);
        let characters: Vec<char> = seen.chars().collect();
        let start = if characters.is_empty() { 0 } else { start.index(characters.len()) };
        let old: String = characters.iter().skip(start).take(len).collect();
        let desk = Desk::new(Place::Memory);
        desk.put("f", &content);
        let result = block_on(async {
            desk.call("Read", json!({"file_path": "f"})).await;
            let arguments = json!({"file_path": "f", "old_string": old, "new_string": new, "replace_all": all});
            desk.call("Edit", arguments).await
        });
        let after = String::from_utf8(desk.bytes("f")).expect("still UTF-8");
        let count = if old.is_empty() { 0 } else { seen.matches(&old).count() };
        let fits = old != folded(&new) && (count == 1 || count > 1 && all);
        prop_assert_eq!(result.is_success(), fits, "{}", result.text());
        if fits {
            prop_assert_eq!(folded(&after), seen.replace(&old, &folded(&new)));
        } else {
            prop_assert_eq!(after, content);
        }
    }

    /// What Read shows can be written back by Edit, whatever the encoding.
    #[test]
    fn a_line_that_was_read_can_be_replaced_and_read_again(
        lines in proptest::collection::vec("[a-zéß ]{1,12}", 1..8),
        which in any::<prop::sample::Index>(),
        encoding in prop_oneof![Just("UTF-8"), Just("ISO-8859-1"), Just("UTF-16")],
        ending in prop_oneof![Just("\n"), Just("\r\n"), Just("\r")],
        last in any::<bool>(),
    ) {
        let lines: Vec<String> = lines.iter().enumerate().map(|(i, line)| format!("{i}{line}")).collect();
        let which = which.index(lines.len());
        let mut content = lines.join(ending);
        if last {
            content.push_str(ending);
        }
        let encode = |text: &str| -> Vec<u8> {
            match encoding {
                "UTF-16" => std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect(),
                "ISO-8859-1" => text.chars().map(|c| u8::try_from(c).expect("Latin")).collect(),
                _ => text.as_bytes().to_vec(),
            }
        };
        let mut read = json!({"file_path": "f"});
        if encoding == "ISO-8859-1" {
            read["encoding"] = json!(encoding);
        }
        let desk = Desk::new(Place::Memory);
        desk.put("f", encode(&content));
        let (shown, again) = block_on(async {
            let shown = desk.ok("Read", read.clone()).await;
            let line = shown.lines().nth(which).and_then(|line| line.split_once('→')).expect("a line").1;
            desk.ok("Edit", json!({"file_path": "f", "old_string": line, "new_string": "Größe"})).await;
            (line.to_owned(), desk.ok("Read", read).await)
        });
        prop_assert_eq!(&shown, &lines[which]);
        prop_assert_eq!(desk.bytes("f"), encode(&content.replacen(lines[which].as_str(), "Größe", 1)));
        let expected = format!("{:>6}→Größe", which + 1);
        prop_assert_eq!(again.lines().nth(which), Some(expected.as_str()));
    }
}

#[tokio::test]
async fn a_file_that_changed_since_is_not_edited_until_it_is_read_again() {
    for place in crate::desk::PLACES {
        let desk = Desk::new(place);
        desk.put("f", "one\n");
        desk.ok("Read", json!({"file_path": "f"})).await;
        // The same size, and on a disk perhaps the same time.
        desk.put("f", "two\n");
        let edit = json!({"file_path": "f", "old_string": "o", "new_string": "0"});
        assert_eq!(
            desk.error("Edit", edit.clone()).await,
            "File changed since it was read; Read it again: f"
        );
        assert_eq!(
            desk.error("Write", json!({"file_path": "f", "content": ""}))
                .await,
            "File changed since it was read; Read it again: f"
        );
        desk.ok("Read", json!({"file_path": "./f"})).await;
        desk.ok("Edit", edit).await;
        assert_eq!(desk.bytes("f"), b"tw0\n");
    }
}

#[tokio::test]
async fn a_part_that_was_read_is_enough_until_the_file_changes() {
    for place in crate::desk::PLACES {
        let desk = Desk::new(place);
        desk.put("f", "one\ntwo\nthree\n");
        desk.ok("Read", json!({"file_path": "f", "limit": 1})).await;
        desk.ok(
            "Edit",
            json!({"file_path": "f", "old_string": "three", "new_string": "3"}),
        )
        .await;
        desk.ok("Read", json!({"file_path": "f", "offset": 2, "limit": 1}))
            .await;
        desk.put("f", "ONE\ntwo\n3\n4\n");
        let text = desk
            .error(
                "Edit",
                json!({"file_path": "f", "old_string": "3", "new_string": "4"}),
            )
            .await;
        assert_eq!(text, "File changed since it was read; Read it again: f");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn edits_at_the_same_time_are_all_made() {
    const EDITS: usize = 16;
    for place in crate::desk::PLACES {
        let desk = Desk::new(place);
        let lines: String = (0..EDITS).map(|n| format!("<{n}>\n")).collect();
        desk.put("f", &lines);
        desk.ok("Read", json!({"file_path": "f"})).await;
        // Not one batch, whose calls would wait for each other: as many as a client cares to send.
        let calls = (0..EDITS).map(|n| {
            let arguments =
                json!({"file_path": "f", "old_string": format!("<{n}>"), "new_string": "done"});
            let call = ToolCall::new("Edit", arguments);
            let (executor, cx) = (desk.executor().clone(), desk.context().build());
            tokio::spawn(async move { executor.run(call, &cx).await })
        });
        for call in calls.collect::<Vec<_>>() {
            let result = call.await.expect("no panic");
            assert!(result.is_success(), "{}", result.text());
        }
        assert_eq!(desk.bytes("f"), "done\n".repeat(EDITS).as_bytes());
    }
}

#[tokio::test]
async fn a_file_that_is_read_only_is_not_replaced() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    for place in [Place::Disk, Place::Rooted] {
        let desk = Desk::new(place);
        desk.put("a", "old");
        let path = desk.root().join("a");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("a mode");
        if fs::OpenOptions::new().write(true).open(&path).is_ok() {
            return nobody::once_more("edit::a_file_that_is_read_only_is_not_replaced");
        }
        desk.ok("Read", json!({"file_path": "a"})).await;
        for (tool, arguments) in [
            (
                "Edit",
                json!({"file_path": "a", "old_string": "old", "new_string": "new"}),
            ),
            ("Write", json!({"file_path": "a", "content": "new"})),
        ] {
            let text = desk.error(tool, arguments).await;
            assert!(text.starts_with("Access denied: a"), "{text}");
        }
        assert_eq!(desk.bytes("a"), b"old");
        assert_eq!(fs::read_dir(desk.root()).expect("a folder").count(), 1);
    }
}

/// Only who may give files away can try it.
#[tokio::test]
async fn a_file_keeps_its_owner_and_all_of_its_mode() {
    use std::fs;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    const OWNER: u32 = 12345;
    const GROUP: u32 = 54321;
    const MODE: u32 = 0o4750;
    for place in [Place::Disk, Place::Rooted] {
        let desk = Desk::new(place);
        desk.put("a", "old");
        let path = desk.root().join("a");
        if chown(&path, Some(OWNER), Some(GROUP)).is_err() {
            eprintln!("skipped: this user may not give files away");
            return;
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(MODE)).expect("a mode");
        desk.ok("Read", json!({"file_path": "a"})).await;
        desk.ok("Write", json!({"file_path": "a", "content": "new"}))
            .await;
        let found = fs::metadata(&path).expect("a file");
        assert_eq!(
            (found.uid(), found.gid(), found.mode() & 0o7777),
            (OWNER, GROUP, MODE)
        );
    }
}

#[tokio::test]
async fn where_no_file_can_be_made_the_write_says_so() {
    for place in [Place::Disk, Place::Rooted] {
        let desk = Desk::new(place);
        let link = desk.root().join("link");
        std::os::unix::fs::symlink("missing/target", &link).expect("a link");
        let text = desk
            .error("Write", json!({"file_path": "link", "content": ""}))
            .await;
        assert_eq!(
            text,
            "Cannot write to link: no file can be made in its folder."
        );
    }
}
