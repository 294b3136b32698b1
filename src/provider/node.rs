//! Walking and mending a JSON Schema: what every provider wants put right.

use serde_json::{Map, Value, json};

/// An object of a schema.
pub(super) type Node = Map<String, Value>;

/// A tool's schema as every provider can read it: the root is an object schema, and so is every node in it.
///
/// `true`, "any value", is a schema that strict clients refuse, with all other tools of the same request.
pub(super) fn sound(schema: &Value) -> Node {
    let mut root = match rebuilt(schema, &mut |node| node) {
        Value::Object(root) => root,
        _ => Node::new(),
    };
    let types = root.get("type");
    let is_object = types.is_some_and(|word| word == "object" || word == "OBJECT");
    if !is_object {
        root.shift_remove("type");
        root.shift_insert(0, "type".into(), "object".into());
    }
    root
}

/// The schema with every node in it changed, the innermost first.
pub(super) fn rebuilt(schema: &Value, change: &mut dyn FnMut(Node) -> Node) -> Value {
    let node = match schema {
        Value::Bool(false) => return json!({"not": {}}),
        Value::Object(node) => node,
        _ => return Node::new().into(),
    };
    let mut inside = Node::new();
    for (key, value) in node {
        let value = match (key.as_str(), value) {
            // There a boolean is the usual word, and everybody reads it.
            ("additionalProperties" | "unevaluatedProperties", Value::Bool(_)) => value.clone(),
            (
                "properties" | "$defs" | "definitions" | "patternProperties" | "dependentSchemas",
                Value::Object(schemas),
            ) => {
                let schemas = schemas.iter();
                let schemas = schemas.map(|(name, it)| (name.clone(), rebuilt(it, change)));
                Value::Object(schemas.collect())
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems" | "items", Value::Array(schemas)) => {
                schemas.iter().map(|it| rebuilt(it, change)).collect()
            }
            (
                "items"
                | "additionalProperties"
                | "not"
                | "if"
                | "then"
                | "else"
                | "contains"
                | "propertyNames"
                | "unevaluatedItems"
                | "unevaluatedProperties",
                Value::Bool(_) | Value::Object(_),
            ) => rebuilt(value, change),
            _ => value.clone(),
        };
        inside.insert(key.clone(), value);
    }
    change(inside).into()
}

/// Adds a sentence to a node's description.
pub(super) fn say(node: &mut Node, sentence: &str) {
    let text = match node.get("description") {
        Some(Value::String(text)) if text.contains(sentence) => return,
        Some(Value::String(text)) if !text.is_empty() => format!("{} {sentence}", text.trim_end()),
        _ => sentence.to_owned(),
    };
    node.insert("description".into(), text.into());
}

/// Takes a keyword out of a node, and says in the description what it said. Our own check enforces it all the same.
pub(super) fn drop_saying(node: &mut Node, keyword: &str) {
    let Some(value) = node.shift_remove(keyword) else {
        return;
    };
    let shown = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let count = |one: &str, many: &str| match value.as_u64() {
        Some(1) => format!("1 {one}"),
        _ => format!("{value} {many}"),
    };
    let sentence = match keyword {
        "minimum" => format!("At least {value}."),
        "maximum" => format!("At most {value}."),
        "exclusiveMinimum" => format!("Greater than {value}."),
        "exclusiveMaximum" => format!("Less than {value}."),
        "multipleOf" => format!("A multiple of {value}."),
        "minLength" => format!("At least {}.", count("character", "characters")),
        "maxLength" => format!("At most {}.", count("character", "characters")),
        "minItems" => format!("At least {}.", count("item", "items")),
        "maxItems" => format!("At most {}.", count("item", "items")),
        "pattern" => format!("Must match the pattern {}.", shown(&value)),
        "format" => format!("Format: {}.", shown(&value)),
        "const" => format!("Always {}.", shown(&value)),
        "enum" => {
            let values = value.as_array().into_iter().flatten();
            let values: Vec<_> = values.filter(|it| !it.is_null()).map(shown).collect();
            format!("One of: {}.", values.join(", "))
        }
        _ => return,
    };
    say(node, &sentence);
}

/// Splits null off a list of types: the types without it, and whether it was there.
pub(super) fn without_null(types: &Value) -> (Vec<Value>, bool) {
    let words = match types {
        Value::Array(words) => words.clone(),
        word => vec![word.clone()],
    };
    let (null, words): (Vec<_>, Vec<_>) = words.into_iter().partition(|word| word == "null");
    (words, !null.is_empty())
}

/// The schema with every reference replaced by what it refers to. One that leads back to itself stays.
pub(super) fn inlined(schema: &Node) -> Node {
    let root = Value::Object(schema.clone());
    let mut body = schema.clone();
    let definitions = ["$defs", "definitions"].map(|key| (key, body.shift_remove(key)));
    let mut inliner = Inliner {
        root: &root,
        within: Vec::new(),
        room: 20_000,
    };
    let mut body = inliner.object(&body);
    if Value::Object(body.clone()).to_string().contains("\"$ref\"") {
        for (key, value) in definitions {
            body.extend(value.map(|value| (key.to_owned(), value)));
        }
    }
    body
}

/// A part of a schema with every reference replaced by what it refers to in the whole; nothing if one leads back to itself,
/// or nowhere.
#[cfg(feature = "compiler")]
pub(crate) fn inlined_within(root: &Value, part: &Value) -> Option<Value> {
    let mut inliner = Inliner {
        root,
        within: Vec::new(),
        room: 20_000,
    };
    let inlined = inliner.value(part);
    (!inlined.to_string().contains("\"$ref\"")).then_some(inlined)
}

struct Inliner<'a> {
    root: &'a Value,
    /// The references that are being followed.
    within: Vec<String>,
    /// How many nodes may come of it yet: references to references grow fast.
    room: usize,
}

impl Inliner<'_> {
    fn object(&mut self, node: &Node) -> Node {
        let inside = node.iter();
        let inside = inside.map(|(key, value)| (key.clone(), self.value(value)));
        inside.collect()
    }

    fn value(&mut self, value: &Value) -> Value {
        self.room = self.room.saturating_sub(1);
        match value {
            Value::Object(node) => self
                .followed(node)
                .unwrap_or_else(|| self.object(node))
                .into(),
            Value::Array(items) => items.iter().map(|item| self.value(item)).collect(),
            other => other.clone(),
        }
    }

    /// What a reference refers to, with what stands beside the reference.
    fn followed(&mut self, node: &Node) -> Option<Node> {
        let reference = node.get("$ref")?.as_str()?;
        let place = self.root.pointer(reference.strip_prefix('#')?)?;
        if self.within.iter().any(|it| it == reference) || self.room == 0 {
            return None;
        }
        self.within.push(reference.to_owned());
        let mut target = self.object(place.as_object()?);
        self.within.pop();
        let beside = node.iter().filter(|(key, _)| *key != "$ref");
        target.extend(beside.map(|(key, value)| (key.clone(), value.clone())));
        Some(target)
    }
}
