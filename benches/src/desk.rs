//! Handlers that do next to nothing, or nothing but wait, so that what is left is what surrounds them.

use std::time::Duration;

use toolc::tool::{Context, Handler, ToolError};

use crate::tools;

/// The state behind the tools of the cases.
#[derive(Debug, Clone, Copy)]
pub struct Desk;

/// The same where every call takes this long, without work.
#[derive(Debug, Clone, Copy)]
pub struct SlowDesk(pub Duration);

macro_rules! answers {
    ($($tool:ident),* $(,)?) => {
        $(
            impl Handler<tools::$tool> for Desk {
                async fn call(&self, input: tools::$tool, _cx: &Context) -> Result<String, ToolError> {
                    std::hint::black_box(input);
                    Ok(String::from("done"))
                }
            }

            impl Handler<tools::$tool> for SlowDesk {
                async fn call(&self, input: tools::$tool, _cx: &Context) -> Result<String, ToolError> {
                    std::hint::black_box(input);
                    tokio::time::sleep(self.0).await;
                    Ok(String::from("done"))
                }
            }
        )*
    };
}

answers!(Read, Grep, Edit, TodoWrite, CreateIssue, BookTrip, Plot);
