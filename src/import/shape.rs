//! A tool on its way to `tools.toml`: the format's own grammar as data, without spans and without text.

use serde_json::Value;

use super::report::Note;

/// A tool as it will be declared.
#[derive(Debug, Clone)]
pub(super) struct Declared {
    pub(super) name: String,
    /// Where it cannot be derived.
    pub(super) rust: Option<String>,
    pub(super) title: Option<String>,
    pub(super) description: String,
    pub(super) hints: Vec<(&'static str, Value)>,
    pub(super) input: Input,
    pub(super) output: Option<Shape>,
    /// Objects, tagged unions and unions inside of it; [`Kind::Defined`] is the index.
    pub(super) definitions: Vec<Definition>,
    pub(super) notes: Vec<Note>,
}

/// A tool's parameters.
#[derive(Debug, Clone)]
pub(super) enum Input {
    Fields(Vec<Field>),
    /// Somebody else's schema.
    Raw(Value),
}

/// A parameter, or a field of an object.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Field {
    pub(super) name: String,
    /// Where it cannot be derived.
    pub(super) rust: Option<String>,
    pub(super) shape: Shape,
    pub(super) required: bool,
    pub(super) nullable: bool,
    pub(super) default: Option<Value>,
    /// What was decided about it, a sentence each.
    pub(super) comments: Vec<String>,
}

/// A type where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Shape {
    pub(super) kind: Kind,
    /// `minimum` and the like, in the format's words.
    pub(super) limits: Vec<(&'static str, Value)>,
    pub(super) description: String,
}

/// What a type is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// `string number integer boolean any`.
    Word(&'static str),
    /// The values, and their names in Rust where those cannot be derived.
    Words(Vec<(String, Option<String>)>),
    Integers(Vec<i64>),
    List(Box<Shape>),
    Map(Box<Shape>),
    /// One of the tool's definitions.
    Defined(usize),
    Raw(Value),
}

/// What gets a name of its own.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Definition {
    /// What it might be called.
    pub(super) hint: String,
    pub(super) body: Body,
}

/// What a definition is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Body {
    /// Announced, and not there yet.
    Empty,
    Object {
        fields: Vec<Field>,
        open: bool,
    },
    Tagged {
        tag: String,
        variants: Vec<Variant>,
    },
    Union(Vec<Shape>),
}

/// A variant of a tagged union.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Variant {
    pub(super) value: String,
    pub(super) rust: Option<String>,
    pub(super) description: String,
    pub(super) fields: Vec<Field>,
    pub(super) open: bool,
}

impl Shape {
    pub(super) fn plain(kind: Kind) -> Self {
        Self {
            kind,
            limits: Vec::new(),
            description: String::new(),
        }
    }

    /// Does it hold somebody else's schema, here or further inside?
    pub(super) fn is_raw(&self, definitions: &[Definition]) -> bool {
        self.raw_within(definitions, &mut Vec::new())
    }

    fn raw_within(&self, definitions: &[Definition], seen: &mut Vec<usize>) -> bool {
        match &self.kind {
            Kind::Raw(_) => true,
            Kind::List(inner) | Kind::Map(inner) => inner.raw_within(definitions, seen),
            Kind::Defined(index) if !seen.contains(index) => {
                seen.push(*index);
                let inside = definitions[*index].body.shapes();
                inside
                    .into_iter()
                    .any(|it| it.raw_within(definitions, seen))
            }
            _ => false,
        }
    }
}

impl Body {
    /// The shapes right inside of it.
    pub(super) fn shapes(&self) -> Vec<&Shape> {
        match self {
            Self::Empty => Vec::new(),
            Self::Object { fields, .. } => fields.iter().map(|field| &field.shape).collect(),
            Self::Tagged { variants, .. } => {
                let fields = variants.iter().flat_map(|variant| &variant.fields);
                fields.map(|field| &field.shape).collect()
            }
            Self::Union(shapes) => shapes.iter().collect(),
        }
    }
}
