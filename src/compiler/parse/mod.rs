//! Text to [`raw`](super::raw): recoverable, without serde, which would stop at the first mistake.
//!
//! After it, every name and value has a place, every key is one of the format's and every value of a kind that its key takes.
//! After a syntax error, only tables that end before it are judged: what follows may have been torn apart.

mod misplaced;
mod plain;
mod syntax;
mod walk;

use toml::de::DeTable;

use super::diagnostic::Diagnostic;
use super::keys;
use super::raw::{self, Data};

/// Reads a file. `index` is its place among the sources.
pub(super) fn parse(index: usize, text: &str, diagnostics: &mut Vec<Diagnostic>) -> raw::File {
    let (root, errors) = DeTable::parse_recoverable(text);
    let syntax = syntax::judge(index, text, &errors);
    diagnostics.extend(syntax.diagnostics);

    let mut walk = walk::Walk::new(index, syntax.refused);
    let root = walk.table(&keys::ROOT, root.get_ref(), 0..0);
    let whole = |diagnostic: &Diagnostic| {
        diagnostic
            .span
            .is_some_and(|span| span.end <= syntax.whole_until)
    };
    diagnostics.extend(walk.diagnostics.into_iter().filter(whole));

    let mut file = raw::File {
        partial: syntax.whole_until < text.len(),
        ..raw::File::default()
    };
    for entry in root.entries {
        match (entry.key.name, entry.value.data) {
            ("toolset", Data::Table(table)) => file.toolset = Some(table),
            ("defaults", Data::Table(table)) => file.defaults = Some(table),
            ("tools", Data::Named(named)) => file.tools = named,
            ("groups", Data::Named(named)) => file.groups = named,
            ("types", Data::Named(named)) => file.types = named,
            _ => {}
        }
    }
    if file.partial {
        let items = [&mut file.tools, &mut file.groups, &mut file.types];
        for item in items.into_iter().flatten() {
            let reach = item.value.reach().max(item.name.span.end);
            item.whole = reach <= syntax.whole_until;
        }
        file.toolset
            .take_if(|table| table.reach() > syntax.whole_until);
        file.defaults
            .take_if(|table| table.reach() > syntax.whole_until);
    }
    file
}
