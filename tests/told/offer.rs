//! What is told of a run that offers nothing.

use toolc::agent::Run;
use toolc::executor::Executor;
use toolc::permission::{Known, Stance};
use toolc::tool::{Context, DynamicToolset, Spec};

use super::listen;

fn executor() -> Executor {
    let mut later = Spec::new("Later", "{}");
    later.defer = true;
    let specs = [Spec::new("Read", "{}"), later];
    let tools = DynamicToolset::new("some", specs, |call| async move { Ok(call.tool.into()) });
    let executor = Executor::builder().tools(tools).tool_search();
    executor.build().expect("names differ")
}

#[test]
fn that_nothing_is_offered_is_told_once_in_a_run() {
    let known = Known::new().tool("Read", Stance::default());
    let start = |tools: &[&str]| {
        let builder = Run::builder().tools(tools.iter().copied(), &known);
        builder
            .start(&executor(), &Context::empty())
            .expect("starts")
    };
    let (told, _guard) = listen();
    let fine = start(&["Read"]);
    assert!(!fine.offer().is_empty());
    let misspelt = start(&["Raed", "Later"]);
    for _turn in 0..3 {
        assert!(misspelt.offer().is_empty());
        assert!(misspelt.clone().offer().is_empty());
    }
    let lines = told.lines();
    let warnings: Vec<_> = lines
        .iter()
        .filter(|line| line.starts_with("WARN"))
        .collect();
    assert_eq!(
        warnings,
        [
            "WARN message=no tools are offered, so the run will answer without acting (list: [Raed, Later]; ceiling: \
             mutating): no tool is called `Raed`, did you mean `Read`?; `Later` is found through `ToolSearch`, which is not \
             offered either allowed=[Raed, Later] ceiling=mutating"
        ]
    );
}
