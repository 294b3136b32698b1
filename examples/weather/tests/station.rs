//! The station's tools, alone and as a model calls them.

use toolc::testing;
use toolc::tool::Handler;
use weather::tools::get_forecast::Unit;
use weather::{Station, tools};

#[tokio::test]
async fn a_forecast_starts_from_the_last_reading() {
    let station = Station::with_reading("Oslo", 8.0);
    let input = tools::GetForecast {
        place: "Oslo".into(),
        days: 2,
        unit: Unit::Fahrenheit,
    };
    let forecast = station.call(input, &testing::context().build()).await;
    let forecast = forecast.expect("there is a reading");
    let highs: Vec<_> = forecast.days.iter().map(|day| day.high).collect();
    assert_eq!(highs, [46.4, 47.3]);
}

#[tokio::test]
async fn without_a_reading_the_model_is_told_what_to_do() {
    let tools = tools::toolset(Station::default());
    let result = testing::call(tools, "get_forecast", r#"{"place": "Oslo"}"#);
    let result = result.await.expect("one toolset");
    assert!(result.is_error());
    assert_eq!(
        result.text(),
        "There is no reading for 'Oslo'. Record one with record_reading first."
    );
}

#[tokio::test]
async fn a_slip_of_the_model_is_answered_before_the_handler() {
    let tools = tools::toolset(Station::with_reading("Oslo", 8.0));
    let result = testing::call(tools, "get_forecast", r#"{"place": "Oslo", "day": 2}"#);
    let result = result.await.expect("one toolset");
    assert_eq!(
        result.text(),
        "Invalid input for tool 'get_forecast':\n\
         Unknown parameter 'day'. Did you mean 'days'? The tool was not executed."
    );
}

#[test]
fn defaults_are_in_the_bound_input() {
    let input = testing::bind::<tools::GetForecast>(r#"{"place": "Oslo"}"#);
    let input = input.expect("the place is enough");
    assert_eq!((input.days, input.unit), (3, Unit::Celsius));
}
