//! hand-written sample of generated code (temporary)
#![allow(missing_docs)]
mod tools {
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
        /// Search.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Grep {
            /// The pattern.
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
            fn table() -> &'static rt::Table {
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
}
struct W;
impl toolc::tool::Handler<tools::Grep> for W {
    async fn call(
        &self,
        input: tools::Grep,
        _cx: &toolc::tool::Context,
    ) -> Result<String, toolc::tool::ToolError> {
        Ok(input.pattern)
    }
}
#[test]
fn it_compiles() {
    let set = tools::toolset(W);
    assert_eq!(toolc::tool::Toolset::spec(&set, 0).name, "Grep");
}
