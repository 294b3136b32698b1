//! Text as it stands in files: encodings, numbered lines, the view that is searched, the difference that is shown.
//!
//! Nothing here opens a file; everything works on bytes and readers, and can therefore be tested as arithmetic.

mod charset;
mod difference;
mod excerpt;
mod replacement;
mod view;

pub(super) use charset::{Charset, Unencodable};
pub(super) use difference::unified;
pub(super) use excerpt::{Lines, Seen, excerpt};
pub(super) use replacement::{Occurrences, Replacement, Unfit, replace};
pub(super) use view::{Ending, View};
