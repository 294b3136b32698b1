//! The server that a user of toolc has: the generated tools, a handler each, `serve_stdio`.

macro_rules! server {
    ($serve:ident, $module:ident, $tools:literal, $handlers:literal) => {
        mod $module {
            use toolc::executor::Executor;
            use toolc::tool::{Context, Handler, ToolError};

            #[allow(clippy::all, dead_code, unreachable_pub, reason = "generated")]
            mod tools {
                include!(concat!(env!("OUT_DIR"), $tools));
            }

            struct Many;

            include!(concat!(env!("OUT_DIR"), $handlers));

            pub(crate) fn serve() {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .build()
                    .expect("a runtime starts");
                let executor = Executor::builder()
                    .tools(tools::toolset(Many))
                    .build()
                    .expect("the names are unique");
                runtime
                    .block_on(toolc::mcp::serve_stdio(executor, &Context::empty()))
                    .expect("the client speaks MCP");
            }
        }

        pub(crate) fn $serve() {
            $module::serve();
        }
    };
}

server!(serve_10, ten, "/served_10/mod.rs", "/handlers_10.rs");
server!(
    serve_1000,
    thousand,
    "/served_1000/mod.rs",
    "/handlers_1000.rs"
);
