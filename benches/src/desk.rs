//! Handlers that do next to nothing, so that what is left is what surrounds them.

use toolc::tool::{Context, Handler, ToolError};

use crate::tools;

/// The state behind the tools of the cases.
#[derive(Debug, Clone, Copy)]
pub struct Desk;

macro_rules! answers {
    ($($tool:ident),* $(,)?) => {
        $(
            impl Handler<tools::$tool> for Desk {
                async fn call(&self, input: tools::$tool, _cx: &Context) -> Result<String, ToolError> {
                    std::hint::black_box(input);
                    Ok(String::from("done"))
                }
            }
        )*
    };
}

answers!(Read, Grep, Edit, TodoWrite, CreateIssue, BookTrip, Plot);
