//! A model, its tools and the loop between them, with nothing but an HTTP client beside toolc.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};
use toolc::executor::Executor;
use toolc::provider::{Definition, Provider};
use toolc::tool::{Context, Handler, ToolError};

mod api;

pub use api::Api;

toolc::include_tools!();

/// A model that has not come to an end after so many answers never will.
const ANSWERS: usize = 20;

/// Asks the model, runs the calls that it makes, sends the results back, and goes on until it only talks. What it says then.
pub async fn converse(
    api: &Api,
    executor: &Executor,
    question: &str,
) -> Result<String, Box<dyn Error>> {
    let cx = Context::empty();
    let tools: Vec<Definition> = executor.offer(&cx).iter().map(Definition::from).collect();
    let provider = Provider::new(api.target(), &tools)?;
    let mut messages = vec![json!({"role": "user", "content": question})];
    for _ in 0..ANSWERS {
        let answer = api.send(provider.tools(), &messages)?;
        // An answer that tells of an error is an error here.
        let calls = provider.calls(&answer)?;
        messages.push(api.message(&answer));
        if calls.is_empty() {
            return Ok(api.text(&answer));
        }
        // Side by side where the declaration allows it; a call that does not fit is answered, and never run.
        let results = executor.batch(calls, &cx).await;
        match provider.answer(&results) {
            Value::Array(each) => messages.extend(each),
            all => messages.push(all),
        }
    }
    Err("the model did not come to an end".into())
}

/// What is in stock.
#[derive(Debug)]
pub struct Shop {
    stock: Mutex<BTreeMap<String, i64>>,
}

impl Shop {
    /// A shop with these items.
    pub fn with<const N: usize>(items: [(&str, i64); N]) -> Self {
        let items = items.map(|(item, count)| (item.to_owned(), count));
        Self {
            stock: Mutex::new(items.into()),
        }
    }
}

impl Handler<tools::GetStock> for Shop {
    async fn call(&self, input: tools::GetStock, _: &Context) -> Result<i64, ToolError> {
        let stock = self.stock.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(stock.get(&input.item).copied().unwrap_or_default())
    }
}

impl Handler<tools::PlaceOrder> for Shop {
    async fn call(&self, input: tools::PlaceOrder, _: &Context) -> Result<String, ToolError> {
        let mut stock = self.stock.lock().unwrap_or_else(PoisonError::into_inner);
        let left = stock.entry(input.item.clone()).or_default();
        if *left < input.count {
            return Err(ToolError::anticipated(format!(
                "Only {left} of '{}' are in stock.",
                input.item
            )));
        }
        *left -= input.count;
        Ok(format!("Ordered {} of '{}'.", input.count, input.item))
    }
}
