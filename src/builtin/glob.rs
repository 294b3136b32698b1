//! `Glob`: the files whose path matches a pattern, the most recently changed first.

use std::ops::ControlFlow;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use globset::{GlobBuilder, GlobMatcher};

use super::fs::{Found, Kind, Scope};
use super::paths::{locate, shown};
use super::tools;
use super::unreadable::Unreadable;
use super::workspace::{Workspace, file_error};
use crate::tool::{Context, Handler, ToolError, spawn_blocking};

/// After how many files progress is told.
const PROGRESS: u64 = 1024;

impl Handler<tools::Glob> for Workspace {
    async fn call(&self, input: tools::Glob, cx: &Context) -> Result<String, ToolError> {
        let root = locate(cx, "path", &input.path)?;
        let workspace = self.clone();
        spawn_blocking(cx, move |cx| workspace.glob(&input, &root, cx)).await
    }
}

impl Workspace {
    fn glob(&self, input: &tools::Glob, root: &Path, cx: &Context) -> Result<String, ToolError> {
        let name = shown(cx, root);
        let folder = self
            .files
            .metadata(root)
            .map_err(|e| file_error(&name, e))?;
        if folder.kind != Kind::Folder {
            return Err(ToolError::invalid_parameter(format!(
                "path '{name}' is not a folder"
            )));
        }
        let pattern = Pattern::new(&input.pattern, root)?;
        let mut found: Vec<(Option<SystemTime>, PathBuf)> = Vec::new();
        let mut unreadable = Unreadable::default();
        let mut seen = 0_u64;
        self.files
            .walk(root, pattern.scope, &mut |entry| {
                seen += 1;
                if seen.is_multiple_of(PROGRESS) {
                    cx.progress(seen, None, "files seen");
                }
                match entry {
                    Found::File(path) if pattern.matches(root, &path) => {
                        let file = self.files.metadata(&path).ok();
                        found.push((file.and_then(|file| file.modified), path));
                    }
                    Found::File(_) => {}
                    Found::Unreadable(path, _) => unreadable.add(shown(cx, &path)),
                }
                if cx.is_cancelled() {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })
            .map_err(|e| file_error(&name, e))?;
        if let Some(reason) = cx.signal().reason() {
            return Err(ToolError::anticipated(format!(
                "Glob interrupted: {reason}"
            )));
        }

        // The walk came by path, and a stable sort keeps that among files of one time.
        found.sort_by_key(|(modified, _)| std::cmp::Reverse(*modified));
        let limit = usize::try_from(input.head_limit).unwrap_or(usize::MAX);
        let left_out = found.len().saturating_sub(limit);
        let mut lines: Vec<String> = found
            .iter()
            .take(limit)
            .map(|(_, path)| shown(cx, path))
            .collect();
        if lines.is_empty() {
            lines.push(format!("No files found for pattern: {}", input.pattern));
        }
        if left_out > 0 {
            lines.push(format!(
                "[{left_out} files that changed earlier are left out. Narrow the pattern, or raise head_limit.]"
            ));
        }
        lines.extend(unreadable.note());
        Ok(lines.join("\n"))
    }
}

/// A pattern for paths below a folder, with the rules of the allow-list's patterns.
struct Pattern {
    matcher: GlobMatcher,
    scope: Scope,
}

impl Pattern {
    fn new(text: &str, root: &Path) -> Result<Self, ToolError> {
        if text.trim().is_empty() {
            return Err(ToolError::invalid_parameter("pattern cannot be empty"));
        }
        // Models like to repeat the folder in front of the pattern; that is the same pattern.
        let path = Path::new(text);
        let below = path.strip_prefix(root).unwrap_or(path);
        let below = below.strip_prefix(".").unwrap_or(below);
        let inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if !below.components().all(inside) {
            return Err(ToolError::invalid_parameter(format!(
                "pattern '{text}' leads out of the folder that is searched; name that folder in path"
            )));
        }
        let text = below.to_string_lossy();
        let glob = GlobBuilder::new(&text)
            .literal_separator(true)
            .backslash_escape(true)
            .build()
            .map_err(|e| {
                ToolError::invalid_parameter(format!("pattern '{text}' is no glob: {}", e.kind()))
                    .with_source(e)
            })?;
        // Who writes the leading dot asks for hidden files.
        let hidden = text.split('/').any(|part| part.starts_with('.'));
        Ok(Self {
            matcher: glob.compile_matcher(),
            scope: if hidden {
                Scope::Everything
            } else {
                Scope::Project
            },
        })
    }

    fn matches(&self, root: &Path, path: &Path) -> bool {
        path.strip_prefix(root)
            .is_ok_and(|below| self.matcher.is_match(below))
    }
}
