//! What a page says, without what makes it a page.

use std::rc::Rc;

use htmd::{HtmlToMarkdown, Node};
use markup5ever_rcdom::NodeData;

/// The deepest page that is turned into Markdown, which is a recursive walk. Browsers stop at about the same depth.
const DEEPEST: usize = 512;

/// What holds no text for a reader.
const SILENT: [&str; 5] = ["script", "style", "noscript", "template", "head"];

/// A page as Markdown; a page of absurd depth as text.
pub(crate) fn markdown(html: &str) -> String {
    let converter = HtmlToMarkdown::builder().skip_tags(SILENT.to_vec()).build();
    match converter.html_to_tree(html) {
        Ok(tree) if depth(&tree) <= DEEPEST => converter.tree_to_markdown(&tree),
        Ok(tree) => text_of(&tree),
        // Reading from memory does not fail; if it does, the page itself is the best answer.
        Err(_) => html.to_owned(),
    }
}

/// The text of a page, a line for each block.
pub(crate) fn text(html: &str) -> String {
    match HtmlToMarkdown::new().html_to_tree(html) {
        Ok(tree) => text_of(&tree),
        Err(_) => html.to_owned(),
    }
}

fn depth(tree: &Rc<Node>) -> usize {
    let mut deepest = 0;
    let mut open = vec![(tree.clone(), 1)];
    while let Some((node, depth)) = open.pop() {
        deepest = deepest.max(depth);
        let children = node.children.borrow();
        open.extend(children.iter().map(|child| (child.clone(), depth + 1)));
    }
    deepest
}

fn text_of(tree: &Rc<Node>) -> String {
    enum Step {
        Enter(Rc<Node>),
        Break,
    }
    let mut lines = vec![String::new()];
    let mut open = vec![Step::Enter(tree.clone())];
    while let Some(step) = open.pop() {
        let node = match step {
            Step::Enter(node) => node,
            Step::Break => {
                lines.push(String::new());
                continue;
            }
        };
        match &node.data {
            NodeData::Text { contents } => {
                let line = lines.len() - 1;
                lines[line].push_str(&contents.borrow());
            }
            NodeData::Element { name, .. } if SILENT.contains(&&*name.local) => continue,
            NodeData::Element { name, .. } if !is_inline(&name.local) => {
                lines.push(String::new());
                open.push(Step::Break);
            }
            _ => {}
        }
        let children = node.children.borrow();
        open.extend(children.iter().rev().cloned().map(Step::Enter));
    }
    let words = |line: &String| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = lines
        .iter()
        .map(words)
        .filter(|line| !line.is_empty())
        .collect();
    lines.join("\n")
}

/// Does it stand within a line?
fn is_inline(tag: &str) -> bool {
    matches!(
        tag,
        "a" | "abbr"
            | "b"
            | "bdi"
            | "bdo"
            | "cite"
            | "code"
            | "data"
            | "del"
            | "dfn"
            | "em"
            | "font"
            | "i"
            | "img"
            | "ins"
            | "kbd"
            | "label"
            | "mark"
            | "q"
            | "s"
            | "samp"
            | "small"
            | "span"
            | "strong"
            | "sub"
            | "sup"
            | "time"
            | "tt"
            | "u"
            | "var"
            | "wbr"
    )
}
