//! Two lists meet.

use toolc::permission::Grant;

use super::{decide, grant};

#[test]
fn a_call_has_to_pass_its_own_list_and_its_callers() {
    let narrowed = grant(&["Bash(git:*)", "Read"])
        .narrow(&grant(&["Bash(git add:*)", "Write"]))
        .expect("Bash is common");
    for (tool, subject, allowed) in [
        ("Bash", "git add x", true),
        ("Bash", "git log", false),
        ("Read", "/a", false),
        ("Write", "/a", false),
    ] {
        assert_eq!(
            decide(&narrowed, tool, subject).is_allowed(),
            allowed,
            "{tool} {subject}"
        );
    }
    assert_eq!(narrowed.names().collect::<Vec<_>>(), ["Bash"]);
    assert!(narrowed.mentions("Bash", &[]));
    assert!(!narrowed.mentions("Read", &[]));
}

/// A bare name beside a pattern was read as "unrestricted" when two lists met, and the callee came out wider than its
/// caller.
#[test]
fn a_bare_name_beside_a_pattern_does_not_widen_what_two_lists_share() {
    let caller = grant(&["Read", "Read(/tmp/**)"]);
    let callee = grant(&["Read(/etc/**)"]);
    let narrowed = callee.narrow(&caller).expect("Read is common");
    for path in ["/etc/passwd", "/tmp/a", "/srv/a"] {
        assert!(!decide(&narrowed, "Read", path).is_allowed(), "{path}");
    }
}

#[test]
fn nothing_in_common_is_refused_and_both_lists_are_shown() {
    let refusal = grant(&["Read(/a/**)"])
        .narrow(&grant(&["Bash(git:*)", "Grep"]))
        .expect_err("no common name");
    assert_eq!(
        refusal.to_string(),
        "the allow-lists have nothing in common: its own is [Read(/a/**)], its caller's is [Bash(git:*), Grep]"
    );
}

#[test]
fn nothing_in_common_among_three_is_refused_although_each_two_share_a_name() {
    let (a, b, c) = (grant(&["x", "y"]), grant(&["y", "z"]), grant(&["z", "x"]));
    assert!(a.narrow(&b).expect("y").narrow(&c).is_err());
    assert!(a.narrow(&b.narrow(&c).expect("z")).is_err());
}

#[test]
fn unrestricted_narrows_nothing_and_inherits_everything() {
    let some = grant(&["Read(/a/**)"]);
    assert_eq!(some.narrow(&Grant::unrestricted()), Ok(some.clone()));
    assert_eq!(Grant::unrestricted().narrow(&some), Ok(some));
    assert_eq!(
        Grant::unrestricted().narrow(&Grant::unrestricted()),
        Ok(Grant::unrestricted())
    );
}
