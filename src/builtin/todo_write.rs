//! `TodoWrite`: the list of what is to do, one for every session.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::session;
use super::tools::{
    self,
    types::{Todo, TodoStatus},
};
use super::workspace::Workspace;
use crate::tool::{Context, Handler, Key, ToolError};

/// Whose list a call replaces, where that is neither the session nor the execution.
pub const TODO_LIST: Key<String> = Key::new("todo_write.context_id");

/// The lists, by whose they are.
#[derive(Debug, Default)]
pub(super) struct Todos {
    lists: Mutex<HashMap<String, Vec<Todo>>>,
}

impl Handler<tools::TodoWrite> for Workspace {
    async fn call(&self, input: tools::TodoWrite, cx: &Context) -> Result<String, ToolError> {
        let todos = input.todos;
        let count = |status| todos.iter().filter(|todo| todo.status == status).count();
        let completed = count(TodoStatus::Completed);
        let in_progress = count(TodoStatus::InProgress);
        let pending = count(TodoStatus::Pending);
        let total = todos.len();

        if todos.is_empty() {
            return Err(ToolError::anticipated("Todo list cannot be empty."));
        }
        if in_progress > 1 {
            return Err(ToolError::anticipated(format!(
                "At most ONE task can be 'in_progress', found {in_progress}. Mark the others 'pending' or 'completed'."
            )));
        }
        if in_progress == 0 && completed < total {
            return Err(ToolError::anticipated(
                "At least one task must be 'in_progress' unless all tasks are 'completed'. Mark the one you work on next.",
            ));
        }

        let current = todos
            .iter()
            .find(|todo| todo.status == TodoStatus::InProgress)
            .map_or("None", |todo| todo.active_form.as_str());
        let answer = if completed == total {
            format!("Todo list updated: {total} total tasks\n  Completed: {completed} (all done)")
        } else {
            format!(
                "Todo list updated: {total} total tasks\n  Completed: {completed}\n  In Progress: {current}\n  Pending: {pending}"
            )
        };
        self.todos.lock().insert(list_of(cx).to_owned(), todos);
        Ok(answer)
    }
}

impl Workspace {
    /// The list that calls with this context replace; empty before the first.
    pub fn todos(&self, cx: &Context) -> Vec<Todo> {
        let lists = self.todos.lock();
        lists.get(list_of(cx)).cloned().unwrap_or_default()
    }
}

impl Todos {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Vec<Todo>>> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn list_of(cx: &Context) -> &str {
    cx.get(&TODO_LIST)
        .map_or_else(|| session::of(cx), String::as_str)
}
