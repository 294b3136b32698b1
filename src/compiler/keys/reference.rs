//! The reference page of the format: every table with its keys.

use super::{Kind, ROOT, Table, kinds_word, tables_below};

const HEAD: &str = "# The format of `tools.toml`

<!-- Written from the key tables of the compiler (`src/compiler/keys`). Change those, not this page. -->

TOML 1.0. Keys are kebab-case, names on the wire are written as they are on the wire, and the author's order is the
order of everything that is made from it. Everything is closed: an unknown key is an error, and so is an unknown
parameter in a call.
";

/// The page, as Markdown.
pub fn format_page() -> String {
    let mut page = HEAD.to_owned();
    for table in tables_below(&ROOT) {
        page += &section(table);
    }
    page
}

fn section(table: &Table) -> String {
    let mut text = format!("\n## `{}`\n\n{}\n\n", table.header, table.doc);
    text += "| key | value | says | example |\n| --- | --- | --- | --- |\n";
    for key in table.keys {
        let fits = if key.fits.is_empty() {
            String::new()
        } else {
            format!(" For {}.", key.fits_words())
        };
        let cells = [
            format!("`{}`", key.name),
            value(key.kinds),
            format!("{}{fits}", key.doc),
            format!("`{}`", key.example),
        ];
        let cells = cells.map(|cell| cell.replace('|', "\\|"));
        text += &format!("| {} |\n", cells.join(" | "));
    }
    text
}

/// The kinds of a value. The grammar of types is said once, on top of the page's tables.
fn value(kinds: &[Kind]) -> String {
    let of_itself = |kind: &Kind| matches!(kind, Kind::List(of) if std::ptr::eq(*of, kinds));
    if kinds.iter().any(of_itself) {
        return "a type: a name, an array of types, or a table (`items = { … }` below)".to_owned();
    }
    kinds_word(kinds)
}
