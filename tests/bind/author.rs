//! Random declarations of one tool, and the tool around types that a test makes.

use toolc::compiler::model::{
    Alternative, Bound, Catalog, Choice, Concurrency, Home, Input, Integer, Interrupt, Kind,
    Limits, List, Node, Number, Output, Param, Permission, Presence, Record, SideEffect, Span,
    Tagged, Text, Tool, Type, TypeDef, TypeId, Variant,
};

use crate::tape::Tape;

pub(crate) const NAMES: [&str; 6] = ["a", "b", "file_path", "-i", "c/d~e", "größe"];
pub(crate) const WORDS: [&str; 4] = ["", "x", "größe", "file_path"];

/// A random declaration of one tool.
pub(crate) struct Author<'t> {
    tape: &'t mut Tape,
    types: Vec<TypeDef>,
}

impl Author<'_> {
    pub(crate) fn catalog(tape: &mut Tape) -> Catalog {
        let mut author = Author {
            tape,
            types: Vec::new(),
        };
        let root = author.record(0);
        tool(author.types, root)
    }

    fn define(&mut self, kind: Kind) -> TypeId {
        self.types.push(TypeDef {
            rust: format!("T{}", self.types.len()),
            home: Home::Types,
            wire: None,
            description: String::new(),
            kind,
            recursive: false,
        });
        TypeId(self.types.len() - 1)
    }

    fn record(&mut self, depth: usize) -> TypeId {
        let count = self.tape.below(5);
        let fields = NAMES
            .iter()
            .take(count)
            .map(|name| self.param(name, depth))
            .collect();
        let open = self.tape.once_in(4);
        self.define(Kind::Record(Record { fields, open }))
    }

    fn param(&mut self, name: &str, depth: usize) -> Param {
        Param {
            name: name.into(),
            rust: String::new(),
            span: Span::default(),
            description: String::new(),
            presence: if self.tape.once_in(2) {
                Presence::Required
            } else {
                Presence::Optional
            },
            nullable: self.tape.once_in(4),
            coerce: false,
            boxed: false,
            ty: self.ty(depth),
        }
    }

    fn node(&mut self, depth: usize) -> Node {
        Node {
            ty: self.ty(depth),
            description: String::new(),
        }
    }

    fn ty(&mut self, depth: usize) -> Type {
        let kinds = if depth > 2 { 6 } else { 11 };
        match self.tape.below(kinds) {
            0 => Type::Text(Text {
                min_length: self.limit(),
                max_length: self.limit().map(|limit| limit + 1),
                pattern: self
                    .tape
                    .once_in(4)
                    .then(|| self.tape.pick(&["^x", "e$", "ö"]).into()),
                format: None,
            }),
            1 => Type::Integer(Integer {
                lower: self.bound(-3),
                upper: self.bound(3),
                clamp: false,
                allowed: if self.tape.once_in(3) {
                    vec![-1, 0, 2]
                } else {
                    Vec::new()
                },
            }),
            2 => Type::Number(Number {
                lower: self.bound(-1.5),
                upper: self.bound(2.5),
                clamp: false,
            }),
            3 => Type::Boolean,
            4 => Type::Any,
            5 => {
                let words = WORDS.iter().take(1 + self.tape.below(3));
                let words = words.map(|word| Choice {
                    value: (*word).into(),
                    rust: String::new(),
                });
                let words = words.collect();
                Type::Named(self.define(Kind::Choice(words)))
            }
            6 => Type::List(Box::new(List {
                item: self.node(depth + 1),
                min_items: self.limit(),
                max_items: self.limit().map(|limit| limit + 1),
            })),
            7 => Type::Map(Box::new(self.node(depth + 1))),
            8 => Type::Named(self.record(depth + 1)),
            9 => {
                let alternatives = (0..=self.tape.below(3))
                    .map(|_| Alternative {
                        rust: String::new(),
                        node: self.node(depth + 1),
                    })
                    .collect();
                Type::Named(self.define(Kind::Union(alternatives)))
            }
            _ => {
                let variants = WORDS
                    .iter()
                    .take(1 + self.tape.below(3))
                    .map(|word| Variant {
                        value: (*word).into(),
                        rust: String::new(),
                        description: String::new(),
                        record: self.record(depth + 1),
                    })
                    .collect();
                let tag = "kind".into();
                Type::Named(self.define(Kind::Tagged(Tagged { tag, variants })))
            }
        }
    }

    fn limit(&mut self) -> Option<u64> {
        self.tape.once_in(3).then(|| self.tape.below(3) as u64)
    }

    fn bound<T>(&mut self, end: T) -> Option<Bound<T>> {
        match self.tape.below(4) {
            0 => Some(Bound::Exclusive(end)),
            1 => Some(Bound::Inclusive(end)),
            _ => None,
        }
    }
}

pub(crate) fn tool(types: Vec<TypeDef>, root: TypeId) -> Catalog {
    let tool = Tool {
        name: "t".into(),
        rust: "T".into(),
        module: "t".into(),
        span: Span::default(),
        title: None,
        description: String::new(),
        concurrency: Concurrency::Sequential,
        interrupt: Interrupt::NonInterruptible,
        side_effect: SideEffect::ReadOnly,
        open_world: true,
        permission: Permission::default(),
        timeout: None,
        input: Input::Record(root),
        output: Output::Text,
        renamed_from: Vec::new(),
        defer: false,
        describe: false,
        feature: None,
        examples: Vec::new(),
    };
    Catalog {
        name: "random".into(),
        targets: Vec::new(),
        limits: Limits::default(),
        tools: vec![tool],
        types,
    }
}
