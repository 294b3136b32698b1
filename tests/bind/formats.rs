//! The formats that are checked. What they take follows the RFCs that JSON Schema names; see also the test suite's files.

use serde_json::Value;
use toolc::bind::Plan;
use toolc::compiler::model::{Text, Type};

use crate::declared::parameter;

#[test]
fn formats_take_and_refuse() {
    let cases: &[(&str, &[&str], &[&str])] = &[
        (
            "date",
            &["2026-01-31", "2024-02-29"],
            &["2026-02-29", "2026-1-31", "2026-01-32", "20260131", ""],
        ),
        (
            "date-time",
            &[
                "2026-01-31T09:00:00Z",
                "2026-01-31t09:00:00.25+09:30",
                "1998-12-31T15:59:60-08:00",
            ],
            &[
                "2026-01-31",
                "2026-01-31 09:00:00Z",
                "2026-01-31T09:00:00",
                "2026-01-31T24:00:00Z",
                "1998-12-31T22:59:60Z",
            ],
        ),
        (
            "time",
            &["09:00:00Z", "23:59:60Z", "09:00:00-00:00"],
            &["09:00Z", "09:60:00Z", "9:00:00Z", "09:00:00.Z"],
        ),
        (
            "email",
            &["a@example.com", "a.b+c@[192.0.2.1]"],
            &["a", "a@", "@b", "a b@c", ".a@b", "a@-b"],
        ),
        (
            "uri",
            &["https://example.com/a?b#c", "urn:isbn:1", "mailto:a@b"],
            &["/a", "a b", "1a:b", "https://a/%zz", "a:b#c#d"],
        ),
        (
            "uri-reference",
            &["", "/a", "../a?b=1", "#c", "https://a"],
            &["a b", "\\a", "%", "a#b#c"],
        ),
        (
            "uuid",
            &[
                "123e4567-e89b-12d3-a456-426614174000",
                "123E4567-E89B-12D3-A456-426614174000",
            ],
            &[
                "123e4567e89b12d3a456426614174000",
                "g23e4567-e89b-12d3-a456-426614174000",
                "",
            ],
        ),
        (
            "ipv4",
            &["192.0.2.1"],
            &["256.0.0.1", "1.2.3", "01.2.3.4", "::1"],
        ),
        (
            "ipv6",
            &["::1", "2001:db8::1"],
            &["1.2.3.4", ":::", "fe80::1%eth0"],
        ),
        (
            "hostname",
            &["a", "www.example.com", "1a"],
            &["", "-a", "a-", "a..b", "a_b", "a."],
        ),
        ("color", &["anything"], &[]),
    ];
    for (format, takes, refuses) in cases {
        let ty = Type::Text(Text {
            format: Some((*format).into()),
            ..Text::default()
        });
        let catalog = parameter(ty, false);
        let plan = Plan::from_declaration(&catalog, 0);
        let fits = |text: &str| {
            let arguments: Value = serde_json::json!({"it": text});
            plan.bind(&arguments.into(), &[]).found.outcome.is_ok()
        };
        for text in *takes {
            assert!(fits(text), "{format} takes {text}");
        }
        for text in *refuses {
            assert!(!fits(text), "{format} refuses {text}");
        }
    }
}
