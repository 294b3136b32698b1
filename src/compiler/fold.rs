//! A declaration that is too long for a line, on the lines that the printer would give it.
//!
//! It knows only what the templates print after `=`: calls, chains of them, references, lists, tuples, names and literals,
//! and nothing of types or statements. What it does not know it leaves to the printer. That both agree is a test's business,
//! as with all that is settled.

mod read;

use super::layout::hug;

/// So many columns has a line of the printer; so many are left of it however far it is indented.
const COLUMNS: usize = 89;
const LEAST: usize = 60;
const INDENT: isize = 4;

/// `static NAME: Type = expression;` or a constant, of whatever visibility and so far to the right, on as many lines as it takes.
pub(super) fn fold(line: &str, indent: usize) -> Option<String> {
    if line.len() <= COLUMNS {
        return Some(format!("{line}\n"));
    }
    let start = line.find(" = ")? + " = ".len();
    let (before, expression) = line.split_at(start);
    let mut pieces = read::pieces(expression)?;
    measure(&mut pieces);
    Some(hug(&printed(before, indent, &pieces)))
}

/// Something that is printed, or a place where a line may end.
#[derive(Debug, Clone, Copy)]
enum Kind<'a> {
    Text(&'a str),
    /// What follows stands on one line or, moved to the right, has its lines end wherever they may.
    Open(isize),
    /// What follows has its lines end only where they must.
    Fill,
    Close,
    /// Where a line may end.
    Break(End),
}

/// How a line ends, and what stands there if it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// Behind an opening bracket, and before a method.
    Plain,
    /// Behind a comma.
    Blank,
    /// Before a closing bracket: after a comma, and the bracket is moved to the left.
    Comma,
}

#[derive(Debug)]
struct Piece<'a> {
    kind: Kind<'a>,
    /// The columns that have to be left for it, up to where the line may end next.
    reach: usize,
}

/// How far each piece reaches. Behind a group, more may stand on the line than what is in it.
fn measure(pieces: &mut [Piece<'_>]) {
    // Columns up to the end of everything: from here, from the next break, and from the one after each open group.
    let (mut here, mut next) = (0, 0);
    let mut after = Vec::new();
    for piece in pieces.iter_mut().rev() {
        match piece.kind {
            Kind::Text(text) => here += text.len(),
            Kind::Close => after.push(next),
            Kind::Open(_) | Kind::Fill => piece.reach = here - after.pop().unwrap_or_default(),
            Kind::Break(end) => {
                here += usize::from(end == End::Blank);
                piece.reach = here - next;
                next = here;
            }
        }
    }
}

/// A group that is being printed.
#[derive(Debug, Clone, Copy)]
struct Group {
    /// Do its lines end wherever they may, or only where they must?
    broken: Option<Broken>,
    /// What is around it starts so far to the right.
    around: isize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Broken {
    Everywhere,
    Filled,
}

fn printed(before: &str, indent: usize, pieces: &[Piece<'_>]) -> String {
    let mut printed = before.to_owned();
    let mut left = COLUMNS.saturating_sub(before.len());
    let mut indent = indent.cast_signed();
    let mut groups = Vec::new();
    let mut broken = None;
    for piece in pieces {
        match piece.kind {
            Kind::Text(text) => {
                printed.push_str(text);
                left = left.saturating_sub(text.len());
            }
            Kind::Open(right) => {
                groups.push(Group {
                    broken,
                    around: indent,
                });
                broken = (piece.reach > left).then_some(Broken::Everywhere);
                indent += if broken.is_some() { right } else { 0 };
            }
            Kind::Fill => {
                groups.push(Group {
                    broken,
                    around: indent,
                });
                broken = (piece.reach > left).then_some(Broken::Filled);
            }
            Kind::Close => {
                let group = groups.pop();
                (broken, indent) = group.map_or((None, 0), |group| (group.broken, group.around));
            }
            Kind::Break(end) => {
                let ends = match broken {
                    None => false,
                    Some(Broken::Everywhere) => true,
                    Some(Broken::Filled) => piece.reach > left,
                };
                if ends {
                    printed.push_str(if end == End::Comma { ",\n" } else { "\n" });
                    let left_of_it = indent - if end == End::Comma { INDENT } else { 0 };
                    let column = usize::try_from(left_of_it).unwrap_or_default();
                    (0..column).for_each(|_| printed.push(' '));
                    left = LEAST.max(COLUMNS.saturating_sub(column));
                } else if end == End::Blank {
                    printed.push(' ');
                    left = left.saturating_sub(1);
                }
            }
        }
    }
    printed.push('\n');
    printed
}
