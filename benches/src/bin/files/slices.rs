//! Ten lines of a file of 2 GB, next to `sed -n`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::Command;

use serde_json::json;
use tempfile::NamedTempFile;
use toolc::tool::Context;

use super::{Tools, median, program};

/// Lines of 68 bytes each.
const LINES: u64 = 30_000_000;

/// How often each slice is read.
const ROUNDS: usize = 3;

pub(super) fn table(tools: &Tools) {
    let file = NamedTempFile::new().expect("a folder for temporary files");
    write(file.as_file());
    let path = file.path().to_str().expect("a path that is text");
    println!(
        "| ten lines of 2 GB | Read, ms | sed -n, ms | Read over sed | processor time |\n| --- | --: | --: | --: | --: |"
    );
    for (place, first) in [
        ("at the start", 100),
        ("in the middle", LINES / 2),
        ("past the end", LINES + 1),
    ] {
        let arguments = json!({"file_path": path, "offset": first, "limit": 10});
        let (mut own, mut others, mut ratios, mut processors) = (vec![], vec![], vec![], vec![]);
        for _ in 0..ROUNDS {
            let (text, read) = tools.call("Read", &arguments, &Context::empty());
            let last = first + 9;
            let (output, sed) = program(
                Command::new("sed")
                    .arg("-n")
                    .arg(format!("{first},{last}p;{last}q"))
                    .arg(path),
            );
            let shown: String = text
                .lines()
                .filter_map(|line| line.split_once('→'))
                .map(|(_, line)| format!("{line}\n"))
                .collect();
            assert!(shown.as_bytes() == output.stdout, "{place}: other lines");
            own.push(read.wall.as_secs_f64() * 1e3);
            others.push(sed.wall.as_secs_f64() * 1e3);
            ratios.push(read.wall.as_secs_f64() / sed.wall.as_secs_f64());
            processors.push(read.processors.as_secs_f64() / sed.processors.as_secs_f64());
        }
        println!(
            "| {place} | {:.1} | {:.1} | {:.2} | {:.2} |",
            median(own),
            median(others),
            median(ratios),
            median(processors)
        );
    }
}

fn write(file: &File) {
    let mut file = BufWriter::with_capacity(1 << 20, file);
    for number in 0..LINES {
        writeln!(
            file,
            "{number:>20} is the number of this line, of 68 bytes in all"
        )
        .expect("room for 2 GB");
    }
    file.flush().expect("room for 2 GB");
}
