//! One contender's figures on one call, as one process hands them to another.

use toolc_benches::harness::Ratio;

/// One contender on one call, in one run.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    /// Which table it belongs to.
    pub(crate) table: String,
    /// Which case.
    pub(crate) case: String,
    /// Which contender.
    pub(crate) contender: String,
    /// The middle time of one call.
    pub(crate) nanoseconds: f64,
    /// Its time over that of serde's derive.
    pub(crate) to_serde: Ratio,
    /// Its time over toolc's.
    pub(crate) to_toolc: Ratio,
}

impl Record {
    /// A line of tab-separated values.
    pub(crate) fn to_line(&self) -> String {
        let Self {
            table,
            case,
            contender,
            nanoseconds,
            to_serde,
            to_toolc,
        } = self;
        let mut line = format!("{table}\t{case}\t{contender}\t{nanoseconds}");
        for ratio in [to_serde, to_toolc] {
            line.push_str(&format!("\t{}\t{}\t{}", ratio.median, ratio.p10, ratio.p90));
        }
        line
    }

    /// Back from a line.
    pub(crate) fn from_line(line: &str) -> Option<Self> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [table, case, contender, figures @ ..] = &cells[..] else {
            return None;
        };
        let figures: Option<Vec<f64>> = figures.iter().map(|figure| figure.parse().ok()).collect();
        let [nanoseconds, serde @ .., toolc_median, toolc_p10, toolc_p90] = &figures?[..] else {
            return None;
        };
        let [median, p10, p90] = *serde else {
            return None;
        };
        Some(Self {
            table: (*table).to_owned(),
            case: (*case).to_owned(),
            contender: (*contender).to_owned(),
            nanoseconds: *nanoseconds,
            to_serde: Ratio { median, p10, p90 },
            to_toolc: Ratio {
                median: *toolc_median,
                p10: *toolc_p10,
                p90: *toolc_p90,
            },
        })
    }
}
