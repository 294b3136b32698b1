//! The records of all runs as Markdown: one table per form of input, then the goals.

use std::fmt::Write;

use toolc_benches::cases::{self, Case, Weight};
use toolc_benches::contenders::{SERDE, TOOLC};
use toolc_benches::harness::{geometric_mean, median};
use toolc_benches::peers::{INTERPRETER, MACRO};

use crate::record::Record;

/// Everything there is to tell.
pub(crate) fn tables(records: &[Record]) -> String {
    let figures = Figures { records };
    let mut text = String::new();
    for table in [
        "text, valid",
        "text, invalid",
        "value, valid",
        "value, invalid",
    ] {
        figures.table(&mut text, table);
    }
    figures.goals(&mut text);
    figures.spread(&mut text);
    text
}

struct Figures<'a> {
    records: &'a [Record],
}

impl Figures<'_> {
    fn table(&self, text: &mut String, table: &str) {
        let _ = writeln!(
            text,
            "### {table}\n\n| case | bytes | {SERDE}, ns | {TOOLC} (p10-p90) | {INTERPRETER} | {MACRO} | {INTERPRETER} over {TOOLC} | {MACRO} over {TOOLC} |\n| --- | --: | --: | --: | --: | --: | --: | --: |"
        );
        for case in cases::all() {
            let bytes = if table.ends_with("invalid") {
                case.invalid.len()
            } else {
                case.valid.len()
            };
            let of = |contender| self.of(table, case.name, contender);
            let ours = of(TOOLC);
            let middle = |figure: fn(&Record) -> f64| {
                median(&ours.iter().map(|record| figure(record)).collect::<Vec<_>>())
            };
            let _ = writeln!(
                text,
                "| {} | {bytes} | {:.0} | **{:.2}** ({:.2}-{:.2}) | {:.2} | {:.2} | {:.2} | {:.2} |",
                case.name,
                median(
                    &of(SERDE)
                        .iter()
                        .map(|record| record.nanoseconds)
                        .collect::<Vec<_>>()
                ),
                self.to_serde(table, case.name, TOOLC),
                middle(|record| record.to_serde.p10),
                middle(|record| record.to_serde.p90),
                self.to_serde(table, case.name, INTERPRETER),
                self.to_serde(table, case.name, MACRO),
                self.to_toolc(table, case.name, INTERPRETER),
                self.to_toolc(table, case.name, MACRO),
            );
        }
        text.push('\n');
    }

    fn goals(&self, text: &mut String) {
        text.push_str("### goals\n\n| what | must | worst | geometric mean | |\n| --- | --- | --: | --: | --- |\n");
        let structure = |case: &Case| case.weight != Weight::LongText;
        let long = |case: &Case| case.weight == Weight::LongText;
        let numbers = |case: &Case| case.weight == Weight::Numbers;
        let flat = |case: &Case| case.weight == Weight::Structure;
        let any = |_: &Case| true;

        self.at_most(
            text,
            "text, valid",
            "text / serde, below 4 KB",
            structure,
            1.5,
            Some(1.35),
        );
        self.at_most(
            text,
            "text, valid",
            "text / serde, 4 KB and 64 KB",
            long,
            1.05,
            None,
        );
        self.at_most(text, "value, valid", "value / serde", flat, 2.0, Some(1.5));
        self.at_most(
            text,
            "value, valid",
            "value / serde, numbers only",
            numbers,
            3.0,
            None,
        );
        self.at_least(text, "text, valid", INTERPRETER, structure, 1.8, Some(2.5));
        self.at_least(text, "text, valid", MACRO, structure, 1.5, None);
        self.at_least(text, "text, invalid", INTERPRETER, any, 0.9, None);
        text.push('\n');
    }

    fn at_most(
        &self,
        text: &mut String,
        table: &str,
        what: &str,
        of: impl Fn(&Case) -> bool,
        each: f64,
        mean: Option<f64>,
    ) {
        let ratios = self.ratios(of, |case| self.to_serde(table, case, TOOLC));
        let worst = ratios.iter().copied().fold(0.0, f64::max);
        let middle = geometric_mean(ratios);
        let met = worst <= each && mean.is_none_or(|mean| middle <= mean);
        let goal = goal("<=", each, mean);
        let _ = writeln!(
            text,
            "| {what} | {goal} | {worst:.2} | {middle:.2} | {} |",
            verdict(met)
        );
    }

    fn at_least(
        &self,
        text: &mut String,
        table: &str,
        peer: &str,
        of: impl Fn(&Case) -> bool,
        each: f64,
        mean: Option<f64>,
    ) {
        let ratios = self.ratios(of, |case| self.to_toolc(table, case, peer));
        let worst = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let middle = geometric_mean(ratios);
        let met = worst >= each && mean.is_none_or(|mean| middle >= mean);
        let goal = goal(">=", each, mean);
        let _ = writeln!(
            text,
            "| {table}: {peer} / {TOOLC} | {goal} | {worst:.2} | {middle:.2} | {} |",
            verdict(met)
        );
    }

    fn ratios(&self, of: impl Fn(&Case) -> bool, ratio: impl Fn(&str) -> f64) -> Vec<f64> {
        cases::all()
            .iter()
            .filter(|case| of(case))
            .map(|case| ratio(case.name))
            .collect()
    }

    /// How far the runs lie apart: the range of toolc's ratio over its middle, worst and middle case.
    fn spread(&self, text: &mut String) {
        let mut spreads = Vec::new();
        for table in [
            "text, valid",
            "text, invalid",
            "value, valid",
            "value, invalid",
        ] {
            for case in cases::all() {
                let runs = self.of(table, case.name, TOOLC);
                let ratios: Vec<f64> = runs.iter().map(|record| record.to_serde.median).collect();
                let highest = ratios.iter().copied().fold(0.0, f64::max);
                let lowest = ratios.iter().copied().fold(f64::INFINITY, f64::min);
                spreads.push((highest - lowest) / median(&ratios) * 100.0);
            }
        }
        let worst = spreads.iter().copied().fold(0.0, f64::max);
        let _ = writeln!(
            text,
            "Spread of {TOOLC}'s ratio between runs: {:.1} % in the middle, {worst:.1} % at worst.",
            median(&spreads)
        );
    }

    fn of(&self, table: &str, case: &str, contender: &str) -> Vec<&Record> {
        self.records
            .iter()
            .filter(|record| {
                record.table == table && record.case == case && record.contender == contender
            })
            .collect()
    }

    fn to_serde(&self, table: &str, case: &str, contender: &str) -> f64 {
        let runs = self.of(table, case, contender);
        median(
            &runs
                .iter()
                .map(|record| record.to_serde.median)
                .collect::<Vec<_>>(),
        )
    }

    fn to_toolc(&self, table: &str, case: &str, contender: &str) -> f64 {
        let runs = self.of(table, case, contender);
        median(
            &runs
                .iter()
                .map(|record| record.to_toolc.median)
                .collect::<Vec<_>>(),
        )
    }
}

fn goal(sign: &str, each: f64, mean: Option<f64>) -> String {
    match mean {
        Some(mean) => format!("{sign} {each} each, {sign} {mean} mean"),
        None => format!("{sign} {each} each"),
    }
}

fn verdict(met: bool) -> &'static str {
    if met { "met" } else { "**missed**" }
}
