//! Ratios, and how many of them become one.

/// A ratio to the baseline, over all rounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratio {
    /// The middle one.
    pub median: f64,
    /// A tenth of the rounds lie below.
    pub p10: f64,
    /// A tenth of the rounds lie above.
    pub p90: f64,
}

impl Ratio {
    /// Of the ratios of single rounds.
    pub fn of(rounds: impl IntoIterator<Item = f64>) -> Self {
        let sorted = sorted(rounds);
        Self {
            median: quantile(&sorted, 0.5),
            p10: quantile(&sorted, 0.1),
            p90: quantile(&sorted, 0.9),
        }
    }
}

/// The middle of some figures; NaN when there are none.
pub fn median(figures: &[f64]) -> f64 {
    quantile(&sorted(figures.iter().copied()), 0.5)
}

/// The mean that fits ratios; 1 when there are none.
pub fn geometric_mean(ratios: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = ratios.into_iter().fold((0.0, 0.0), |(sum, count), ratio| {
        (sum + ratio.ln(), count + 1.0)
    });
    if count == 0.0 {
        1.0
    } else {
        (sum / count).exp()
    }
}

fn sorted(figures: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut figures: Vec<f64> = figures.into_iter().collect();
    figures.sort_by(f64::total_cmp);
    figures
}

fn quantile(sorted: &[f64], part: f64) -> f64 {
    if sorted.is_empty() {
        return f64::NAN;
    }
    let place = ((sorted.len() - 1) as f64 * part).round() as usize;
    sorted[place]
}
