//! How a file's bytes are text: the encodings that the tools know, found by a byte order mark or said by the caller.

use std::borrow::Cow;

use encoding_rs::{EUC_KR, Encoding, UTF_16BE, UTF_16LE};

/// An encoding, with the byte order mark that the file starts with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Charset {
    /// UTF-8 without a mark.
    #[default]
    Utf8,
    /// UTF-8 with a mark.
    Utf8Marked,
    /// UTF-16, little end first; there is always a mark, since that is how it is recognised.
    Utf16Le,
    /// UTF-16, big end first.
    Utf16Be,
    /// ISO 8859-1: every byte is the character of that number.
    Latin1,
    /// EUC-KR, read as its superset UHC (code page 949), as browsers do.
    EucKr,
}

/// A text cannot be written in an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unencodable {
    /// The first character that the encoding does not have.
    pub(crate) character: char,
    /// The encoding.
    pub(crate) charset: Charset,
}

impl Charset {
    /// What a file's first bytes say: a mark goes before what the caller said.
    #[must_use]
    pub(crate) fn marked_or(self, head: &[u8]) -> Self {
        match Encoding::for_bom(head) {
            Some((found, _)) if found == UTF_16LE => Self::Utf16Le,
            Some((found, _)) if found == UTF_16BE => Self::Utf16Be,
            Some(_) => Self::Utf8Marked,
            None => self,
        }
    }

    /// The bytes before the text.
    pub(crate) fn mark(self) -> &'static [u8] {
        match self {
            Self::Utf8Marked => b"\xEF\xBB\xBF",
            Self::Utf16Le => b"\xFF\xFE",
            Self::Utf16Be => b"\xFE\xFF",
            Self::Utf8 | Self::Latin1 | Self::EucKr => b"",
        }
    }

    /// Its usual name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Utf8 | Self::Utf8Marked => "UTF-8",
            Self::Utf16Le | Self::Utf16Be => "UTF-16",
            Self::Latin1 => "ISO-8859-1",
            Self::EucKr => "EUC-KR",
        }
    }

    /// What decodes it while it streams, where that is not done by lines.
    pub(crate) fn encoding(self) -> Option<&'static Encoding> {
        match self {
            Self::Utf16Le => Some(UTF_16LE),
            Self::Utf16Be => Some(UTF_16BE),
            Self::Utf8 | Self::Utf8Marked | Self::Latin1 | Self::EucKr => None,
        }
    }

    /// Two bytes a unit, so that line ends are not single bytes.
    pub(crate) fn is_wide(self) -> bool {
        matches!(self, Self::Utf16Le | Self::Utf16Be)
    }

    /// As text for reading: what cannot be decoded becomes U+FFFD. The bytes come without the mark.
    pub(crate) fn decode_lossy(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            Self::Utf8 | Self::Utf8Marked => String::from_utf8_lossy(bytes),
            Self::Utf16Le => UTF_16LE.decode_without_bom_handling(bytes).0,
            Self::Utf16Be => UTF_16BE.decode_without_bom_handling(bytes).0,
            Self::Latin1 => encoding_rs::mem::decode_latin1(bytes),
            Self::EucKr => EUC_KR.decode_without_bom_handling(bytes).0,
        }
    }

    /// As bytes, without the mark.
    ///
    /// # Errors
    ///
    /// When it has a character that the encoding does not have.
    pub(crate) fn encode(self, text: &str) -> Result<Vec<u8>, Unencodable> {
        let lacks = |character| Unencodable {
            character,
            charset: self,
        };
        match self {
            Self::Utf8 | Self::Utf8Marked => Ok(text.as_bytes().to_vec()),
            // encoding_rs decodes UTF-16 and, as the web has it, never encodes it.
            Self::Utf16Le => Ok(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
            Self::Utf16Be => Ok(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
            Self::Latin1 => text
                .chars()
                .map(|c| u8::try_from(u32::from(c)).map_err(|_| lacks(c)))
                .collect(),
            Self::EucKr => {
                let mut bytes = Vec::with_capacity(text.len());
                let mut place = [0; 4];
                for character in text.chars() {
                    let (encoded, _, unmappable) = EUC_KR.encode(character.encode_utf8(&mut place));
                    if unmappable {
                        return Err(lacks(character));
                    }
                    bytes.extend_from_slice(&encoded);
                }
                Ok(bytes)
            }
        }
    }
}
