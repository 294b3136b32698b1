//! What the program prints on: data to stdout, diagnostics to stderr, colour only where somebody sees it.

use std::io::{self, IsTerminal, Write};

use annotate_snippets::{Group, Level, Renderer};
use clap::ValueEnum;
use serde_json::Value;

use super::Outcome;
use super::failure::Failure;
use super::policy::{Remark, Rules, Unloadable};
use crate::compiler::diagnostic::Style;

/// Clears the rest of a terminal's line.
const CLEAR: &str = "\x1b[K";

/// When diagnostics are coloured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Where output goes and what it may look like.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terminal {
    colored: bool,
    /// Somebody watches stderr while the data goes elsewhere.
    watched: bool,
}

impl Terminal {
    pub(super) fn new(color: Color) -> Self {
        let colored = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                io::stderr().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                    && std::env::var_os("TERM").is_none_or(|value| value != "dumb")
            }
        };
        Self {
            colored,
            watched: io::stderr().is_terminal() && !io::stdout().is_terminal(),
        }
    }

    /// May stderr be coloured?
    pub(super) fn is_colored(&self) -> bool {
        self.colored
    }

    /// How the compiler's reports are drawn.
    pub(super) fn style(&self) -> Style {
        if self.colored {
            Style::Coloured
        } else {
            Style::Plain
        }
    }

    /// Prints a diagnostic, or a page of them, on stderr. Where stderr is gone nobody is left to tell.
    pub(super) fn diagnose(&self, text: &str) {
        let _ = writeln!(io::stderr().lock(), "{}", text.trim_end_matches('\n'));
    }

    /// Says how many lines are answered, to who watches.
    pub(super) fn answered(&self, lines: usize) {
        self.progress(&format!("{lines} answered"));
    }

    /// Says how far the work is, to who watches, in the place of what was said before.
    pub(super) fn progress(&self, words: &str) {
        if self.watched {
            let _ = write!(io::stderr().lock(), "\r{words}{CLEAR}");
        }
    }

    /// Takes back what was said of the work when it is done.
    pub(super) fn done(&self) {
        self.progress("");
    }

    /// Says why a command could not do its work, in the look of the compiler's reports.
    pub(super) fn fail(&self, failure: &Failure) -> Outcome {
        match failure {
            Failure::Declaration(report) => {
                self.diagnose(&report.render(self.style()));
                Outcome::of(report)
            }
            // The reader of our output went away, as `head` does: nothing is wrong, and nobody is left to tell.
            Failure::Stdout(error) if error.kind() == io::ErrorKind::BrokenPipe => Outcome::Done,
            Failure::Start(_) | Failure::NothingInCommon(_) | Failure::Unsendable(_) => {
                self.diagnose(&self.draw(failure));
                Outcome::Finding
            }
            Failure::Policy(unloadable) => {
                self.unloadable(unloadable);
                Outcome::Unable
            }
            _ => {
                self.diagnose(&self.draw(failure));
                Outcome::Unable
            }
        }
    }

    /// Prints what is remarkable about an allow-list; where it comes from a file, with its places there.
    pub(super) fn remarks(&self, rules: &Rules) {
        match &rules.report {
            Some(report) if report.is_empty() => {}
            Some(report) => self.diagnose(&report.render(&self.renderer())),
            None => rules.remarks.iter().for_each(|it| self.remark(it)),
        }
    }

    /// Prints one remark.
    pub(super) fn remark(&self, remark: &Remark) {
        let Remark {
            code,
            entry,
            message,
        } = remark;
        let title = Level::WARNING.primary_title(format!("`{entry}`: {message}"));
        let group = Group::with_title(title.id(*code));
        self.diagnose(&self.renderer().render(&[group]));
    }

    /// Prints why an allow-list cannot be loaded.
    pub(super) fn unloadable(&self, unloadable: &Unloadable) {
        if let Unloadable::Agent(report) = unloadable {
            return self.diagnose(&report.render(&self.renderer()));
        }
        let title = Level::ERROR.primary_title(unloadable.message());
        let group = Group::with_title(title.id(unloadable.code()));
        self.diagnose(&self.renderer().render(&[group]));
    }

    fn renderer(&self) -> Renderer {
        match self.style() {
            Style::Coloured => Renderer::styled(),
            Style::Plain => Renderer::plain(),
        }
    }

    fn draw(&self, failure: &Failure) -> String {
        let title = Level::ERROR.primary_title(failure.to_string());
        let mut report = vec![Group::with_title(title)];
        if let Some(help) = failure.help() {
            report.push(Group::with_title(Level::HELP.secondary_title(help)));
        }
        self.renderer().render(&report)
    }
}

/// Prints data on stdout, ending in one line break.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    let mut stdout = io::stdout().lock();
    write!(stdout, "{text}{end}")
        .and_then(|()| stdout.flush())
        .map_err(Failure::Stdout)
}

/// Prints a JSON document on stdout, indented.
pub(super) fn print_json(value: &Value) -> Result<(), Failure> {
    print(&format!("{value:#}"))
}
