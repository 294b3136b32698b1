//! "Did you mean": one candidate that stands out, or none.

use toolc::bind::nearest;

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
