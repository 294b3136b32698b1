//! The encoding that a page itself declares. Servers often do not, and browsers look here then.

use encoding_rs::{Encoding, UTF_8};

/// How far browsers look, in bytes.
const PRESCANNED: usize = 1024;

/// What a `meta` element in the first bytes of an HTML page says, whichever way it says it: `charset="euc-kr"`, or
/// `content="text/html; charset=euc-kr"`.
pub(super) fn encoding_of(html: &[u8]) -> Option<&'static Encoding> {
    let start = html[..html.len().min(PRESCANNED)].to_ascii_lowercase();
    memchr::memmem::find_iter(&start, b"<meta").find_map(|at| {
        let element = &start[at..];
        let end = memchr::memchr(b'>', element)?;
        let said = after(&element[..end], b"charset")?.trim_ascii_start();
        let label = said.strip_prefix(b"=")?.trim_ascii_start();
        let label = label.strip_prefix(b"\"").unwrap_or(label);
        let label = label.strip_prefix(b"'").unwrap_or(label);
        let end = label
            .iter()
            .position(|byte| byte.is_ascii_whitespace() || b"\"';/".contains(byte));
        let encoding = Encoding::for_label(&label[..end.unwrap_or(label.len())])?;
        // An element that can be read byte by byte is not in UTF-16, whatever it says.
        Some(if encoding.is_ascii_compatible() {
            encoding
        } else {
            UTF_8
        })
    })
}

fn after<'a>(text: &'a [u8], word: &[u8]) -> Option<&'a [u8]> {
    memchr::memmem::find(text, word).map(|at| &text[at + word.len()..])
}
