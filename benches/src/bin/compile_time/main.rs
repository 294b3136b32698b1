//! What tools cost whoever compiles them: made-up crates of 50 and 200 tools with async handlers, in three styles.
//!
//! Only the final crate is measured, its dependencies are warm. Per tool means the slope between the two sizes, so that
//! the fixed part (std, link) drops out. Styles take turns within a round; the least of all rounds counts. Takes some
//! minutes, so it is run by hand: `cargo run --release --bin compile_time [-- --rounds N] [--skip-release]`.

mod crates;
mod measure;
mod rustc;

use std::io;
use std::process::ExitCode;

use crates::Style;
use measure::{Cost, Mode, Workshop};

const SIZES: [usize; 2] = [50, 200];

fn main() -> ExitCode {
    if let Some(code) = rustc::wrapped() {
        return code;
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let place = arguments.iter().position(|argument| argument == "--rounds");
    let rounds = place
        .and_then(|place| arguments.get(place + 1)?.parse().ok())
        .unwrap_or(2);
    let modes: &[Mode] = if arguments
        .iter()
        .any(|argument| argument == "--skip-release")
    {
        &[Mode::Check, Mode::Dev]
    } else {
        &[Mode::Check, Mode::Dev, Mode::Release]
    };
    match tables(rounds, modes) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn tables(rounds: usize, modes: &[Mode]) -> io::Result<()> {
    let workshop = Workshop::open()?;
    for style in Style::ALL {
        for size in SIZES {
            workshop.set_up(style, size)?;
        }
    }
    for &mode in modes {
        let mut costs = Style::ALL.map(|_| SIZES.map(|_| Cost::WORST));
        for style in Style::ALL {
            workshop.warm_up(style, SIZES[0], mode)?;
        }
        for _ in 0..rounds {
            for (style, costs) in Style::ALL.into_iter().zip(&mut costs) {
                for (size, cost) in SIZES.into_iter().zip(costs) {
                    *cost = cost.least(workshop.build(style, size, mode)?);
                }
            }
        }
        print_table(mode, &costs);
    }
    Ok(())
}

fn print_table(mode: Mode, costs: &[[Cost; 2]; 3]) {
    println!("### {}\n", mode.title());
    println!(
        "| style | rustc CPU s, 50 / 200 tools | wall s | CPU ms per tool | over toolc | peak MB, 200 | over toolc | `.text` bytes per tool | over toolc |"
    );
    println!("| --- | --: | --: | --: | --: | --: | --: | --: | --: |");
    let ours = &costs[0];
    let tools = (SIZES[1] - SIZES[0]) as f64;
    let slope = |[small, large]: &[Cost; 2], figure: fn(&Cost) -> f64| {
        (figure(large) - figure(small)) / tools
    };
    for (style, cost) in Style::ALL.into_iter().zip(costs) {
        let [small, large] = cost;
        let cpu = slope(cost, |cost| cost.cpu) * 1000.0;
        let text = slope(cost, |cost| cost.text as f64);
        println!(
            "| {} | {:.2} / {:.2} | {:.2} / {:.2} | {cpu:.1} | {:.1} | {} | {:.1} | {text:.0} | {:.1} |",
            style.title(),
            small.cpu,
            large.cpu,
            small.wall,
            large.wall,
            cpu / (slope(ours, |cost| cost.cpu) * 1000.0),
            large.peak / 1024,
            large.peak as f64 / ours[1].peak as f64,
            text / slope(ours, |cost| cost.text as f64),
        );
    }
    println!();
}
