//! What a command prints and what a page holds, whatever bytes that are and in whatever pieces they come.

use std::fs;
use std::time::Duration;

use proptest::prelude::*;
use serde_json::json;

use crate::desk::{Desk, Place};

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(future)
}

/// One character as it is shown, with the bytes that it is printed as.
type Shown = (char, &'static [u8]);

/// Characters of every length, and a byte that is none.
const SHOWN: [Shown; 6] = [
    ('a', b"a"),
    ('\n', b"\n"),
    ('é', "é".as_bytes()),
    ('한', "한".as_bytes()),
    ('😀', "😀".as_bytes()),
    ('\u{FFFD}', b"\xff"),
];

/// Short and long outputs: some characters over and over, so that a case is quickly made.
fn output() -> impl Strategy<Value = Vec<Shown>> {
    let some = || proptest::collection::vec(proptest::sample::select(&SHOWN[..]), 1..40);
    prop_oneof![
        1 => some(),
        3 => (some(), some(), 20_000_usize..90_000).prop_map(|(start, again, len)| {
            let again = again.into_iter().cycle();
            start.into_iter().chain(again).take(len).collect()
        }),
        1 => (some(), 29_990_usize..30_010).prop_map(|(again, len)| again.into_iter().cycle().take(len).collect()),
    ]
}

/// How it must be shown, counted in characters.
fn expected(output: &[Shown]) -> String {
    let text = |part: &[Shown]| part.iter().map(|(shown, _)| shown).collect::<String>();
    if output.len() <= 30_000 {
        return text(output);
    }
    let (head, rest) = output.split_at(15_000);
    let (middle, tail) = rest.split_at(rest.len() - 15_000);
    let left_out: usize = middle.iter().map(|(_, bytes)| bytes.len()).sum();
    format!(
        "{}\n\n[Output truncated at 30,000 characters: {left_out} bytes are left out here]\n\n{}",
        text(head),
        text(tail)
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// In pieces that end anywhere, also within a character.
    #[test]
    fn long_output_keeps_its_ends_to_the_character(
        output in output(),
        cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..6),
    ) {
        let bytes: Vec<u8> = output.iter().flat_map(|(_, bytes)| bytes.iter().copied()).collect();
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len())).collect();
        cuts.extend([0, bytes.len()]);
        cuts.sort_unstable();
        let desk = Desk::new(Place::Disk);
        let mut names = Vec::new();
        for (index, piece) in cuts.windows(2).enumerate() {
            let name = format!("{index}");
            fs::write(desk.root().join(&name), &bytes[piece[0]..piece[1]]).expect("a file");
            names.push(name);
        }
        let command = format!("cat {}", names.join(" "));
        let text = block_on(desk.ok("Bash", json!({"command": command})));
        prop_assert!(text == expected(&output), "{} characters of {}", text.chars().count(), output.len());
    }
}

#[tokio::test]
async fn a_character_that_is_half_printed_waits_for_its_other_half() {
    let desk = Desk::new(Place::Disk);
    let command = r"printf 'x\303'; until [ -e go ]; do sleep 0.01; done; printf '\251\n\303'";
    let arguments = json!({"command": command, "run_in_background": true});
    let answer = desk.ok("Bash", arguments).await;
    let id = answer
        .lines()
        .next()
        .and_then(|line| line.split(": ").nth(1));
    let look = json!({"taskId": id, "block": false});
    let printed = |report: &str| {
        report
            .split_once("Output:\n")
            .map(|(_, text)| text.to_owned())
    };
    loop {
        let report = desk.ok("BashOutput", look.clone()).await;
        if let Some(text) = printed(&report) {
            assert_eq!(text, "x");
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    desk.put("go", "");
    let report = desk.ok("BashOutput", json!({"taskId": id})).await;
    // Nothing follows on the last byte any more: it is shown as what it is.
    assert_eq!(printed(&report).as_deref(), Some("é\n\u{FFFD}"));
}

#[cfg(feature = "web")]
proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Anything may be called a page.
    #[test]
    fn no_page_makes_the_fetch_panic(
        parts in proptest::collection::vec(
            prop_oneof![
                4 => proptest::sample::select(
                    &["<", ">", "</", "<b>", "</p>", "<table><tr>", "<td>", "<pre>", "<!--", "<![CDATA[", "&amp", "&#x", "<script>", "<a href='", "\"", "<ol start=99999999999>", "<li>", "<h1>", "text", "\0", "é"][..]
                ).prop_map(|part| part.as_bytes().to_vec()),
                1 => proptest::collection::vec(any::<u8>(), 0..20),
            ],
            0..40,
        ),
        mode in prop_oneof![Just("markdown"), Just("text")],
        kind in prop_oneof![Just("text/html"), Just("text/html; charset=utf-16"), Just("text/html; charset=euc-kr")],
    ) {
        let address = crate::web::serve_once(kind, parts.concat());
        let desk = Desk::with(Place::Memory, |workspace, _| {
            workspace.with_web(toolc::builtin::Web::new().allow_host(address.clone()))
        });
        let arguments = json!({"url": format!("http://{address}/"), "extract_mode": mode});
        let result = block_on(desk.call("WebFetch", arguments));
        prop_assert!(result.is_success(), "{}", result.text());
    }
}
