//! Every shape of generated code, written by hand.

pub mod tools {
    ::toolc::format_is!(1);
    use ::toolc::rt;
    pub use grep::Grep;
    pub static SPECS: &[&rt::Spec] = &[<Grep as rt::Tool>::SPEC];
    static INDEX: rt::Index = rt::Index {
        name: "builtin",
        specs: SPECS,
        position,
    };
    pub fn position(name: &str) -> Option<usize> {
        Some(match name {
            "Grep" => 0,
            _ => return None,
        })
    }
    pub fn toolset<S>(state: S) -> rt::Declared<S>
    where
        S: rt::Handler<Grep>,
    {
        rt::Declared::new(state, &INDEX, const { &[rt::Call::of::<Grep>()] })
    }
    pub mod grep {
        use ::toolc::rt;
        #[derive(Debug, Clone, PartialEq)]
        pub struct Grep {
            pub pattern: String,
            pub path: String,
            pub output_mode: OutputMode,
            pub ignore_case: bool,
            pub head_limit: Option<i64>,
        }
        impl rt::Tool for Grep {
            type Output = String;
            const SPEC: &'static rt::Spec = &rt::Spec::new("Grep", "{}")
                .description("Search file contents with a regular expression.")
                .concurrent_safe()
                .read_only()
                .subject(rt::SubjectKind::Tree, &["path"]);
        }
        static TABLE: rt::Table = rt::Table::closed(&[
            rt::Field::new("pattern", rt::text().max_length(500)).required(),
            rt::Field::new("path", rt::text()).or_text("."),
            rt::Field::new("output_mode", rt::choice(<OutputMode as rt::Choice>::WORDS))
                .or_text("files_with_matches"),
            rt::Field::new("-i", rt::boolean()).or_boolean(false),
            rt::Field::new("head_limit", rt::integer().minimum(1)),
        ]);
        impl rt::Record for Grep {
            fn table(&self) -> &'static rt::Table {
                &TABLE
            }
            fn blank() -> Self {
                Self {
                    pattern: rt::blank(),
                    path: rt::blank(),
                    output_mode: rt::blank(),
                    ignore_case: rt::blank(),
                    head_limit: rt::blank(),
                }
            }
            fn slot(&mut self, index: usize) -> rt::Slot<'_> {
                match index {
                    0 => rt::slot(&mut self.pattern),
                    1 => rt::slot(&mut self.path),
                    2 => rt::slot(&mut self.output_mode),
                    3 => rt::slot(&mut self.ignore_case),
                    _ => rt::slot(&mut self.head_limit),
                }
            }
        }
        /// Values of `output_mode`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum OutputMode {
            Content,
            FilesWithMatches,
            Count,
        }
        impl rt::Choice for OutputMode {
            const WORDS: &'static [&'static str] = &["content", "files_with_matches", "count"];
            const ALL: &'static [Self] = &[Self::Content, Self::FilesWithMatches, Self::Count];
            fn index(self) -> usize {
                self as usize
            }
        }
    }
    #[allow(unused_imports)]
    pub use legacy::Legacy;
    #[allow(unused_imports)]
    pub use sample::Sample;
    /// A tool whose whole input is somebody else's schema.
    pub mod legacy {
        use ::toolc::rt;
        #[derive(Debug, Clone, PartialEq)]
        pub struct Legacy(pub rt::Value);
        impl rt::Tool for Legacy {
            type Output = String;
            const SPEC: &'static rt::Spec = &rt::Spec::new("legacy", "{\"type\":\"object\"}");
        }
        static TABLE: rt::Table = rt::Table::raw("{\"type\":\"object\"}");
        impl rt::Record for Legacy {
            fn table(&self) -> &'static rt::Table {
                &TABLE
            }
            fn blank() -> Self {
                Self(rt::blank())
            }
            fn slot(&mut self, _: usize) -> rt::Slot<'_> {
                rt::slot(&mut self.0)
            }
        }
    }
    /// Everything else that a declaration can hold.
    pub mod sample {
        use ::toolc::rt;
        #[derive(Debug, Clone, PartialEq)]
        pub struct Sample {
            pub tree: super::types::Node,
            pub shape: Option<Shape>,
            pub when: Option<When>,
            pub labels: rt::BTreeMap<String, String>,
            pub note: Option<Option<String>>,
            pub level: i64,
        }
        impl rt::Tool for Sample {
            type Output = Shape;
            const SPEC: &'static rt::Spec = &rt::Spec::new("sample", "{}");
        }
        static TABLE: rt::Table = rt::Table::closed(&[
            rt::Field::new("tree", rt::record(&super::types::NODE)).required(),
            rt::Field::new("shape", SHAPE),
            rt::Field::new("when", WHEN),
            rt::Field::new("labels", rt::map(&rt::text())).or_json("{\"a\":\"b\"}"),
            rt::Field::new("note", rt::text()).nullable(),
            rt::Field::new("level", rt::integer().allowed(&[1, 2]))
                .required()
                .coerce(),
        ]);
        impl rt::Record for Sample {
            fn table(&self) -> &'static rt::Table {
                &TABLE
            }
            fn blank() -> Self {
                Self {
                    tree: rt::blank(),
                    shape: rt::blank(),
                    when: rt::blank(),
                    labels: rt::blank(),
                    note: rt::blank(),
                    level: rt::blank(),
                }
            }
            fn slot(&mut self, index: usize) -> rt::Slot<'_> {
                match index {
                    0 => rt::slot(&mut self.tree),
                    1 => rt::slot(&mut self.shape),
                    2 => rt::slot(&mut self.when),
                    3 => rt::slot(&mut self.labels),
                    4 => rt::slot(&mut self.note),
                    _ => rt::slot(&mut self.level),
                }
            }
        }
        /// A tagged union.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Shape {
            Circle(ShapeCircle),
            Dot(ShapeDot),
        }
        static SHAPE: rt::Type =
            rt::tagged("kind", &[("circle", &SHAPE_CIRCLE), ("dot", &SHAPE_DOT)]);
        impl rt::Bindable for Shape {
            fn blank() -> Self {
                Self::Circle(rt::blank())
            }
            fn slot(&mut self) -> rt::Slot<'_> {
                rt::Slot::Union(self)
            }
        }
        impl rt::Alternatives for Shape {
            fn choose(&mut self, index: usize) -> rt::Slot<'_> {
                *self = match index {
                    0 => Self::Circle(rt::blank()),
                    _ => Self::Dot(rt::blank()),
                };
                self.chosen().1
            }
            fn chosen(&mut self) -> (usize, rt::Slot<'_>) {
                match self {
                    Self::Circle(it) => (0, rt::slot(it)),
                    Self::Dot(it) => (1, rt::slot(it)),
                }
            }
            fn tag(&self) -> Option<(&'static str, &'static str)> {
                Some(match self {
                    Self::Circle(_) => ("kind", "circle"),
                    Self::Dot(_) => ("kind", "dot"),
                })
            }
        }
        #[derive(Debug, Clone, PartialEq)]
        pub struct ShapeCircle {
            pub radius: f64,
            pub rest: rt::BTreeMap<String, rt::Value>,
        }
        static SHAPE_CIRCLE: rt::Table =
            rt::Table::open(&[rt::Field::new("radius", rt::number().number_above(0.0)).required()]);
        impl rt::Record for ShapeCircle {
            fn table(&self) -> &'static rt::Table {
                &SHAPE_CIRCLE
            }
            fn blank() -> Self {
                Self {
                    radius: rt::blank(),
                    rest: rt::blank(),
                }
            }
            fn slot(&mut self, index: usize) -> rt::Slot<'_> {
                match index {
                    0 => rt::slot(&mut self.radius),
                    _ => rt::slot(&mut self.rest),
                }
            }
        }
        impl rt::Bindable for ShapeCircle {
            fn blank() -> Self {
                rt::Record::blank()
            }
            fn slot(&mut self) -> rt::Slot<'_> {
                rt::Slot::Record(self)
            }
        }
        #[derive(Debug, Clone, PartialEq)]
        pub struct ShapeDot {}
        static SHAPE_DOT: rt::Table = rt::Table::closed(&[]);
        impl rt::Record for ShapeDot {
            fn table(&self) -> &'static rt::Table {
                &SHAPE_DOT
            }
            fn blank() -> Self {
                Self {}
            }
            fn slot(&mut self, index: usize) -> rt::Slot<'_> {
                unreachable!("no field {index}")
            }
        }
        impl rt::Bindable for ShapeDot {
            fn blank() -> Self {
                rt::Record::blank()
            }
            fn slot(&mut self) -> rt::Slot<'_> {
                rt::Slot::Record(self)
            }
        }
        /// An untagged union.
        #[derive(Debug, Clone, PartialEq)]
        pub enum When {
            Text(String),
            Integer(i64),
            List(Vec<String>),
        }
        static WHEN: rt::Type = rt::union(&[
            rt::text().format("date"),
            rt::integer().minimum(0),
            rt::list(&rt::text()).min_items(1),
        ]);
        impl rt::Bindable for When {
            fn blank() -> Self {
                Self::Text(rt::blank())
            }
            fn slot(&mut self) -> rt::Slot<'_> {
                rt::Slot::Union(self)
            }
        }
        impl rt::Alternatives for When {
            fn choose(&mut self, index: usize) -> rt::Slot<'_> {
                *self = match index {
                    0 => Self::Text(rt::blank()),
                    1 => Self::Integer(rt::blank()),
                    _ => Self::List(rt::blank()),
                };
                self.chosen().1
            }
            fn chosen(&mut self) -> (usize, rt::Slot<'_>) {
                match self {
                    Self::Text(it) => (0, rt::slot(it)),
                    Self::Integer(it) => (1, rt::slot(it)),
                    Self::List(it) => (2, rt::slot(it)),
                }
            }
        }
    }
    pub mod types {
        use ::toolc::rt;
        /// A recursive record.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Node {
            pub name: String,
            pub next: Option<rt::Boxed<Self>>,
            pub children: Vec<Self>,
        }
        pub(super) static NODE: rt::Table = rt::Table::closed(&[
            rt::Field::new("name", rt::text()).required(),
            rt::Field::new("next", rt::record(&NODE)),
            rt::Field::new("children", rt::list(&rt::record(&NODE))).or_json("[]"),
        ]);
        impl rt::Record for Node {
            fn table(&self) -> &'static rt::Table {
                &NODE
            }
            fn blank() -> Self {
                Self {
                    name: rt::blank(),
                    next: rt::blank(),
                    children: rt::blank(),
                }
            }
            fn slot(&mut self, index: usize) -> rt::Slot<'_> {
                match index {
                    0 => rt::slot(&mut self.name),
                    1 => rt::slot(&mut self.next),
                    _ => rt::slot(&mut self.children),
                }
            }
        }
        impl rt::Bindable for Node {
            fn blank() -> Self {
                rt::Record::blank()
            }
            fn slot(&mut self) -> rt::Slot<'_> {
                rt::Slot::Record(self)
            }
        }
    }
}
