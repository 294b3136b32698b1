//! The golden code does what its schema says: what it publishes as valid binds, what it does not is refused, and what is
//! bound is what was sent.

use serde_json::{Value, json};
use toolc::tool::{Context, Handler, Tool, ToolError};

use crate::golden::{
    a_recursive_type_is_published_once as recursive,
    a_tagged_union_is_an_enum_of_records as tagged,
    an_untagged_union_is_tried_in_order as untagged, defaults_are_published_and_plain as defaults,
    enums_have_words_or_integers as enums, every_key_of_a_tool_reaches_its_spec as keys,
    lists_and_maps_nest as collections, nested_records_open_and_closed as nested,
    null_is_a_value_only_where_it_says_so as nulls, rust_names_differ_where_they_must as names,
    somebody_elses_schema_is_kept as raw,
};

/// Binds, and asks a second implementation whether the published schema agrees.
fn bind<T: Tool>(arguments: Value) -> Option<T> {
    let schema: Value = serde_json::from_str(&T::SPEC.input_schema).expect("a schema is JSON");
    let bound = T::bind(arguments.clone());
    assert_eq!(
        bound.is_ok(),
        jsonschema::is_valid(&schema, &arguments),
        "{arguments}: {bound:?}"
    );
    bound.ok()
}

#[test]
fn defaults_fill_what_is_not_sent() {
    let input: defaults::Defaults = bind(json!({"integer": 7})).expect("it is valid");
    let expected = defaults::Defaults {
        text: "a \"b\"".into(),
        empty: String::new(),
        integer: 7,
        number: 2.0,
        boolean: true,
        word: defaults::defaults::Word::Fast,
        words: vec!["a".into(), "b".into()],
        said: 10,
        silent: 1,
    };
    assert_eq!(input, expected);
}

#[test]
fn words_become_variants_and_go_back() {
    let input: enums::React = bind(json!({"reaction": "+1", "size": 4})).expect("it is valid");
    assert_eq!(input.reaction, enums::react::Reaction::ThumbsUp);
    assert_eq!(input.reaction.as_str(), "+1");
    assert_eq!(
        (input.order.as_str(), input.size, input.level),
        ("asc", 4, None)
    );
    assert_eq!(bind::<enums::React>(json!({"reaction": "-1"})), None);
    assert_eq!(
        bind::<enums::React>(json!({"reaction": "laugh", "size": 3})),
        None
    );
}

#[test]
fn a_type_that_contains_itself_is_bound_all_the_way_down() {
    let leaf = json!({"name": "leaf"});
    let tree = json!({"name": "root", "left": leaf, "children": [leaf], "by_name": {"a": leaf}});
    let input: recursive::Grow = bind(json!({"tree": tree})).expect("it is valid");
    let left = input.tree.left.expect("it was sent").into_inner();
    assert_eq!(
        (left.name.as_str(), &left),
        ("leaf", &input.tree.children[0])
    );
    assert_eq!(input.tree.by_name.expect("it was sent")["a"], left);
    assert_eq!(
        bind::<recursive::Grow>(json!({"tree": {"name": "root", "left": {}}})),
        None
    );
}

#[test]
fn a_tag_decides_which_record_is_bound() {
    use tagged::types::{Field, FieldVector};
    let input: tagged::CreateIndex =
        bind(json!({"field": {"kind": "vector", "dimensions": 3}})).expect("it is valid");
    assert_eq!(input.field, Field::Vector(FieldVector { dimensions: 3 }));
    for wrong in [
        json!({"kind": "vector"}),
        json!({"kind": "other"}),
        json!({"kind": "flag", "dimensions": 3}),
    ] {
        assert_eq!(bind::<tagged::CreateIndex>(json!({"field": wrong})), None);
    }
}

#[test]
fn the_first_alternative_that_fits_is_bound() {
    let input: untagged::Remind =
        bind(json!({"when": 5, "whom": ["a"], "target": {"room": "12"}})).expect("it is valid");
    assert_eq!(input.when, untagged::remind::When::Integer(5));
    assert_eq!(bind::<untagged::Remind>(json!({"when": true})), None);
}

