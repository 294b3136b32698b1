//! The server that a user of rmcp's macros has: a method for each tool, a router that is built once.

#[allow(clippy::all, dead_code, unreachable_pub, reason = "made up")]
mod shapes {
    include!(concat!(env!("OUT_DIR"), "/shapes.rs"));
}

macro_rules! server {
    ($serve:ident, $module:ident, $methods:literal) => {
        mod $module {
            use rmcp::handler::server::router::tool::ToolRouter;
            use rmcp::handler::server::wrapper::Parameters;
            use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router};

            use super::shapes;

            struct Many {
                tool_router: ToolRouter<Self>,
            }

            include!(concat!(env!("OUT_DIR"), $methods));

            #[tool_handler(router = self.tool_router)]
            impl ServerHandler for Many {}

            pub(crate) fn serve() {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .build()
                    .expect("a runtime starts");
                let many = Many {
                    tool_router: Many::tool_router(),
                };
                runtime.block_on(async {
                    let pipes = rmcp::transport::stdio_pipes();
                    let serving = many.serve(pipes).await.expect("the client speaks MCP");
                    serving.waiting().await.expect("it ends well");
                });
            }
        }

        pub(crate) fn $serve() {
            $module::serve();
        }
    };
}

server!(serve_10, ten, "/macros_10.rs");
server!(serve_1000, thousand, "/macros_1000.rs");
