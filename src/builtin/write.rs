//! `Write`: a whole new content for a file, new or read before.

use std::path::Path;

use super::paths::{locate, shown};
use super::stamps::Stamp;
use super::text::{Charset, Ending, Seen, Unencodable, View, unified};
use super::tools;
use super::workspace::{Workspace, folder_of, write_error};
use crate::tool::{Context, Handler, ToolError, spawn_blocking};

impl Handler<tools::Write> for Workspace {
    async fn call(&self, input: tools::Write, cx: &Context) -> Result<String, ToolError> {
        let path = locate(cx, "file_path", &input.file_path)?;
        let workspace = self.clone();
        spawn_blocking(cx, move |cx| workspace.write(&input, &path, cx)).await
    }
}

impl Workspace {
    fn write(&self, input: &tools::Write, path: &Path, cx: &Context) -> Result<String, ToolError> {
        let name = shown(cx, path);
        let _alone = self.changing();
        let before = self.to_change(cx, path)?.map(|(_, content)| content);
        let asked = input.encoding.map(Charset::from);
        let charset = asked
            .or_else(|| self.stamps(cx).charset(path))
            .unwrap_or_default()
            .marked_or(before.as_deref().unwrap_or_default());

        let mut bytes = charset.mark().to_vec();
        // The file has its mark already; one that the text brings along would be a second.
        let content = match charset.mark() {
            [] => &*input.content,
            _ => input.content.trim_start_matches('\u{FEFF}'),
        };
        let text = with_endings_of(before.as_deref(), charset, content);
        bytes.extend(charset.encode(&text).map_err(|e| unencodable(&name, e))?);

        if before.is_none() {
            self.files
                .create_folder(&folder_of(path))
                .map_err(|e| write_error(&name, e))?;
        }
        self.put(cx, path, &name, &bytes, charset)?;

        let mut answer = format!("Successfully wrote {} bytes to {name}", bytes.len());
        if let Some(before) = before {
            answer.push_str(&diff_of(&before, &bytes, charset));
        }
        Ok(answer)
    }

    /// Replaces a file and remembers that its content is known.
    pub(super) fn put(
        &self,
        cx: &Context,
        path: &Path,
        name: &str,
        bytes: &[u8],
        charset: Charset,
    ) -> Result<(), ToolError> {
        let file = self
            .files
            .replace(path, bytes)
            .map_err(|e| write_error(name, e))?;
        let stamp = Stamp {
            file,
            seen: Some(Seen::whole(bytes)),
            charset,
        };
        self.stamps(cx).record(path.to_path_buf(), stamp);
        Ok(())
    }
}

/// What changed, on lines of its own after a sentence; nothing when nothing did.
pub(super) fn diff_of(before: &[u8], after: &[u8], charset: Charset) -> String {
    let text = |bytes: &[u8]| {
        let bytes = bytes.strip_prefix(charset.mark()).unwrap_or(bytes);
        charset.decode_lossy(bytes).into_owned()
    };
    match unified(&text(before), &text(after)) {
        diff if diff.is_empty() => diff,
        diff => format!("\n{}", diff.trim_end_matches('\n')),
    }
}

/// An encoding lacks a character.
pub(super) fn unencodable(name: &str, found: Unencodable) -> ToolError {
    let Unencodable { character, charset } = found;
    ToolError::anticipated(format!(
        "'{character}' (U+{:04X}) cannot be written in {}, the encoding of {name}. Nothing was changed.",
        u32::from(character),
        charset.name()
    ))
}

/// Text that a model wrote with plain line feeds keeps the line ends that prevail in the file it replaces.
fn with_endings_of(before: Option<&[u8]>, charset: Charset, text: &str) -> String {
    let ending = before.map_or(Ending::Lf, |before| {
        View::new(before, charset).prevailing_ending()
    });
    if ending == Ending::Lf || text.contains('\r') {
        return text.to_owned();
    }
    text.replace('\n', ending.as_str())
}
