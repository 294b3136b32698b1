//! What is said about entries that load.

use toolc::permission::AllowList;

use super::known;

fn codes(entries: &[&str]) -> Vec<&'static str> {
    let loaded = AllowList::load(entries, &known()).expect("loads");
    loaded.warnings.iter().map(|it| it.kind.code()).collect()
}

#[test]
fn an_entry_that_can_never_match_or_means_something_else_is_remarked_on() {
    for (entry, code) in [
        ("Raed", "unknown-tool"),
        ("read", "unknown-tool"),
        ("mcp__*", "wildcard-in-name"),
        ("*", "wildcard-in-name"),
        ("Read Grep", "blank-in-name"),
        ("TodoWrite(x)", "uninterpretable-pattern"),
        ("Bash(a && b)", "refused-character"),
        ("Bash(echo $HOME:*)", "refused-character"),
        ("Bash(git *)", "command-wildcard"),
        ("Bash(git * --all:*)", "command-wildcard"),
        ("Bash(git:* x)", "command-wildcard"),
        ("Read(src/**)", "relative-path"),
        ("Read(**/*.md)", "relative-path"),
        ("Read({/a,/b}/**)", "relative-path"),
        ("Read(~/**)", "tilde"),
        ("Read(/srv/../x)", "unfolded-path"),
        ("Read(/srv/./x)", "unfolded-path"),
        ("Read(/srv//x)", "unfolded-path"),
        ("Read(/tmp/)", "trailing-slash"),
        ("Grep(/srv/*.rs)", "not-recursive"),
        ("Grep(/srv)", "not-recursive"),
        ("Edit(/srv/app/[id]/p.ts)", "class-like-name"),
        ("Edit(/srv/app/[slug].tsx)", "class-like-name"),
        ("Edit(/srv/app/[...rest]/p.ts)", "class-like-name"),
        ("Read(/srv/routes/{@$reg}/**)", "single-alternative"),
    ] {
        assert_eq!(codes(&[entry]), [code], "{entry}");
    }
}

#[test]
fn ordinary_entries_are_left_alone() {
    for entry in [
        "Read",
        "Bash(git:*)",
        "Bash(npm run test -- --watch)",
        "Read(/)",
        "Read(/**)",
        "Read(/srv/*.[ch])",
        "Read(/srv/[a-z]*.md)",
        "Read(/srv/[!.]*)",
        "Read(/srv/{a,b}/**)",
        "Read(/srv/\\[id\\]/**)",
        "Read(/srv/\\{id\\}/**)",
        "Read(/srv/..a/.b/c..)",
        "Grep(/srv/*/**)",
        "Browser(open:https://a/)",
    ] {
        assert_eq!(codes(&[entry]), [""; 0], "{entry}");
    }
}

#[test]
fn a_bare_name_beside_a_pattern_is_remarked_on() {
    assert_eq!(codes(&["Read", "Read(/tmp/**)"]), ["bare-beside-pattern"]);
}

#[test]
fn remarks_come_with_what_to_write() {
    for (entry, text) in [
        ("Raed", "no tool has this name; did you mean `Read`?"),
        ("bash", "no tool has this name; did you mean `Bash`?"),
        ("Completely", "no tool has this name"),
        (
            "Edit(/app/[id]/p.ts)",
            "`[id]` is one character out of those; for the literal name write `\\[id\\]`",
        ),
        (
            "Read(/r/{x}/**)",
            "`{x}` means what stands inside; for literal braces write `\\{x\\}`",
        ),
    ] {
        let loaded = AllowList::load([entry], &known()).expect("loads");
        assert_eq!(loaded.warnings[0].kind.to_string(), text);
    }
}
