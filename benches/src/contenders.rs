//! Every way to get from a call's arguments to a typed input, or to everything that is wrong with them in words.
//!
//! The first contender is always serde's derive, which stops at its first error; it is the baseline of the ratios.

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use toolc::bind::{Arguments, bind_record};

use crate::cases::Tool;
use crate::harness::Contender;
use crate::{tools, typed};

/// The baseline.
pub const SERDE: &str = "serde derive";
/// What all this is about.
pub const TOOLC: &str = "toolc";

/// The ways to bind one call of a tool.
pub fn of(tool: Tool, arguments: &Arguments) -> Vec<Contender<'_>> {
    match tool {
        Tool::Read => ways::<tools::Read, typed::Read>(tool, arguments),
        Tool::Grep => ways::<tools::Grep, typed::Grep>(tool, arguments),
        Tool::Edit => ways::<tools::Edit, typed::Edit>(tool, arguments),
        Tool::TodoWrite => ways::<tools::TodoWrite, typed::TodoWrite>(tool, arguments),
        Tool::CreateIssue => ways::<tools::CreateIssue, typed::CreateIssue>(tool, arguments),
        Tool::BookTrip => ways::<tools::BookTrip, typed::BookTrip>(tool, arguments),
        Tool::Plot => ways::<tools::Plot, typed::Plot>(tool, arguments),
    }
}

#[cfg_attr(
    not(feature = "peers"),
    expect(unused_variables, reason = "only peers ask for the tool's schema")
)]
fn ways<Declared, Typed>(tool: Tool, arguments: &Arguments) -> Vec<Contender<'_>>
where
    Declared: toolc::tool::Tool,
    Typed: DeserializeOwned + Debug,
{
    let baseline = match arguments {
        Arguments::Text(text) => Contender::new(SERDE, move || {
            serde_json::from_str::<Typed>(text).map_err(|error| error.to_string())
        }),
        Arguments::Value(value) => Contender::new(SERDE, move || {
            Typed::deserialize(value).map_err(|error| error.to_string())
        }),
    };
    let contenders = vec![
        baseline,
        Contender::new(TOOLC, || bind::<Declared>(arguments)),
    ];
    #[cfg(feature = "peers")]
    let contenders = {
        let mut contenders = contenders;
        contenders.extend(crate::peers::ways::<Typed>(tool, arguments));
        contenders
    };
    contenders
}

/// As `Tool::bind`, but from arguments that are only lent: the baseline does not pay for a copy of them either.
fn bind<T: toolc::tool::Tool>(arguments: &Arguments) -> Result<T, String> {
    let mut input = T::blank();
    match bind_record(&mut input, arguments, &[]).outcome {
        Ok(()) => Ok(input),
        Err(violations) => Err(violations.to_string()),
    }
}
