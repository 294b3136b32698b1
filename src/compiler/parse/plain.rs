//! Is there anything in a text that TOML 1.0 does not have?
//!
//! The event stream tells, and reading it costs as much as the parser does. This tells it from the bytes of a text that is known
//! to be TOML, for all texts but odd ones: where it is not sure, it says that there may be.

/// Surely nothing that only TOML 1.1 knows.
pub(super) fn is_plain(text: &str) -> bool {
    let text = text.as_bytes();
    let mut at = 0;
    let mut braces = 0;
    let mut comma = false;
    while at < text.len() {
        let byte = text[at];
        at += 1;
        match byte {
            b' ' | b'\t' => continue,
            b'\n' if braces > 0 => return false,
            b'{' => braces += 1,
            b'}' if comma || braces == 0 => return false,
            b'}' => braces -= 1,
            b'#' => {
                while at < text.len() && text[at] != b'\n' {
                    at += 1;
                }
            }
            b'"' | b'\'' => match end(text, at - 1) {
                Some(end) => at = end,
                None => return false,
            },
            _ => {}
        }
        comma = byte == b',';
    }
    true
}

/// Where a text ends that starts with a quotation mark; nothing if it has an escape that is new, or no end.
fn end(text: &[u8], start: usize) -> Option<usize> {
    let quote = text[start];
    let triple = text[start..].starts_with(&[quote; 3]);
    let mut at = start + if triple { 3 } else { 1 };
    while at < text.len() {
        let byte = text[at];
        if byte == b'\\' && quote == b'"' {
            if matches!(text.get(at + 1), Some(b'e' | b'x')) {
                return None;
            }
            at += 2;
        } else if byte != quote {
            at += 1;
        } else if !triple {
            return Some(at + 1);
        } else if text[at..].starts_with(&[quote; 3]) {
            // Up to two more are its own.
            let marks = text[at..].iter().take_while(|byte| **byte == quote);
            return Some(at + marks.count());
        } else {
            at += 1;
        }
    }
    None
}
