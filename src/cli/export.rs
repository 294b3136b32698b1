//! `toolc export`: the tools as a provider's request holds them.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;

use super::Outcome;
use super::declaration::compile;
use super::failure::Failure;
use super::listing;
use super::terminal::print_json;
use crate::provider::limits::Limits;
use crate::provider::{Definition, Provider, Target};
use crate::tool::Toolset;

/// Print the tools value of a provider's request.
///
/// Names that cannot travel get an alias. Exits with 1 if something cannot be sent to that target.
#[derive(Debug, Args)]
pub(super) struct Export {
    /// Whose request.
    #[arg(long = "for", value_name = "TARGET", value_parser = target())]
    target: Target,
    /// The declaration; `-` reads standard input. The tools of the program where it is not given.
    file: Option<PathBuf>,
}

impl Export {
    pub(super) fn run(self, toolset: &impl Toolset) -> Result<Outcome, Failure> {
        let (specs, limits) = match &self.file {
            Some(file) => {
                let catalog = compile(file)?.catalog;
                (listing::in_catalog(&catalog), catalog.limits)
            }
            None => (listing::linked(toolset), Limits::default()),
        };
        let tools: Vec<Definition> = specs.iter().map(Definition::from).collect();
        let provider =
            Provider::within(&limits, self.target, &tools).map_err(Failure::Unsendable)?;
        print_json(provider.tools())?;
        Ok(Outcome::Done)
    }
}

fn target() -> impl TypedValueParser<Value = Target> {
    let words = Target::ALL.map(Target::word);
    PossibleValuesParser::new(words).try_map(|word| Target::from_word(&word).ok_or("unknown"))
}
