//! `Edit`: replacements in a file that was read; all of them or none.

use std::io;
use std::path::Path;

use super::paths::{locate, shown};
use super::text::{Charset, Occurrences, Replacement, Unfit, replace};
use super::tools;
use super::workspace::{Workspace, file_error};
use super::write::{diff_of, unencodable};
use crate::tool::{Context, Handler, ToolError, spawn_blocking};

/// On how many lines matches are named.
const LINES_NAMED: usize = 10;

impl Handler<tools::Edit> for Workspace {
    async fn call(&self, input: tools::Edit, cx: &Context) -> Result<String, ToolError> {
        let path = locate(cx, "file_path", &input.file_path)?;
        let workspace = self.clone();
        spawn_blocking(cx, move |cx| workspace.edit(&input, &path, cx)).await
    }
}

impl Workspace {
    fn edit(&self, input: &tools::Edit, path: &Path, cx: &Context) -> Result<String, ToolError> {
        let name = shown(cx, path);
        let _alone = self.changing();
        let Some((_, before)) = self.to_change(cx, path)? else {
            return Err(file_error(&name, io::ErrorKind::NotFound.into()));
        };
        let asked = input.encoding.map(Charset::from);
        let charset = asked
            .or_else(|| self.stamps(cx).charset(path))
            .unwrap_or_default()
            .marked_or(&before);

        let mut after = before.clone();
        let mut occurrences = 0;
        for (place, replacement) in replacements(input) {
            let replaced = replace(&after, charset, replacement)
                .map_err(|unfit| refusal(&name, place, &unfit))?;
            after = replaced.bytes;
            occurrences += replaced.occurrences;
        }
        self.put(cx, path, &name, &after, charset)?;

        let count = match occurrences {
            1 => "1 occurrence".to_owned(),
            more => format!("{more} occurrence(s)"),
        };
        let diff = diff_of(&before, &after, charset);
        Ok(format!("Successfully replaced {count} in {name}{diff}"))
    }
}

/// The replacements in order, those of `edits` with their index.
fn replacements(input: &tools::Edit) -> impl Iterator<Item = (Option<usize>, Replacement<'_>)> {
    let occurrences = |all| {
        if all {
            Occurrences::All
        } else {
            Occurrences::One
        }
    };
    let first = Replacement {
        old: &input.old_string,
        new: &input.new_string,
        occurrences: occurrences(input.replace_all),
    };
    let further = input.edits.iter().flatten().enumerate();
    std::iter::once((None, first)).chain(further.map(move |(index, edit)| {
        let replacement = Replacement {
            old: &edit.old_string,
            new: &edit.new_string,
            occurrences: occurrences(edit.replace_all),
        };
        (Some(index), replacement)
    }))
}

/// Why nothing was replaced, and what to do about it.
fn refusal(name: &str, place: Option<usize>, unfit: &Unfit) -> ToolError {
    let words = match unfit {
        Unfit::Empty => {
            "old_string must not be empty. To write a whole file, use Write.".to_owned()
        }
        Unfit::Identical => {
            "old_string and new_string must be different. They are currently identical.".to_owned()
        }
        Unfit::OnlyEndings => "old_string and new_string differ in their line endings only. Edit keeps the line \
            endings of the file; to change them, use Write or Bash."
            .to_owned(),
        Unfit::NotFound => "old_string not found in file. It must match to the letter: check white space and line \
            breaks, leave out the line numbers that Read shows, and read the file again if in doubt."
            .to_owned(),
        Unfit::NotUnique(lines) => format!(
            "old_string appears {} times in the file. It is on {}.\n\
             - Give more of the surrounding lines, so that it occurs once, or\n\
             - set replace_all: true to replace every occurrence.",
            lines.len(),
            on_lines(lines)
        ),
        Unfit::Unsound(charset) => format!(
            "{name} is not valid {}, so that only ASCII can be added to it. Give its encoding to add other \
             characters. Nothing was changed.",
            charset.name()
        ),
        Unfit::Unencodable(found) => return unencodable(name, *found),
    };
    ToolError::anticipated(match place {
        None => words,
        Some(index) => format!("edits[{index}]: {words} Nothing was changed."),
    })
}

fn on_lines(lines: &[usize]) -> String {
    let named: Vec<String> = lines
        .iter()
        .take(LINES_NAMED)
        .map(ToString::to_string)
        .collect();
    let more = match lines.len().saturating_sub(LINES_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("lines {}{more}", named.join(", "))
}
