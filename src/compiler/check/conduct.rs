//! How a tool behaves: what it leaves behind, what it may run beside, how long it may take.

use std::time::Duration;

use super::super::model::{Concurrency, Interrupt, SideEffect, Tool};
use super::super::problem::Problem;
use super::super::raw;
use super::Check;

/// What is said of a tool: by itself, or by the defaults of its file.
pub(super) struct Said<'a> {
    pub(super) table: &'a raw::Table,
    pub(super) defaults: Option<&'a raw::Table>,
}

impl<'a> Said<'a> {
    /// A key's value, unless the tool itself gave one that is of no use.
    fn get<T>(&self, key: &str, read: impl Fn(&'a raw::Table) -> Option<T>) -> Option<T> {
        if self.table.gave(key) {
            return read(self.table);
        }
        self.defaults.and_then(read)
    }

    pub(super) fn word(&self, key: &str) -> Option<raw::Text> {
        self.get(key, |table| table.text(key))
    }

    pub(super) fn flag(&self, key: &str) -> Option<bool> {
        self.get(key, |table| table.flag(key))
    }
}

impl Check<'_> {
    pub(super) fn side_effect(&mut self, said: &Said<'_>) -> SideEffect {
        let read_only = said
            .word("side-effect")
            .is_some_and(|word| word.text == "read-only");
        if read_only {
            let destructive = said.table.entry("destructive");
            if let Some(entry) =
                destructive.filter(|_| said.table.flag("destructive") == Some(true))
            {
                self.complain(Problem::ReadOnlyDestructive {}, entry.span);
            }
            return SideEffect::ReadOnly;
        }
        SideEffect::Mutating {
            destructive: said.flag("destructive").unwrap_or(true),
            idempotent: said.flag("idempotent").unwrap_or(false),
        }
    }

    pub(super) fn concurrency(&mut self, said: &Said<'_>, tool: &Tool) -> Concurrency {
        if said.table.spoilt.contains(&"concurrency") {
            return Concurrency::Sequential;
        }
        if let Some(table) = said.get("concurrency", |table| table.table("concurrency")) {
            return self.keyed(table, tool);
        }
        let Some(word) = said.word("concurrency") else {
            return Concurrency::Sequential;
        };
        if word.text != "concurrent-safe" {
            return Concurrency::Sequential;
        }
        // Said for all tools of a file, it is this one that does not fit.
        let own = said.table.entry("concurrency").is_some();
        let place = if own { word.span } else { tool.span };
        let mutates = matches!(
            tool.side_effect,
            SideEffect::Mutating {
                idempotent: false,
                ..
            }
        );
        let spoilt = ["side-effect", "idempotent"];
        if mutates && !spoilt.iter().any(|key| said.table.spoilt.contains(key)) {
            self.complain(Problem::UnsafeMutation {}, place);
        }
        let interrupt = match tool.interrupt {
            Interrupt::ThreadInterrupt => Some("thread-interrupt"),
            Interrupt::ExternallyTerminated => Some("externally-terminated"),
            Interrupt::NonInterruptible | Interrupt::Cooperative => None,
        };
        if let Some(interrupt) = interrupt {
            let interrupt = interrupt.to_owned();
            self.complain(Problem::UnsafeInterrupt { interrupt }, place);
        }
        Concurrency::ConcurrentSafe
    }

    fn keyed(&mut self, table: &raw::Table, tool: &Tool) -> Concurrency {
        for key in ["mode", "key"] {
            if !table.gave(key) {
                self.missing(key, table);
            }
        }
        let (Some(mode), Some(key)) = (table.text("mode"), table.text("key")) else {
            return Concurrency::Sequential;
        };
        self.names_text("concurrency", &key, tool);
        let key = key.text;
        match mode.text.as_str() {
            "shared" => Concurrency::Shared { key },
            _ => Concurrency::Exclusive { key },
        }
    }

    /// A whole number above 0, and a unit.
    pub(super) fn duration(&mut self, text: &raw::Text) -> Option<Duration> {
        let digits = text
            .text
            .trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = &text.text[digits.len()..];
        let scale = match unit {
            "ms" => Some(1),
            "s" => Some(1000),
            "m" => Some(60 * 1000),
            "h" => Some(60 * 60 * 1000),
            _ => None,
        };
        let only_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
        let amount = digits.parse::<u64>().ok().filter(|_| only_digits);
        let product = amount.zip(scale);
        let milliseconds = product.and_then(|(amount, scale)| amount.checked_mul(scale));
        let duration = milliseconds.filter(|amount| *amount > 0);
        if duration.is_none() {
            let written = text.text.clone();
            self.complain(Problem::BadDuration { text: written }, text.span);
        }
        duration.map(Duration::from_millis)
    }
}
