//! Numbers as they were written, not yet rounded to anything.

use serde_json::Number;

/// A number as it was written, not yet rounded to anything.
#[derive(Debug, Clone, Copy)]
pub(super) enum Numeral<'s> {
    Integer(i64),
    /// A short decimal, which is this float exactly as `str::parse` would round it.
    Float(f64),
    /// JSON text that is neither.
    Decimal(&'s str),
    /// What somebody else parsed and is neither: an integer beyond `i64`.
    Json(&'s Number),
}

impl<'s> Numeral<'s> {
    /// A number that somebody else parsed.
    #[inline]
    pub(super) fn of(number: &'s Number) -> Self {
        match (number.as_i64(), number.as_f64()) {
            (Some(integer), _) => Self::Integer(integer),
            (None, Some(float)) if number.is_f64() => Self::Float(float),
            _ => Self::Json(number),
        }
    }

    /// Its value, if that is a whole number in range. Never rounds.
    #[inline]
    pub(super) fn as_integer(self) -> Option<i64> {
        match self {
            Self::Integer(integer) => Some(integer),
            Self::Float(float) => whole_float(float),
            Self::Decimal(text) => whole(text),
            Self::Json(_) => None,
        }
    }

    /// Its value, rounded to the nearest `f64`.
    #[inline]
    pub(super) fn as_float(self) -> f64 {
        match self {
            #[allow(clippy::cast_precision_loss, reason = "a number field is an f64")]
            Self::Integer(integer) => integer as f64,
            Self::Float(float) => float,
            Self::Decimal(text) => float(text),
            Self::Json(number) => number.as_f64().unwrap_or(f64::NAN),
        }
    }

    /// As JSON holds it: an integer where it is written as one and fits, else an `f64`.
    pub(super) fn to_number(self) -> Number {
        match self {
            Self::Integer(integer) => integer.into(),
            Self::Float(float) => Number::from_f64(float).unwrap_or_else(|| 0.into()),
            Self::Decimal(text) => match text.parse::<u64>() {
                Ok(integer) => integer.into(),
                Err(_) => Number::from_f64(float(text)).unwrap_or_else(|| 0.into()),
            },
            Self::Json(number) => number.clone(),
        }
    }
}

/// The integer that a float is.
#[allow(
    clippy::cast_possible_truncation,
    reason = "a whole number between the two ends of i64"
)]
pub(super) fn whole_float(float: f64) -> Option<i64> {
    const END: f64 = 9_223_372_036_854_775_808.0;
    (float.fract() == 0.0 && (-END..END).contains(&float)).then_some(float as i64)
}

/// The integer that a JSON number's text means, exactly: `1e3`, `3.0`, `120e-1`.
fn whole(text: &str) -> Option<i64> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], text[at + 1..].parse::<i64>().ok()),
        None => (text, Some(0)),
    };
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let after = after.trim_end_matches('0');
    let digits = || before.bytes().chain(after.bytes());
    if digits().all(|digit| digit == b'0') {
        return Some(0);
    }
    // An exponent that is no i64 makes every other number either huge or a tiny fraction.
    let mut shift = exponent?.checked_sub(i64::try_from(after.len()).ok()?)?;
    let zeros = if after.is_empty() {
        before
            .bytes()
            .rev()
            .take_while(|digit| *digit == b'0')
            .count()
    } else {
        0
    };
    let significant = before.len() + after.len() - zeros;
    shift = shift.checked_add(i64::try_from(zeros).ok()?)?;
    if !(0..=18).contains(&shift) {
        return None;
    }
    let mut value: i128 = 0;
    for digit in digits().take(significant) {
        value = value * 10 + i128::from(digit - b'0');
        if value > i128::from(u64::MAX) {
            return None;
        }
    }
    value *= 10_i128.pow(u32::try_from(shift).ok()?);
    i64::try_from(if negative { -value } else { value }).ok()
}

/// The nearest float of a JSON number's text.
fn float(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

/// Up to 15 digits, so many of them behind the point: both they and the power of ten are exact, so one division rounds
/// right.
pub(super) fn decimal(digits: u64, count: usize, fraction: usize) -> Option<f64> {
    const POWERS: [f64; 16] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ];
    #[allow(clippy::cast_precision_loss, reason = "at most 15 digits")]
    let digits = digits as f64;
    (count <= 15).then(|| digits / POWERS[fraction])
}
