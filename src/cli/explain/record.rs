//! The record of `explain --batch`: a contract, see the command line's page.

use serde_json::{Value, json};

use super::Verdict;
use crate::cli::policy::{Remark, Rules};
use crate::permission::Decision;

/// The record for one call.
pub(super) fn record(id: &Value, verdict: &Verdict<'_>) -> Value {
    match verdict {
        Verdict::Decided { explanation, lists } => {
            let (decision, message) = match &explanation.decision {
                Decision::Allow(reason) => ("allow", reason.to_string()),
                Decision::Deny(denial) => ("deny", denial.to_string()),
            };
            let mut record = json!({
                "id": id,
                "decision": decision,
                "code": explanation.decision.code(),
                "message": message,
            });
            if let Some(subject) = explanation.subject() {
                record["subject"] = json!(subject);
            }
            record["entries"] = explanation
                .entries
                .iter()
                .map(|it| json!({ "entry": it.entry, "matched": it.matched, "why": it.why.to_string() }))
                .collect();
            record["warnings"] = warnings(lists);
            record
        }
        Verdict::Refused { refusal, lists } => json!({
            "id": id,
            "decision": "deny",
            "code": "nothing-in-common",
            "message": refusal.to_string(),
            "entries": [],
            "warnings": warnings(lists),
        }),
        Verdict::Unloadable(unloadable) => json!({
            "id": id,
            "decision": "load-error",
            "code": unloadable.code(),
            "message": unloadable.message(),
            "entries": [],
            "warnings": [],
        }),
    }
}

fn warnings(lists: &[&Rules]) -> Value {
    let remarks = lists.iter().flat_map(|rules| &rules.remarks);
    remarks.map(Remark::to_json).collect()
}
