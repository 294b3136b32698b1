//! An agent, subagent, skill or command, as meant: from a file or from code.

use std::collections::BTreeMap;

use super::{Report, Source, Surface, check};
use crate::permission::{AllowList, Grant, Known, ListError, Loaded, Warning};

/// What somebody can start.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Definition {
    /// What it is.
    pub surface: Surface,
    /// What it is called; a command by its file.
    pub name: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// The model that it wants.
    pub model: Option<String>,
    /// The most turns that it takes.
    pub max_iterations: Option<u32>,
    /// Its own list, or none.
    pub grant: Grant,
    /// What only a skill has.
    pub skill: Option<Skill>,
    /// What a user is told to type after a command.
    pub argument_hint: Option<String>,
    /// The text after the front matter.
    pub body: String,
}

/// What only a skill has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skill {
    /// Its licence.
    pub license: Option<String>,
    /// What it needs around it.
    pub compatibility: Option<String>,
    /// What its author says of it.
    pub metadata: BTreeMap<String, String>,
    /// May a model use it?
    pub for_model: bool,
    /// May a user type its name?
    pub for_user: bool,
    /// Where it runs.
    pub execution: Execution,
}

/// Where a skill runs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Execution {
    /// Its text is added to the run that uses it, whose allow-list it neither widens nor narrows.
    #[default]
    Inline,
    /// In a run of its own, bound by its own list and by that of whoever started it.
    Fork {
        /// The subagent that it runs as.
        agent: Option<String>,
    },
}

impl Default for Skill {
    fn default() -> Self {
        Self {
            license: None,
            compatibility: None,
            metadata: BTreeMap::new(),
            for_model: true,
            for_user: true,
            execution: Execution::Inline,
        }
    }
}

impl Definition {
    /// Reads a file. Beside the definition stands what is worth a warning.
    ///
    /// ```
    /// use toolc::agent::{Definition, Source, Surface};
    /// use toolc::permission::Known;
    ///
    /// let source = Source::new("agent.md", "---\nallowed-tools: Read, Bash(git:*)\n---\nBe brief.\n");
    /// let (agent, report) = Definition::read(&source, Surface::Agent, &Known::new())?;
    /// assert!(report.is_empty());
    /// assert_eq!(agent.grant.names().collect::<Vec<_>>(), ["Read", "Bash"]);
    /// # Ok::<(), toolc::agent::Report>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Everything that has to be mended, with warnings among it.
    pub fn read(
        source: &Source,
        surface: Surface,
        known: &Known,
    ) -> Result<(Self, Report), Report> {
        check::check(source, surface, known)
    }

    /// Makes one in code.
    pub fn builder(surface: Surface) -> Builder {
        Builder {
            definition: Self {
                surface,
                name: None,
                description: None,
                model: None,
                max_iterations: None,
                grant: Grant::unrestricted(),
                skill: (surface == Surface::Skill).then(Skill::default),
                argument_hint: None,
                body: String::new(),
            },
            tools: None,
        }
    }
}

/// Makes a [`Definition`] in code.
#[derive(Debug)]
#[must_use]
pub struct Builder {
    definition: Definition,
    tools: Option<Vec<String>>,
}

impl Builder {
    /// What it is called.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.definition.name = Some(name.into());
        self
    }

    /// What it is for.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.definition.description = Some(description.into());
        self
    }

    /// The model that it wants.
    pub fn model(mut self, model: impl Into<String>) -> Self {
        self.definition.model = Some(model.into());
        self
    }

    /// The most turns that it takes.
    pub fn max_iterations(mut self, turns: u32) -> Self {
        self.definition.max_iterations = Some(turns);
        self
    }

    /// The entries of its list, which are not split. Not calling this leaves it unrestricted; an empty list is an error.
    pub fn tools<I>(mut self, entries: I) -> Self
    where
        I: IntoIterator<Item: Into<String>>,
    {
        self.tools = Some(entries.into_iter().map(Into::into).collect());
        self
    }

    /// What only a skill has.
    pub fn skill(mut self, skill: Skill) -> Self {
        self.definition.skill = Some(skill);
        self
    }

    /// The text for the model.
    pub fn body(mut self, text: impl Into<String>) -> Self {
        self.definition.body = text.into();
        self
    }

    /// The definition, and what is worth saying about its list.
    ///
    /// # Errors
    ///
    /// The list cannot be loaded.
    pub fn build(mut self, known: &Known) -> Result<(Definition, Vec<Warning>), ListError> {
        let mut warnings = Vec::new();
        if let Some(entries) = self.tools {
            let loaded: Loaded = AllowList::load(entries, known)?;
            warnings = loaded.warnings;
            self.definition.grant = loaded.list.into();
        }
        Ok((self.definition, warnings))
    }
}
