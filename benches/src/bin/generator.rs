//! What the generator costs per tool, called as a library. Run it without `--release`: Cargo builds build scripts without
//! optimisation, so that is what users wait for. With a number, it generates so many tools once and says nothing, for
//! callgrind: the clock of a loaded machine tells little.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::{TimeVal, TimeValLike};
use tempfile::NamedTempFile;
use toolc::compiler::{Config, generate};
use toolc_benches::harness::pin;
use toolc_benches::many;

fn main() {
    if let Some(count) = std::env::args().nth(1).and_then(|word| word.parse().ok()) {
        generate(&written(count).1).expect("the made-up tools are sound");
        return;
    }
    pin();
    let optimised = if cfg!(debug_assertions) {
        "unoptimised"
    } else {
        "optimised"
    };
    println!(
        "| tools | declaration | generated | {optimised}, processor time, the least of 8 | per tool |\n| --: | --: | --: | --: | --: |"
    );
    for count in [10, 50, 200, 500] {
        let (declaration, config) = written(count);
        let mut generated = 0;
        let times = (0..8).map(|_| {
            let start = processor_time();
            let output = generate(&config).expect("the made-up tools are sound");
            let spent = processor_time() - start;
            generated = output.files.iter().map(|file| file.text.len()).sum();
            spent
        });
        let time = times.fold(f64::INFINITY, f64::min);
        println!(
            "| {count} | {} KB | {} KB | {time:.1} ms | {:.2} ms |",
            declaration.path().metadata().map_or(0, |file| file.len()) / 1024,
            generated / 1024,
            time / count as f64
        );
    }
}

/// So many tools in a file, where a build script finds them.
fn written(count: usize) -> (NamedTempFile, Config) {
    let file = NamedTempFile::new().expect("there is room");
    std::fs::write(&file, many::declaration(count)).expect("there is room");
    let config = Config::new(file.path());
    (file, config)
}

/// Of this process so far, in milliseconds: what others do on the machine counts as little as can be.
fn processor_time() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("a process may ask for its own");
    let milliseconds = |time: TimeVal| time.num_microseconds() as f64 / 1000.0;
    milliseconds(usage.user_time()) + milliseconds(usage.system_time())
}
