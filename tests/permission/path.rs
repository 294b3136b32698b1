//! Paths. What the reports of `cases` do not say.

use super::allows;

#[test]
fn everything_below_a_folder_is_not_the_folder() {
    assert!(!allows(&["Read(/tmp/**)"], "Read", "/tmp"));
    assert!(!allows(&["Read(/tmp/**)"], "Read", "/tmp/"));
    assert!(allows(&["Read(/tmp/**)"], "Read", "/tmp/.env"));
    assert!(allows(&["Read(/tmp/**)"], "Read", "/tmp/a\nb/c\rd"));
    assert!(allows(&["Read(/tmp/*)"], "Read", "/tmp/a\nb"));
}

#[test]
fn a_question_mark_is_one_character_of_any_script() {
    for (path, allowed) in [
        ("/a/x", true),
        ("/a/é", true),
        ("/a/漢", true),
        ("/a/🦀", true),
        ("/a/xy", false),
        ("/a/", false),
        ("/a/e\u{301}", false),
    ] {
        assert_eq!(allows(&["Read(/a/?)"], "Read", path), allowed, "{path:?}");
    }
    // Two bytes are not two characters.
    assert!(!allows(&["Read(/a/??)"], "Read", "/a/é"));
    assert!(!allows(&["Read(/a/????)"], "Read", "/a/🦀"));
    assert!(!allows(&["Read(/a/[!b][!b])"], "Read", "/a/é"));
}

#[test]
fn a_class_is_one_character_and_never_a_slash() {
    for (pattern, path, allowed) in [
        ("/a/[b-d]", "/a/c", true),
        ("/a/[b-d]", "/a/e", false),
        ("/a/[!b-d]", "/a/e", true),
        ("/a/[!b-d]", "/a/c", false),
        ("/a/[^b]", "/a/é", true),
        ("/a[!b]c", "/a/c", false),
        ("/a[/]c", "/a/c", false),
        ("/a[.-0]c", "/a/c", false),
        ("/a/[]]", "/a/]", true),
        ("/a/[[:digit:]]", "/a/7", true),
        ("/a/[[:digit:]]", "/a/x", false),
        ("/a/[*?]", "/a/*", true),
        ("/a/[*?]", "/a/b", false),
        ("/a/[\\]]", "/a/\\]", true),
    ] {
        let entry = format!("Read({pattern})");
        assert_eq!(allows(&[&entry], "Read", path), allowed, "{pattern} {path}");
    }
}

#[test]
fn braces_are_alternatives_and_one_may_be_empty() {
    for (pattern, path, allowed) in [
        ("/a/{b,c}.md", "/a/b.md", true),
        ("/a/{b,c}.md", "/a/d.md", false),
        ("/a/b{,.md}", "/a/b", true),
        ("/a/{b,{c,d}e}", "/a/de", true),
        ("/a/{b,c/**}", "/a/c/x/y", true),
        ("/a/{b,c/**}", "/a/c", false),
        ("/a/b,c", "/a/b,c", true),
        ("/a/\\{b,c\\}", "/a/{b,c}", true),
    ] {
        let entry = format!("Read({pattern})");
        assert_eq!(allows(&[&entry], "Read", path), allowed, "{pattern} {path}");
    }
}

#[test]
fn two_stars_cross_folders_only_between_slashes() {
    for (pattern, path, allowed) in [
        ("/a/**/b", "/a/b", true),
        ("/a/**/b", "/a/x/y/b", true),
        ("/a/**/b", "/a/xb", false),
        ("/a/x**", "/a/xyz", true),
        ("/a/x**", "/a/xy/z", false),
        ("/a/**x", "/a/y/x", false),
        ("/a/***", "/a/y/x", false),
        ("/**", "/", true),
        ("/**", "/x", true),
    ] {
        let entry = format!("Read({pattern})");
        assert_eq!(allows(&[&entry], "Read", path), allowed, "{pattern} {path}");
    }
}

#[test]
fn a_relative_pattern_matches_nothing() {
    for pattern in [
        "**/*.md",
        "**",
        "*",
        "srv/**",
        "{/srv,/tmp}/**",
        "?srv/a",
        "./srv/**",
    ] {
        let entry = format!("Read({pattern})");
        for path in ["/srv/a.md", "/srv/a", "/a"] {
            assert!(!allows(&[&entry], "Read", path), "{pattern} allows {path}");
        }
    }
}

#[test]
fn a_path_with_a_nul_is_never_allowed() {
    assert!(!allows(&["Read(/**)"], "Read", "/a\0b"));
}
