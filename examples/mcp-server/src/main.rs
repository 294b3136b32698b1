//! A server of one's own tools, for every agent that speaks MCP. The three lines that make it one are those of `main`.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use toolc::executor::Executor;
use toolc::tool::{Context, Handler, ToolError};

toolc::include_tools!();

struct Table;

impl Handler<tools::Roll> for Table {
    async fn call(&self, input: tools::Roll, _: &Context) -> Result<Vec<i64>, ToolError> {
        // Every state of a hasher starts from another random seed.
        let roll = |die| (RandomState::new().hash_one(die) % input.sides.unsigned_abs()) as i64 + 1;
        Ok((0..input.dice).map(roll).collect())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let executor = Executor::builder().tools(tools::toolset(Table)).build()?;
    toolc::mcp::serve_stdio(executor, &Context::empty()).await?;
    Ok(())
}
