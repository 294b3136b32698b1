//! JSON lines: read one by one, every line answered, in order.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::failure::Failure;
use super::terminal::Terminal;
use crate::bind::Arguments;

/// The records of a file, or of standard input. A line that is no record is the answer that says so.
pub(super) struct Lines<T> {
    path: PathBuf,
    reader: Box<dyn BufRead>,
    number: usize,
    record: PhantomData<T>,
}

/// The arguments of a record: a JSON object, or JSON text as a model wrote it.
#[derive(Debug, Deserialize)]
pub(super) struct Given {
    #[serde(default)]
    arguments: Value,
    raw_arguments: Option<String>,
}

impl From<Given> for Arguments {
    fn from(given: Given) -> Self {
        match given.raw_arguments {
            Some(text) => Self::Text(text),
            None => Self::Value(given.arguments),
        }
    }
}

impl<T: DeserializeOwned> Lines<T> {
    /// Opens a file; `-` is standard input.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let reader: Box<dyn BufRead> = if path.as_os_str() == "-" {
            Box::new(io::stdin().lock())
        } else {
            let file = File::open(path).map_err(Failure::unreadable(path))?;
            Box::new(BufReader::new(file))
        };
        Ok(Self {
            path: path.to_owned(),
            reader,
            number: 0,
            record: PhantomData,
        })
    }

    /// Prints an answer to every line, while lines are still being read.
    pub(super) fn answer(
        self,
        terminal: &Terminal,
        mut answer: impl FnMut(T) -> Value,
    ) -> Result<(), Failure> {
        let mut stdout = BufWriter::new(io::stdout().lock());
        for (index, line) in self.enumerate() {
            let answer = line?.map_or_else(|refusal| refusal, &mut answer);
            writeln!(stdout, "{answer}").map_err(Failure::Stdout)?;
            terminal.answered(index + 1);
        }
        terminal.done();
        stdout.flush().map_err(Failure::Stdout)
    }
}

impl<T: DeserializeOwned> Iterator for Lines<T> {
    type Item = Result<Result<T, Value>, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = Vec::new();
        match self.reader.read_until(b'\n', &mut line) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(error) => return Some(Err(Failure::unreadable(&self.path)(error))),
        }
        self.number += 1;
        // Without its end, so that an error is told to be in the line and not behind it.
        Some(Ok(serde_json::from_slice(line.trim_ascii_end()).map_err(
            |error| json!({ "id": null, "line": self.number, "error": error.to_string() }),
        )))
    }
}
