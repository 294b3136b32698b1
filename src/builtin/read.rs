//! `Read`: numbered lines of a text file, images and PDF files as what they are, the name of everything else.

use std::io::{self, Read};
use std::path::Path;

use super::fs::{Kind, Source};
use super::paths::{locate, shown};
use super::stamps::Stamp;
use super::text::{Charset, Lines, Seen, excerpt};
use super::tools::{self, types::Encoding};
use super::workspace::{Workspace, file_error, not_a_file};
use crate::tool::{Content, Context, Handler, ToolError, spawn_blocking};

/// How many bytes decide whether a file is text; enough for every signature.
const HEAD: u64 = 8 * 1024;

/// The largest image or PDF file that is sent, in bytes.
const LARGEST_MEDIA: u64 = 5 * 1024 * 1024;

impl Handler<tools::Read> for Workspace {
    async fn call(&self, input: tools::Read, cx: &Context) -> Result<Content, ToolError> {
        let path = locate(cx, "file_path", &input.file_path)?;
        let workspace = self.clone();
        spawn_blocking(cx, move |cx| workspace.read(&input, &path, cx)).await
    }
}

impl Workspace {
    fn read(&self, input: &tools::Read, path: &Path, cx: &Context) -> Result<Content, ToolError> {
        let name = shown(cx, path);
        // The stamp is taken first: what changes while we read has changed since.
        let file = self
            .files
            .metadata(path)
            .map_err(|e| file_error(&name, e))?;
        match file.kind {
            Kind::File => {}
            Kind::Folder => {
                return Err(ToolError::anticipated(format!(
                    "Cannot read directory: {name}. Use 'ls' command to list directory contents."
                )));
            }
            Kind::Other => return Err(not_a_file("read", &name)),
        }
        let mut source = self.files.open(path).map_err(|e| file_error(&name, e))?;
        let mut head = Vec::new();
        source
            .by_ref()
            .take(HEAD)
            .read_to_end(&mut head)
            .map_err(|e| file_error(&name, e))?;

        let charset = Charset::from(input.encoding).marked_or(&head);
        let mut stamp = Stamp {
            file,
            seen: None,
            charset,
        };
        if let Some(media) = Media::of(&head, charset) {
            let content = media.content(&name, path, file.len, head, &mut *source)?;
            if let Some((content, bytes)) = content {
                stamp.seen = Some(Seen::whole(&bytes));
                self.stamps(cx).record(path.to_path_buf(), stamp);
                return Ok(content);
            }
            return Ok(Content::text(format!(
                "[{name} is {} of {} bytes; its content is not shown.]",
                media.described(),
                file.len
            )));
        }

        let lines = Lines {
            // Bound arguments are in their range; a handler that is called without binding must not trip over its own.
            first: input.offset.max(1).unsigned_abs(),
            count: input.limit.unsigned_abs(),
        };
        let mut whole = head.as_slice().chain(source);
        let found =
            excerpt(&mut whole, charset, lines, &|| cx.is_cancelled()).map_err(|e| {
                match cx.signal().reason() {
                    Some(reason) => ToolError::anticipated(format!("Read interrupted: {reason}")),
                    None => file_error(&name, e),
                }
            })?;
        if found.counted == 0 || found.shown > 0 {
            stamp.seen = found.seen;
            self.stamps(cx).record(path.to_path_buf(), stamp);
        }
        if found.counted == 0 {
            return Ok("[System Warning: This file is empty]".into());
        }
        if found.shown == 0 {
            let noun = if found.counted == 1 { "line" } else { "lines" };
            return Ok(Content::text(format!(
                "[System Warning: offset {} is past the end of the file, which has {} {noun}]",
                input.offset, found.counted
            )));
        }
        let mut text = found.text;
        if found.more {
            text.push_str(&format!(
                "[More lines follow. Continue with offset {}.]\n",
                found.counted + 1
            ));
        }
        if found.replaced {
            text.push_str(&format!(
                "[Bytes that are not {} are shown as \u{FFFD}. Give the file's encoding to read them.]\n",
                charset.name()
            ));
        }
        Ok(text.into())
    }
}

/// A file that is no text.
enum Media {
    Image(&'static str),
    Pdf,
    Binary(Option<&'static str>),
}

impl Media {
    /// What the first bytes say; nothing when they are text.
    fn of(head: &[u8], charset: Charset) -> Option<Self> {
        if head.starts_with(b"%PDF-") {
            return Some(Self::Pdf);
        }
        // Signatures are short, and a text may begin with one; a NUL it does not have.
        if charset.is_wide() || memchr::memchr(0, head).is_none() {
            return None;
        }
        let kind = infer::get(head).map(|kind| kind.mime_type());
        Some(match kind {
            Some("image/png" | "image/jpeg" | "image/gif" | "image/webp") => {
                Self::Image(kind.unwrap_or_default())
            }
            _ => Self::Binary(kind),
        })
    }

    /// The whole file as content, with its bytes; nothing when it is not sent.
    fn content(
        &self,
        name: &str,
        path: &Path,
        len: u64,
        head: Vec<u8>,
        source: &mut dyn Source,
    ) -> Result<Option<(Content, Vec<u8>)>, ToolError> {
        let wrap: &dyn Fn(Vec<u8>) -> Content = match self {
            Self::Image(kind) => &|bytes| Content::image(bytes, *kind),
            Self::Pdf => &|bytes| Content::resource(uri_of(path), "application/pdf", bytes),
            Self::Binary(_) => return Ok(None),
        };
        if len > LARGEST_MEDIA {
            return Ok(None);
        }
        let mut bytes = head;
        read_rest(source, &mut bytes).map_err(|e| file_error(name, e))?;
        Ok(Some((wrap(bytes.clone()), bytes)))
    }

    fn described(&self) -> String {
        match self {
            Self::Image(kind) => format!("an image ({kind})"),
            Self::Pdf => "a PDF file".to_owned(),
            Self::Binary(Some(kind)) => format!("a binary file ({kind})"),
            Self::Binary(None) => "a binary file".to_owned(),
        }
    }
}

fn read_rest(source: &mut dyn Source, bytes: &mut Vec<u8>) -> io::Result<()> {
    // The size was looked up before; a file that has grown since is not followed.
    source.take(LARGEST_MEDIA).read_to_end(bytes).map(drop)
}

/// The path as a `file:` URI, by RFC 8089; everything but unreserved characters is escaped.
fn uri_of(path: &Path) -> String {
    let mut uri = String::from("file://");
    for &byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

impl From<Encoding> for Charset {
    fn from(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Utf8 => Self::Utf8,
            Encoding::Latin1 => Self::Latin1,
            Encoding::EucKr => Self::EucKr,
        }
    }
}
