//! Where in the arguments the engine is: a list on the stack that becomes text only when something is wrong.

use std::fmt::Write as _;

/// Most paths are no longer, in bytes.
const ROOM: usize = 32;

/// A place in the arguments.
#[derive(Debug, Clone, Copy)]
pub(super) enum Path<'a> {
    /// The arguments as a whole.
    Root,
    /// A member of an object.
    Name(&'a Self, &'a str),
    /// An item of a list.
    Item(&'a Self, usize),
}

impl Path<'_> {
    /// As in sentences: `items[0].name`.
    pub(super) fn name(&self) -> String {
        let mut text = String::with_capacity(ROOM);
        self.write_name(&mut text);
        text
    }

    fn write_name(&self, text: &mut String) {
        match self {
            Self::Root => {}
            Self::Name(parent, name) => {
                parent.write_name(text);
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(name);
            }
            Self::Item(parent, index) => {
                parent.write_name(text);
                let _ = write!(text, "[{index}]");
            }
        }
    }

    /// As a JSON Pointer (RFC 6901): `/items/0/name`.
    pub(super) fn pointer(&self) -> String {
        let mut text = String::with_capacity(ROOM);
        self.write_pointer(&mut text);
        text
    }

    fn write_pointer(&self, text: &mut String) {
        match self {
            Self::Root => {}
            Self::Name(parent, name) => {
                parent.write_pointer(text);
                text.push('/');
                if !name.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
                    text.push_str(name);
                } else {
                    text.push_str(&name.replace('~', "~0").replace('/', "~1"));
                }
            }
            Self::Item(parent, index) => {
                parent.write_pointer(text);
                let _ = write!(text, "/{index}");
            }
        }
    }
}
