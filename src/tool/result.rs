//! What a call answers.

use crate::bind::Bindable;

/// What a tool answers: blocks for the model, and structured data beside them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Content {}

/// What a handler may return.
pub trait IntoContent {
    /// As content.
    fn into_content(self) -> Content;
}

impl IntoContent for Content {
    fn into_content(self) -> Content {
        self
    }
}

impl<T: Bindable> IntoContent for T {
    fn into_content(self) -> Content {
        Content {}
    }
}
