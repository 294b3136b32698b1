//! The inputs of `tools.toml` as a user of serde writes them: the baseline of every table.
//!
//! Names, fields and order are those of the generated types, so that both print the same `Debug` text when they hold the
//! same values. What a derive cannot say (ranges, lengths) is left out, as it is in practice.

use serde::Deserialize;

/// `Read`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Read {
    pub file_path: String,
    pub offset: Option<i64>,
    pub limit: Option<i64>,
}

/// `Grep`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grep {
    pub pattern: String,
    pub path: Option<String>,
    pub glob: Option<String>,
    #[serde(rename = "type")]
    pub file_type: Option<String>,
    #[serde(default)]
    pub output_mode: OutputMode,
    #[serde(rename = "-i", default)]
    pub ignore_case: bool,
    #[serde(rename = "-n", default = "yes")]
    pub line_numbers: bool,
    #[serde(rename = "-A")]
    pub after: Option<i64>,
    #[serde(rename = "-B")]
    pub before: Option<i64>,
    #[serde(rename = "-C")]
    pub context: Option<i64>,
    pub head_limit: Option<i64>,
    #[serde(default)]
    pub offset: i64,
    #[serde(default)]
    pub multiline: bool,
}

/// Values of `output_mode`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutputMode {
    Content,
    #[default]
    FilesWithMatches,
    Count,
}

/// `Edit`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    pub file_path: String,
    pub old_string: String,
    pub new_string: String,
    #[serde(default)]
    pub replace_all: bool,
}

/// `TodoWrite`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TodoWrite {
    pub todos: Vec<Todo>,
}

/// One entry of the list.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Todo {
    pub content: String,
    pub status: TodoStatus,
    #[serde(rename = "activeForm")]
    pub active_form: String,
}

/// Where an entry stands.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TodoStatus {
    Pending,
    InProgress,
    Completed,
}

/// `create_issue`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateIssue {
    pub owner: String,
    pub repo: String,
    pub title: String,
    pub body: Option<String>,
    pub labels: Option<Vec<String>>,
    pub assignees: Option<Vec<String>>,
    pub milestone: Option<i64>,
    #[serde(default)]
    pub state: State,
    #[serde(default)]
    pub priority: Priority,
    pub estimate: Option<f64>,
    #[serde(default)]
    pub draft: bool,
    #[serde(default = "yes")]
    pub notify: bool,
}

/// Values of `state`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    #[default]
    Open,
    Closed,
}

/// Values of `priority`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    Low,
    #[default]
    Normal,
    High,
    Urgent,
}

/// `book_trip`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookTrip {
    pub traveller: Traveller,
    pub legs: Vec<Leg>,
}

/// Who travels.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Traveller {
    pub name: String,
    pub age: Option<i64>,
    pub address: Address,
}

/// A postal address.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Address {
    pub street: String,
    pub city: String,
    pub country: String,
}

/// One leg.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leg {
    pub from: String,
    pub to: String,
    pub seat: Seat,
}

/// A seat.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    pub row: i64,
    pub letter: String,
    #[serde(default)]
    pub class: Class,
}

/// Values of `class`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    #[default]
    Economy,
    Business,
}

/// `plot`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    pub points: Vec<Point>,
}

/// A point.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

fn yes() -> bool {
    true
}
