//! Text as it stands in files: encodings, numbered lines, the view that is searched, the difference that is shown.
//!
//! Nothing here opens a file; everything works on bytes and readers, and can therefore be tested as arithmetic.

mod charset;
mod difference;
mod excerpt;
mod view;

pub use charset::{Charset, Unencodable};
pub use difference::unified;
pub use excerpt::{Excerpt, Lines, Seen, excerpt};
pub use view::{Ending, View};
