//! What the generator costs per tool, called as a library. Run it without `--release`: Cargo builds build scripts without
//! optimisation, so that is what users wait for. With a number, it generates so many tools once and says nothing, for
//! callgrind: the clock of a loaded machine tells little.

use std::time::{Duration, Instant};

use toolc::compiler::{Config, generate};
use toolc_benches::harness::{median, pin};
use toolc_benches::many;

fn main() {
    if let Some(count) = std::env::args().nth(1).and_then(|word| word.parse().ok()) {
        let declaration = many::declaration(count);
        let config = Config::in_memory("tools.toml", &declaration);
        generate(&config).expect("the made-up tools are sound");
        return;
    }
    pin();
    let optimised = if cfg!(debug_assertions) {
        "unoptimised"
    } else {
        "optimised"
    };
    println!(
        "| tools | declaration | generated | {optimised} | per tool |\n| --: | --: | --: | --: | --: |"
    );
    for count in [10, 50, 200, 500] {
        let declaration = many::declaration(count);
        let config = Config::in_memory("tools.toml", &declaration);
        let mut generated = 0;
        let times: Vec<f64> = (0..5)
            .map(|_| {
                let start = Instant::now();
                let output = generate(&config).expect("the made-up tools are sound");
                let spent = start.elapsed();
                generated = output.files.iter().map(|file| file.text.len()).sum();
                milliseconds(spent)
            })
            .collect();
        let time = median(&times);
        println!(
            "| {count} | {} KB | {} KB | {time:.1} ms | {:.2} ms |",
            declaration.len() / 1024,
            generated / 1024,
            time / count as f64
        );
    }
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
