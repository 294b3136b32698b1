//! The roots of walks.

use super::allows;

#[test]
fn a_walk_may_start_at_the_folder_or_below() {
    for (root, allowed) in [
        ("/srv", true),
        ("/srv/", true),
        ("/srv/a/b", true),
        ("/srv/a/..", true),
        ("/srvx", false),
        ("/", false),
        ("/srv/..", false),
        ("", false),
    ] {
        assert_eq!(
            allows(&["Grep(/srv/**)"], "Grep", root),
            allowed,
            "{root:?}"
        );
    }
}

#[test]
fn the_folder_may_hold_wildcards() {
    assert!(allows(&["Grep(/srv/*/docs/**)"], "Grep", "/srv/a/docs"));
    assert!(allows(&["Grep(/srv/*/docs/**)"], "Grep", "/srv/a/docs/x"));
    assert!(!allows(&["Grep(/srv/*/docs/**)"], "Grep", "/srv/a"));
    assert!(!allows(&["Grep(/srv/*/docs/**)"], "Grep", "/srv/a/b/docs"));
    assert!(allows(&["Grep(/srv/{a,b}/**)"], "Grep", "/srv/b"));
    assert!(allows(&["Grep(/**)"], "Grep", "/"));
    assert!(allows(&["Grep(/**)"], "Grep", "/x/y"));
}

#[test]
fn only_what_covers_everything_below_allows_a_walk() {
    for entry in [
        "Grep(/srv/*)",
        "Grep(/srv)",
        "Grep(/srv/**/*.rs)",
        "Grep(/srv/)",
        "Grep(**)",
        "Grep(srv/**)",
    ] {
        for root in ["/srv", "/srv/a"] {
            assert!(!allows(&[entry], "Grep", root), "{entry} allows {root}");
        }
    }
}
