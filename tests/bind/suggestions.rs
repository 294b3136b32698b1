//! "Did you mean": one candidate that stands out, or none.

use proptest::prelude::*;
use toolc::bind::nearest;

use crate::tape::cases;

#[test]
fn what_is_probably_meant() {
    let cases: &[(&str, &[&str], Option<&str>)] = &[
        // The guide's own example, and a published server's.
        (
            "file_paht",
            &["file_path", "offset", "limit"],
            Some("file_path"),
        ),
        ("dashboard_url", &["url_path", "title"], Some("url_path")),
        // Case and separators first.
        ("filePath", &["file_path", "file_name"], Some("file_path")),
        ("OFFSET", &["offset", "onset"], Some("offset")),
        // Shared words, short for each other too.
        ("repository", &["repo", "owner"], Some("repo")),
        ("max_length", &["max_results", "length"], None),
        ("page_sizes", &["page", "page_size"], Some("page_size")),
        // Two edits, of which a transposition is one.
        ("patern", &["pattern"], Some("pattern")),
        ("limti", &["limit"], Some("limit")),
        ("colour", &["odor"], None),
        // Two that are as near as each other: none.
        ("-D", &["-A", "-B", "-C"], None),
        ("lime", &["limit", "time"], Some("time")),
        ("tame", &["tape", "time"], None),
        // Words and edits that point at different ones: none.
        ("file_nam", &["file_path", "filename"], None),
        ("user_id", &["users", "groups"], Some("users")),
        // Nothing of the name is left.
        ("x", &["id"], None),
        ("", &["a"], None),
        ("query", &[], None),
    ];
    let wrong: Vec<_> = cases
        .iter()
        .map(|(name, candidates, expected)| {
            (name, nearest(name, candidates.iter().copied()), *expected)
        })
        .filter(|(_, found, expected)| found != expected)
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Some letters take more bytes in lower case than in upper case. None of them is too many.
#[test]
fn names_of_letters_that_grow_are_names() {
    let grows = |letter: &char| {
        let lower: usize = letter.to_lowercase().map(char::len_utf8).sum();
        lower > letter.len_utf8()
    };
    let letters: Vec<char> = ('\0'..=char::MAX).filter(grows).collect();
    assert!(!letters.is_empty());
    for letter in letters {
        let name = letter.to_string().repeat(128 / letter.len_utf8());
        assert_eq!(nearest(&name, [&*name].into_iter()), Some(&*name));
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    /// A single candidate is meant if it is near, however that is found out.
    #[test]
    fn as_near_as_the_distance_says(name in "[a-f]{1,9}", candidate in "[a-f]{1,9}") {
        let (short, long) = if name.len() < candidate.len() { (&name, &candidate) } else { (&candidate, &name) };
        let shares = name == candidate || (short.len() >= 3 && long.starts_with(&**short));
        let edits = strsim::damerau_levenshtein(&name, &candidate);
        let near = shares || (edits <= 2 && edits < long.len());
        prop_assert_eq!(nearest(&name, [&*candidate].into_iter()).is_some(), near);
    }
}
