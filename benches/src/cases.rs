//! The calls that every contender is given: one valid call per case, and its invalid twin.
//!
//! The texts are what models write: compact, in schema order mostly, strings escaped. The large edits are made here rather
//! than kept as files; the same text comes out every time.

use std::fmt::Write;

use serde_json::{Value, json};

/// A call in two versions.
#[derive(Debug, Clone)]
pub struct Case {
    /// What the tables call it.
    pub name: &'static str,
    /// Which tool is called.
    pub tool: Tool,
    /// How its figures are judged.
    pub weight: Weight,
    /// Arguments that fit, JSON text.
    pub valid: String,
    /// Arguments with the mistakes that models make, JSON text.
    pub invalid: String,
}

impl Case {
    /// Arguments that fit, as somebody else parsed them.
    pub fn valid_value(&self) -> Value {
        parsed(&self.valid)
    }

    /// Arguments with mistakes, as somebody else parsed them.
    pub fn invalid_value(&self) -> Value {
        parsed(&self.invalid)
    }
}

/// The tools of `tools.toml`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    Read,
    Grep,
    Edit,
    TodoWrite,
    CreateIssue,
    BookTrip,
    Plot,
}

/// What dominates a case, hence which goal it is held to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Keys, types and small values.
    Structure,
    /// One long text: decoding and copying it is nearly all there is.
    LongText,
    /// Nothing but numbers in small objects.
    Numbers,
}

/// Every case, in the order of the tables.
pub fn all() -> Vec<Case> {
    vec![
        Case {
            name: "read",
            tool: Tool::Read,
            weight: Weight::Structure,
            valid: r#"{"file_path":"/home/user/project/src/main.rs","offset":120,"limit":200}"#.into(),
            invalid: r#"{"file_paht":"/home/user/project/src/main.rs","offset":"120","limit":200}"#.into(),
        },
        Case {
            name: "grep, 13 parameters",
            tool: Tool::Grep,
            weight: Weight::Structure,
            valid: r#"{"pattern":"fn\\s+main","path":"/home/user/src","glob":"*.rs","type":"rust","output_mode":"content","-i":true,"-n":true,"-A":2,"-B":2,"-C":0,"head_limit":50,"offset":0,"multiline":false}"#.into(),
            invalid: r#"{"patern":"fn\\s+main","path":7,"glob":"*.rs","type":"rust","output_mode":"contents","-i":"yes","-n":true,"-A":"2","-B":2,"-C":0,"head_limit":2.5,"offset":0,"multi_line":false}"#.into(),
        },
        Case {
            name: "edit 4 KB",
            tool: Tool::Edit,
            weight: Weight::LongText,
            valid: edit(4 * 1024).to_string(),
            invalid: wrong_edit(4 * 1024).to_string(),
        },
        Case {
            name: "edit 64 KB",
            tool: Tool::Edit,
            weight: Weight::LongText,
            valid: edit(64 * 1024).to_string(),
            invalid: wrong_edit(64 * 1024).to_string(),
        },
        Case {
            name: "todo x 20",
            tool: Tool::TodoWrite,
            weight: Weight::Structure,
            valid: todos().to_string(),
            invalid: wrong_todos().to_string(),
        },
        Case {
            name: "issue, 12 parameters",
            tool: Tool::CreateIssue,
            weight: Weight::Structure,
            valid: r#"{"owner":"example","repo":"widgets","title":"Panic when the list is empty","body":"Steps:\n1. open the list\n2. press \"next\"\n\nExpected: nothing happens.","labels":["bug","crash","good first issue"],"assignees":["ada","grace"],"milestone":12,"state":"open","priority":"high","estimate":2.5,"draft":false,"notify":true}"#.into(),
            invalid: r#"{"owner":"example","repository":"widgets","title":"","body":["Steps"],"labels":["bug",3],"assignees":"ada","milestone":"12","state":"opened","priority":"high","estimate":2.5,"draft":false,"notify":true}"#.into(),
        },
        Case {
            name: "trip, 3 levels",
            tool: Tool::BookTrip,
            weight: Weight::Structure,
            valid: r#"{"traveller":{"name":"Ada Lovelace","age":36,"address":{"street":"12 St James's Square","city":"London","country":"GB"}},"legs":[{"from":"LHR","to":"CDG","seat":{"row":12,"letter":"A","class":"economy"}},{"from":"CDG","to":"LHR","seat":{"row":3,"letter":"C","class":"business"}}]}"#.into(),
            invalid: r#"{"traveller":{"name":"Ada Lovelace","age":"36","address":{"street":"12 St James's Square","town":"London","country":"GB"}},"legs":[{"from":"LHR","to":"CDG","seat":{"row":12,"letter":"A","class":"first"}},{"from":"CDG","seat":{"row":"3","letter":"C","class":"business"}}]}"#.into(),
        },
        Case {
            name: "plot, 50 points",
            tool: Tool::Plot,
            weight: Weight::Numbers,
            valid: points(50).to_string(),
            invalid: wrong_points(50).to_string(),
        },
    ]
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("the cases are JSON")
}

/// Rust code of about this many bytes, with what JSON must escape: line ends, tabs and quotes.
fn code(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 64);
    for line in 0.. {
        if text.len() >= bytes {
            break;
        }
        let _ = writeln!(
            text,
            "\tlet line_{line} = lookup(\"key {line}\", {line}); // see the table above"
        );
    }
    text
}

fn edit(bytes: usize) -> Value {
    json!({
        "file_path": "/home/user/project/src/table.rs",
        "old_string": code(bytes / 2),
        "new_string": code(bytes / 2).replace("lookup", "find"),
        "replace_all": false,
    })
}

fn wrong_edit(bytes: usize) -> Value {
    json!({
        "file_path": "/home/user/project/src/table.rs",
        "old_str": code(bytes / 2),
        "new_string": code(bytes / 2).replace("lookup", "find"),
        "replace_all": "no",
    })
}

fn todos() -> Value {
    let statuses = ["completed", "in_progress", "pending"];
    let todos: Vec<Value> = (0..20)
        .map(|number| {
            json!({
                "content": format!("Write the test of case {number}"),
                "status": statuses[number % 3],
                "activeForm": format!("Writing the test of case {number}"),
            })
        })
        .collect();
    json!({ "todos": todos })
}

fn wrong_todos() -> Value {
    let mut value = todos();
    value["todos"][7]["status"] = "done".into();
    value["todos"][13]["activeForm"] = Value::Null;
    value
}

fn points(count: u32) -> Value {
    let points: Vec<Value> = (0..count)
        .map(|number| {
            let x = f64::from(number) * 12.25;
            json!({ "x": x, "y": (x * 0.37 - 90.0).round() / 8.0 })
        })
        .collect();
    json!({ "points": points })
}

fn wrong_points(count: u32) -> Value {
    let mut value = points(count);
    value["points"][20]["x"] = "north".into();
    value["points"][40]["z"] = 1.into();
    value
}
