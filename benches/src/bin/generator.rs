//! What the generator costs per tool, as a build script calls it: from a file to files. Run it without `--release`: Cargo
//! builds build scripts without optimisation, so that is what users wait for. With a number, it generates so many tools once
//! and says nothing, for callgrind: the clock of a loaded machine tells little.

use std::fs;
use std::io;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::{TimeVal, TimeValLike};
use tempfile::TempDir;
use toolc::compiler::Config;
use toolc::compiler::emit::{Audience, script};
use toolc_benches::harness::pin;
use toolc_benches::many;

fn main() {
    if let Some(count) = std::env::args().nth(1).and_then(|word| word.parse().ok()) {
        generate(count);
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
        let runs = (0..8).map(|_| generate(count));
        let all: Vec<Generated> = runs.collect();
        let time = all.iter().map(|it| it.time).fold(f64::INFINITY, f64::min);
        println!(
            "| {count} | {} KB | {} KB | {time:.1} ms | {:.2} ms |",
            all[0].declaration / 1024,
            all[0].bytes / 1024,
            time / count as f64
        );
    }
}

/// What came of a run.
struct Generated {
    /// In milliseconds of the processor.
    time: f64,
    declaration: usize,
    bytes: u64,
}

/// So many tools, into a folder that is new: what is there already would not be written again.
fn generate(count: usize) -> Generated {
    let folder = TempDir::new().expect("there is room");
    let (file, out) = (folder.path().join("tools.toml"), folder.path().join("out"));
    let declaration = many::declaration(count);
    fs::write(&file, &declaration).expect("there is room");
    let config = Config::new(&file).with_out_dir(&out);
    let start = processor_time();
    let fine = script(&config, Audience::Cargo, &mut io::sink(), &mut io::stderr());
    let time = processor_time() - start;
    assert!(fine, "the made-up tools are sound");
    let files = fs::read_dir(&out).expect("it was made");
    let sizes = files.map(|file| {
        file.and_then(|file| file.metadata())
            .map_or(0, |it| it.len())
    });
    Generated {
        time,
        declaration: declaration.len(),
        bytes: sizes.sum(),
    }
}

/// Of this process so far, in milliseconds: what others do on the machine counts as little as can be.
fn processor_time() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("a process may ask for its own");
    let milliseconds = |time: TimeVal| time.num_microseconds() as f64 / 1000.0;
    milliseconds(usage.user_time()) + milliseconds(usage.system_time())
}
