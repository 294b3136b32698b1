//! Tools whose schema is known only at run time: the gate, which looks one level deep, and binding by the whole schema,
//! next to jsonschema's validation with all errors in words, on arguments that somebody else parsed.
//!
//! The plans hand out a value of their own, a validator hands out nothing; so what a copy alone costs has a column too. The
//! gate lets through what is wrong further down, and is not held to the others' refusals there.

use std::borrow::Cow;

use serde_json::Value;
use toolc::bind::{Arguments, Plan};
use toolc_benches::cases;
use toolc_benches::harness::{Contender, Outcome, Race, Ratio, geometric_mean, pin};
use toolc_benches::peers::{Schema, complaints};

/// Where each contender stands.
const INTERPRETER: usize = 0;
const MACRO: usize = 1;
const GATE: usize = 2;
const FOREIGN: usize = 3;
const COPY: usize = 4;

fn main() {
    pin();
    table("valid", cases::Case::valid_value);
    table("invalid", cases::Case::invalid_value);
}

fn table(title: &str, arguments: impl Fn(&cases::Case) -> Value) {
    println!(
        "### value in, {title}\n\n| case | jsonschema, ns | macro | gate (p10-p90) | foreign (p10-p90) | copy alone | gate over macro | foreign over macro |\n| --- | --: | --: | --: | --: | --: | --: | --: |"
    );
    let mut means: [Vec<f64>; 4] = Default::default();
    for case in cases::all() {
        let value = arguments(&case);
        let race = raced(&case, value);
        let gate = race.ratio(GATE, INTERPRETER);
        let foreign = race.ratio(FOREIGN, INTERPRETER);
        let gate_to_macro = race.ratio(GATE, MACRO);
        let foreign_to_macro = race.ratio(FOREIGN, MACRO);
        println!(
            "| {} | {:.0} | {:.2} | {} | {} | {:.2} | {:.2} | {:.2} |",
            case.name,
            race.nanoseconds(INTERPRETER),
            race.ratio(MACRO, INTERPRETER).median,
            with_range(gate),
            with_range(foreign),
            race.ratio(COPY, INTERPRETER).median,
            gate_to_macro.median,
            foreign_to_macro.median,
        );
        for (mean, ratio) in means
            .iter_mut()
            .zip([gate, foreign, gate_to_macro, foreign_to_macro])
        {
            mean.push(ratio.median);
        }
    }
    let [gate, foreign, gate_to_macro, foreign_to_macro] = means.map(geometric_mean);
    println!(
        "| geometric mean | | | {gate:.2} | {foreign:.2} | | {gate_to_macro:.2} | {foreign_to_macro:.2} |\n"
    );
}

/// All contenders on one call, after they were made to agree.
fn raced(case: &cases::Case, value: Value) -> Race {
    let schema = Schema::of(case.tool);
    let parsed: Value = serde_json::from_str(schema.published).expect("a schema is JSON");
    let (gate, foreign) = (Plan::gate(&parsed), Plan::from_schema(&parsed));
    let arguments = Arguments::Value(value.clone());
    let contenders = [
        Contender::new("jsonschema", || {
            complaints(schema.interpreter.iter_errors(&value))
        }),
        Contender::new("jsonschema macro", || complaints((schema.compiled)(&value))),
        Contender::new("gate", || bound(&gate, &arguments)),
        Contender::new("foreign", || bound(&foreign, &arguments)),
        Contender::new("copy", || Ok(value.clone())),
    ];
    let refuses = |lane: usize| matches!(contenders[lane].outcome(), Outcome::Refused(_));
    for lane in [MACRO, FOREIGN] {
        assert_eq!(
            refuses(lane),
            refuses(INTERPRETER),
            "{}: `{}` and `{}` disagree",
            case.name,
            contenders[lane].name,
            contenders[INTERPRETER].name
        );
    }
    assert!(
        refuses(INTERPRETER) || !refuses(GATE),
        "{}: the gate refuses a valid call",
        case.name
    );
    Race::run(&contenders, 80)
}

fn bound<'a>(plan: &Plan, arguments: &'a Arguments) -> Result<Cow<'a, Value>, String> {
    let bound = plan.bind(arguments, &[]);
    match bound.found.outcome {
        Ok(()) => Ok(bound.value),
        Err(violations) => Err(violations.to_string()),
    }
}

fn with_range(ratio: Ratio) -> String {
    format!(
        "**{:.2}** ({:.2}-{:.2})",
        ratio.median, ratio.p10, ratio.p90
    )
}
