//! The words of `format` that are checked.

use std::net::{Ipv4Addr, Ipv6Addr};

/// A checked format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Date,
    DateTime,
    Time,
    Email,
    Uri,
    UriReference,
    Uuid,
    Ipv4,
    Ipv6,
    Hostname,
}

impl Format {
    const ALL: [Self; 10] = [
        Self::Date,
        Self::DateTime,
        Self::Time,
        Self::Email,
        Self::Uri,
        Self::UriReference,
        Self::Uuid,
        Self::Ipv4,
        Self::Ipv6,
        Self::Hostname,
    ];

    /// The format of this word; `None` = not checked.
    pub(super) fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.word() == word)
    }

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::DateTime => "date-time",
            Self::Time => "time",
            Self::Email => "email",
            Self::Uri => "uri",
            Self::UriReference => "uri-reference",
            Self::Uuid => "uuid",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
            Self::Hostname => "hostname",
        }
    }

    /// A value that fits.
    pub(super) const fn example(self) -> &'static str {
        match self {
            Self::Date => "2026-01-31",
            Self::DateTime => "2026-01-31T09:00:00Z",
            Self::Time => "09:00:00Z",
            Self::Email => "name@example.com",
            Self::Uri => "https://example.com/page",
            Self::UriReference => "/page?q=1",
            Self::Uuid => "123e4567-e89b-12d3-a456-426614174000",
            Self::Ipv4 => "192.0.2.1",
            Self::Ipv6 => "2001:db8::1",
            Self::Hostname => "www.example.com",
        }
    }

    pub(super) fn matches(self, text: &str) -> bool {
        match self {
            Self::Date => date(text).is_some(),
            Self::DateTime => date_time(text),
            Self::Time => time(text),
            Self::Email => email(text),
            Self::Uri => uri(text),
            Self::UriReference => reference(text),
            Self::Uuid => uuid(text),
            Self::Ipv4 => text.parse::<Ipv4Addr>().is_ok(),
            Self::Ipv6 => text.parse::<Ipv6Addr>().is_ok(),
            Self::Hostname => hostname(text),
        }
    }
}

/// So many ASCII digits, and nothing else.
fn number(text: &str, digits: usize) -> Option<u32> {
    (text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}

/// RFC 3339 `full-date`.
fn date(text: &str) -> Option<()> {
    let mut parts = text.splitn(3, '-');
    let year = number(parts.next()?, 4)?;
    let month = number(parts.next()?, 2)?;
    let day = number(parts.next()?, 2)?;
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return None,
    };
    (1..=days).contains(&day).then_some(())
}

/// RFC 3339 `date-time`.
fn date_time(text: &str) -> bool {
    text.split_once(['T', 't'])
        .is_some_and(|(day, clock)| date(day).is_some() && time(clock))
}

/// RFC 3339 `full-time`. A leap second is one at 23:59:60 UTC.
fn time(text: &str) -> bool {
    (|| {
        let (clock, offset) = match text.strip_suffix(['Z', 'z']) {
            Some(clock) => (clock, 0),
            None => {
                let at = text.rfind(['+', '-'])?;
                let (hours, minutes) = text[at + 1..].split_once(':')?;
                let (hours, minutes) = (number(hours, 2)?, number(minutes, 2)?);
                if hours > 23 || minutes > 59 {
                    return None;
                }
                let offset = i64::from(hours * 60 + minutes);
                (
                    &text[..at],
                    if text[at..].starts_with('+') {
                        offset
                    } else {
                        -offset
                    },
                )
            }
        };
        let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
        let mut parts = clock.splitn(3, ':');
        let hours = number(parts.next()?, 2)?;
        let minutes = number(parts.next()?, 2)?;
        let seconds = number(parts.next()?, 2)?;
        let utc = (i64::from(hours * 60 + minutes) - offset).rem_euclid(24 * 60);
        let fits = hours < 24
            && minutes < 60
            && (seconds < 60 || (seconds == 60 && utc == 24 * 60 - 1))
            && !fraction.is_empty()
            && fraction.bytes().all(|byte| byte.is_ascii_digit());
        Some(fits)
    })()
    .unwrap_or_default()
}

/// RFC 5321's common part: a dot-atom or a quoted string, `@`, a host name or an address in brackets.
fn email(text: &str) -> bool {
    let Some((local, host)) = text.rsplit_once('@') else {
        return false;
    };
    let atom = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte))
    };
    let quoted = local.len() > 2
        && local.starts_with('"')
        && local.ends_with('"')
        && local[1..local.len() - 1]
            .bytes()
            .all(|byte| (0x20..0x7F).contains(&byte) && byte != b'"');
    let address = || {
        let inside = host.strip_prefix('[')?.strip_suffix(']')?;
        Some(match inside.strip_prefix("IPv6:") {
            Some(six) => six.parse::<Ipv6Addr>().is_ok(),
            None => inside.parse::<Ipv4Addr>().is_ok(),
        })
    };
    (local.split('.').all(atom) || quoted) && (hostname(host) || address().unwrap_or_default())
}

/// RFC 3986: a scheme and a reference.
fn uri(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    }) && reference(text)
}

/// RFC 3986: only characters that may stand in a reference, percent signs with two hexadecimal digits, one fragment.
fn reference(text: &str) -> bool {
    let bytes = text.as_bytes();
    let allowed = bytes.iter().enumerate().all(|(at, byte)| match byte {
        b'%' => bytes
            .get(at + 1..at + 3)
            .is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit)),
        b'-' | b'.' | b'_' | b'~' | b':' | b'/' | b'?' | b'#' | b'[' | b']' | b'@' => true,
        b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=' => true,
        other => other.is_ascii_alphanumeric(),
    });
    allowed && bytes.iter().filter(|byte| **byte == b'#').count() <= 1
}

fn uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// RFC 1123: labels of letters, digits and inner hyphens.
fn hostname(text: &str) -> bool {
    (1..=253).contains(&text.len())
        && text.split('.').all(|label| {
            (1..=63).contains(&label.len())
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        })
}