#[test]
fn null_is_a_value_where_it_is_declared_as_one() {
    let input: nulls::Nulls = bind(
        json!({"required": null, "optional": null, "word": null, "record": null, "either": null}),
    )
    .expect("it is valid");
    assert_eq!(input.required, None);
    assert_eq!(input.optional, Some(None));
    assert_eq!(input.either, Some(None));
    let input: nulls::Nulls = bind(json!({"required": "x"})).expect("it is valid");
    assert_eq!(
        (input.required.as_deref(), input.optional),
        (Some("x"), None)
    );
    assert_eq!(bind::<nulls::Nulls>(json!({})), None);
}

#[test]
fn collections_nest() {
    let input: collections::Collect =
        bind(json!({"tags": ["a"], "matrix": [[1, 2.5], []], "pages": {"x": [{"title": "T"}]}}))
            .expect("it is valid");
    assert_eq!(input.matrix, Some(vec![vec![1.0, 2.5], vec![]]));
    assert_eq!(input.pages.expect("it was sent")["x"][0].title, "T");
    assert_eq!(bind::<collections::Collect>(json!({"tags": []})), None);
    assert_eq!(
        bind::<collections::Collect>(json!({"tags": ["a"], "labels": {"b": 1}})),
        None
    );
}

#[test]
fn an_open_record_keeps_what_else_it_holds() {
    let input: nested::Configure =
        bind(json!({"window": {"width": 1}, "settings": {"theme": "dark", "more": [1]}}))
            .expect("it is valid");
    let settings = input.settings.expect("it was sent");
    assert_eq!(settings.rest["more"], json!([1]));
    assert_eq!(input.window.height, 10);
    assert_eq!(
        bind::<nested::Configure>(json!({"window": {"width": 1, "more": 1}})),
        None
    );
}

#[test]
fn names_on_the_wire_are_never_converted() {
    let input: names::SearchIssues =
        bind(json!({"-i": true, "perPage": 5, "type": "bug"})).expect("it is valid");
    assert_eq!((input.ignore_case, input.per_page), (true, Some(5)));
    assert_eq!(
        bind::<names::SearchIssues>(json!({"ignore_case": true})),
        None
    );
}

#[test]
fn somebody_elses_schema_leaves_json() {
    let input: raw::Legacy = bind(json!({"q": "x"})).expect("it is valid");
    assert_eq!(input.arguments, json!({"q": "x"}));
    let input: raw::Half = bind(json!({"filter": {"a": 1}})).expect("it is valid");
    assert_eq!(input.filter, json!({"a": 1}));
}

#[test]
fn a_spec_says_what_was_declared() {
    insta::assert_debug_snapshot!(keys::SPECS);
}

#[test]
fn a_tool_is_found_by_its_name() {
    let found = ["Look", "Put", "Watch", "look"].map(keys::position);
    assert_eq!(found, [Some(0), Some(3), None, None]);
}

/// Everything of a generated toolset that takes part in a call.
#[tokio::test]
async fn a_generated_toolset_runs() {
    struct Gardener;
    impl Handler<recursive::Grow> for Gardener {
        async fn call(
            &self,
            input: recursive::Grow,
            _: &Context,
        ) -> Result<recursive::types::Tree, ToolError> {
            Ok(input.tree)
        }
    }
    let tools = recursive::toolset(Gardener);
    let arguments = json!({"tree": {"name": "oak", "left": {"name": "twig"}}});
    let result = toolc::testing::call(tools, "grow", arguments)
        .await
        .expect("one toolset");
    assert!(result.is_success(), "{result:?}");
    // What was not sent and has no default is not sent back; what has one is.
    let twig = json!({"name": "twig", "children": []});
    assert_eq!(
        result.content().structured_data(),
        Some(&json!({"name": "oak", "left": twig, "children": []}))
    );
}
