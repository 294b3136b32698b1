//! `cargo run -- "Order a lamp, if there is one."`, with `ANTHROPIC_API_KEY` or `OPENAI_API_KEY` in the environment, `MODEL`, and
//! `BASE_URL` for another address.

use std::env;
use std::error::Error;

use agent_loop::{Api, Shop, converse, tools};
use toolc::executor::Executor;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let question = env::args().nth(1).ok_or("what is the question?")?;
    let model = env::var("MODEL")?;
    let base = env::var("BASE_URL");
    let api = match (env::var("ANTHROPIC_API_KEY"), env::var("OPENAI_API_KEY")) {
        (Ok(key), _) => {
            let base = base.as_deref().unwrap_or("https://api.anthropic.com");
            Api::anthropic(base, &key, &model)
        }
        (_, Ok(key)) => {
            let base = base.as_deref().unwrap_or("https://api.openai.com");
            Api::openai(base, &key, &model)
        }
        _ => return Err("there is no key in the environment".into()),
    };
    let shop = Shop::with([("lamp", 3), ("chair", 0)]);
    let executor = Executor::builder().tools(tools::toolset(shop)).build()?;
    println!("{}", converse(&api, &executor, &question).await?);
    Ok(())
}
