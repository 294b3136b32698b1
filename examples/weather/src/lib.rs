//! Two tools of a weather station: their declaration is `tools.toml`, this is what runs them.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use toolc::tool::{Context, Handler, ToolError};

toolc::include_tools!();

use tools::get_forecast::Unit;
use tools::types::{Day, Forecast};

/// How the temperature goes on from a reading, day by day: this station has no better model.
const DRIFT: [f64; 7] = [0.0, 0.5, -1.0, 1.5, 2.0, -0.5, 0.0];

/// The last reading of each place, in degrees Celsius.
#[derive(Debug, Default)]
pub struct Station {
    readings: Mutex<BTreeMap<String, f64>>,
}

impl Station {
    /// A station that has read one temperature.
    pub fn with_reading(place: &str, celsius: f64) -> Self {
        let station = Self::default();
        station.record(place, celsius);
        station
    }

    fn record(&self, place: &str, celsius: f64) {
        let mut readings = self.readings.lock().unwrap_or_else(PoisonError::into_inner);
        readings.insert(place.to_owned(), celsius);
    }

    fn reading(&self, place: &str) -> Option<f64> {
        let readings = self.readings.lock().unwrap_or_else(PoisonError::into_inner);
        readings.get(place).copied()
    }
}

impl Handler<tools::GetForecast> for Station {
    async fn call(&self, input: tools::GetForecast, _cx: &Context) -> Result<Forecast, ToolError> {
        let Some(celsius) = self.reading(&input.place) else {
            return Err(ToolError::anticipated(format!(
                "There is no reading for '{}'. Record one with record_reading first.",
                input.place
            )));
        };
        // `days` is in 1..=7: the declaration says so, and no other call gets here.
        let days = DRIFT.iter().take(input.days as usize).map(|drift| {
            let low = degrees(celsius + drift - 4.0, input.unit);
            let high = degrees(celsius + drift, input.unit);
            Day { low, high }
        });
        Ok(Forecast {
            days: days.collect(),
            place: input.place,
        })
    }
}

impl Handler<tools::RecordReading> for Station {
    async fn call(&self, input: tools::RecordReading, _cx: &Context) -> Result<String, ToolError> {
        self.record(&input.place, input.temperature);
        Ok(format!(
            "Recorded {} °C for {}.",
            input.temperature, input.place
        ))
    }
}

fn degrees(celsius: f64, unit: Unit) -> f64 {
    match unit {
        Unit::Celsius => celsius,
        Unit::Fahrenheit => celsius * 1.8 + 32.0,
    }
}
