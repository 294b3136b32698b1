//! Lexical folding of paths: absolute, no `.`, no `..`, one separator between names, none at the end.
//!
//! A pure function over the platform's rules, so that both platforms' are tested on either. It never asks the file
//! system: symbolic links stay as they are, and so the folded text has to be what is opened too, or something else would
//! be judged than what runs.

/// Whose rules for paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// `/` separates, and nothing else does.
    Posix,
    /// `/` and `\` separate, drives and shares come first. A folded path is written with `/`, as patterns are.
    Windows,
}

impl Style {
    /// The rules of the platform that this was built for.
    pub const fn native() -> Self {
        if cfg!(windows) {
            Self::Windows
        } else {
            Self::Posix
        }
    }

    fn separates(self, c: char) -> bool {
        c == '/' || (self == Self::Windows && c == '\\')
    }
}

/// Why a path has no folded form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unfoldable {
    /// Nothing, or only white space.
    Blank,
    /// It holds a NUL, which no system call can be handed whole.
    Nul,
    /// It is relative, and there is no working directory.
    NoBase,
    /// The working directory is itself not absolute.
    RelativeBase,
    /// Windows: relative to a drive's own working directory (`C:x`), or to the drive when that is not known.
    DriveRelative,
    /// Windows: a device (`NUL`, `com1.txt`) or a verbatim path (`\\?\`, `\\.\`), for which other rules hold.
    Device,
    /// Windows: a name that the system reads as another one: with a stream (`a:b`), or ending in a dot or a blank.
    AliasedName,
}

/// Folds a path. A relative one is read from `base`, which has to be absolute.
///
/// `..` at the root stays at the root, as POSIX says. Folding a folded path changes nothing.
///
/// ```
/// use toolc::permission::{Style, fold};
///
/// assert_eq!(fold(Style::Posix, "../../etc/passwd", Some("/srv/proj")).as_deref(), Ok("/etc/passwd"));
/// ```
///
/// # Errors
///
/// A path for which there is no one answer.
pub fn fold(style: Style, path: &str, base: Option<&str>) -> Result<String, Unfoldable> {
    if path.trim().is_empty() {
        return Err(Unfoldable::Blank);
    }
    if path.contains('\0') || base.is_some_and(|base| base.contains('\0')) {
        return Err(Unfoldable::Nul);
    }
    let (root, rest) = root(style, path)?;
    match root {
        Root::Whole(root) => names(style, root, "", rest),
        Root::Relative | Root::Rooted => {
            let base = base.ok_or(match root {
                Root::Rooted => Unfoldable::DriveRelative,
                _ => Unfoldable::NoBase,
            })?;
            let (Root::Whole(top), below) = self::root(style, base)? else {
                return Err(Unfoldable::RelativeBase);
            };
            let below = if root == Root::Rooted { "" } else { below };
            names(style, top, below, rest)
        }
    }
}

#[derive(Debug, PartialEq)]
enum Root {
    /// The folded root, without a separator at its end: empty on POSIX, `C:` or `//server/share` on Windows.
    Whole(String),
    /// Windows: `\x`, on whatever drive.
    Rooted,
    /// No root.
    Relative,
}

/// Takes the root off a path.
fn root(style: Style, path: &str) -> Result<(Root, &str), Unfoldable> {
    if style == Style::Posix {
        return Ok(match path.strip_prefix('/') {
            Some(rest) => (Root::Whole(String::new()), rest),
            None => (Root::Relative, path),
        });
    }
    let separates = |c: char| style.separates(c);
    let mut start = path.chars();
    let (first, second) = (start.next(), start.next());
    if first.is_some_and(separates) && second.is_some_and(separates) {
        let mut parts = path[2..].splitn(3, separates);
        let (server, share) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        if matches!(server, "?" | ".") || server.is_empty() || share.is_empty() {
            return Err(Unfoldable::Device);
        }
        for name in [server, share] {
            ordinary(name)?;
        }
        let rest = parts.next().unwrap_or("");
        return Ok((Root::Whole(format!("//{server}/{share}")), rest));
    }
    if first.is_some_and(|c| c.is_ascii_alphabetic()) && second == Some(':') {
        return match path[2..].strip_prefix(separates) {
            Some(rest) => Ok((Root::Whole(path[..2].to_owned()), rest)),
            None => Err(Unfoldable::DriveRelative),
        };
    }
    Ok(match path.strip_prefix(separates) {
        Some(rest) => (Root::Rooted, rest),
        None => (Root::Relative, path),
    })
}

/// Puts the names of `below` and then of `rest` behind a root.
fn names(style: Style, root: String, below: &str, rest: &str) -> Result<String, Unfoldable> {
    let mut folded = root;
    let floor = folded.len();
    folded.reserve(below.len() + rest.len() + 2);
    for name in [below, rest]
        .iter()
        .flat_map(|part| part.split(|c| style.separates(c)))
    {
        match name {
            "" | "." => {}
            ".." => {
                let end = folded[floor..].rfind('/').map_or(floor, |at| floor + at);
                folded.truncate(end);
            }
            name => {
                if style == Style::Windows {
                    ordinary(name)?;
                }
                folded.push('/');
                folded.push_str(name);
            }
        }
    }
    if folded.len() == floor {
        folded.push('/');
    }
    Ok(folded)
}

/// Refuses names of Windows that reach another file than they seem to.
fn ordinary(name: &str) -> Result<(), Unfoldable> {
    if name.contains(':') || name.ends_with(['.', ' ']) {
        return Err(Unfoldable::AliasedName);
    }
    if is_device(name) {
        return Err(Unfoldable::Device);
    }
    Ok(())
}

/// Names that are devices in every folder, whatever extension follows.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let stem = stem.to_ascii_uppercase();
    let numbered = |port: &str| {
        let number = stem.strip_prefix(port).unwrap_or_default();
        matches!(number, "¹" | "²" | "³") || matches!(number.as_bytes(), [b'0'..=b'9'])
    };
    let named = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
    named.contains(&stem.as_str()) || numbered("COM") || numbered("LPT")
}
