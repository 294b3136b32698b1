//! The loop against a server that answers from a script.

mod stand_in;

use agent_loop::{Api, Shop, converse, tools};
use serde_json::{Value, json};
use stand_in::StandIn;
use toolc::executor::Executor;

/// What the wrong call is told: its place, what is valid there, and that nothing ran.
const TOLD: &str = "Invalid input for tool 'place_order':\n\
    Parameter 'count' is required (type: integer). The tool was not executed.\n\
    Unknown parameter 'cuont'. Did you mean 'count'? The tool was not executed.";

fn executor() -> Executor {
    let shop = Shop::with([("lamp", 3), ("chair", 0)]);
    let executor = Executor::builder().tools(tools::toolset(shop)).build();
    executor.expect("one toolset")
}

fn lamp() -> Value {
    json!({"item": "lamp"})
}

fn chair() -> Value {
    json!({"item": "chair"})
}

#[tokio::test]
async fn in_the_form_of_anthropic() {
    let call = |id: &str, tool: &str, input: Value| json!({"type": "tool_use", "id": id, "name": tool, "input": input});
    let answer =
        |content: Value| json!({"type": "message", "role": "assistant", "content": content});
    let script = [
        answer(json!([{"type": "text", "text": "Let me see."}, call("a", "get_stock", lamp())])),
        answer(json!([
            call("b", "get_stock", lamp()),
            call("c", "get_stock", chair())
        ])),
        answer(json!([call(
            "d",
            "place_order",
            json!({"item": "lamp", "cuont": 1})
        )])),
        answer(json!([call(
            "e",
            "place_order",
            json!({"item": "lamp", "count": 1})
        )])),
        answer(json!([{"type": "text", "text": "Your lamp is on its way."}])),
    ];
    let server = StandIn::answering(script.clone());
    let api = Api::anthropic(server.base(), "a key", "a model");
    let said = converse(&api, &executor(), "A lamp, please.").await;
    assert_eq!(said.expect("an end"), "Your lamp is on its way.");

    let requests = server.requests();
    assert_eq!(requests.len(), script.len());
    assert_eq!(requests[0]["tools"][0]["name"], "get_stock");
    assert_eq!(
        requests[0]["tools"][0]["input_schema"]["required"],
        json!(["item"])
    );
    let question = json!({"role": "user", "content": "A lamp, please."});
    assert_eq!(requests[0]["messages"], json!([question]));
    for (before, (request, answer)) in requests.iter().zip(requests[1..].iter().zip(&script)) {
        let (before, messages) = (list(&before["messages"]), list(&request["messages"]));
        assert_eq!(messages[..before.len()], before, "nothing is forgotten");
        let said = json!({"role": "assistant", "content": answer["content"]});
        assert_eq!(messages[before.len()], said);
        assert_eq!(messages.len(), before.len() + 2);
    }
    let results =
        |at: usize| list(&requests[at]["messages"]).last().expect("results")["content"].clone();
    let result = |id: &str, text: &str| {
        let content = json!([{"type": "text", "text": text}]);
        json!({"type": "tool_result", "tool_use_id": id, "content": content})
    };
    assert_eq!(results(1), json!([result("a", "3")]));
    assert_eq!(results(2), json!([result("b", "3"), result("c", "0")]));
    let mut refused = result("d", TOLD);
    refused["is_error"] = true.into();
    assert_eq!(results(3), json!([refused]));
    assert_eq!(results(4), json!([result("e", "Ordered 1 of 'lamp'.")]));
}

#[tokio::test]
async fn in_the_form_of_openai() {
    let call = |id: &str, tool: &str, input: Value| {
        let function = json!({"name": tool, "arguments": input.to_string()});
        json!({"id": id, "type": "function", "function": function})
    };
    let answer = |calls: Value| json!({"choices": [{"message": {"role": "assistant", "content": null, "tool_calls": calls}}]});
    let script = [
        answer(json!([call("a", "get_stock", lamp())])),
        answer(json!([
            call("b", "get_stock", lamp()),
            call("c", "get_stock", chair())
        ])),
        answer(json!([call(
            "d",
            "place_order",
            json!({"item": "lamp", "cuont": 1})
        )])),
        json!({"choices": [{"message": {"role": "assistant", "content": "I could not order it."}}]}),
    ];
    let server = StandIn::answering(script.clone());
    let api = Api::openai(server.base(), "a key", "a model");
    let said = converse(&api, &executor(), "A lamp, please.").await;
    assert_eq!(said.expect("an end"), "I could not order it.");

    let requests = server.requests();
    assert_eq!(requests.len(), script.len());
    assert_eq!(requests[0]["tools"][1]["function"]["name"], "place_order");
    let result =
        |id: &str, text: &str| json!({"role": "tool", "tool_call_id": id, "content": text});
    let after = |at: usize, results: usize| {
        let messages = list(&requests[at]["messages"]);
        let answer = messages.len() - results - 1;
        assert_eq!(messages[answer], script[at - 1]["choices"][0]["message"]);
        Value::from(&messages[answer + 1..])
    };
    assert_eq!(after(1, 1), json!([result("a", "3")]));
    assert_eq!(after(2, 2), json!([result("b", "3"), result("c", "0")]));
    assert_eq!(after(3, 1), json!([result("d", TOLD)]));
}

#[tokio::test]
async fn what_the_api_refuses_is_told() {
    let error =
        json!({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}});
    let server = StandIn::answering([error]);
    let api = Api::anthropic(server.base(), "a key", "a model");
    let said = converse(&api, &executor(), "A lamp, please.").await;
    let said = said.expect_err("a refusal").to_string();
    assert!(said.contains("Overloaded"), "{said}");
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}
