//! Pages that were got lately, as they are shown: whole, so that who asks for more of one gets more.
//!
//! It saves a second look at the same page, not the web: a page is kept for minutes, and few are.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// For how long a page is shown again without being got again.
const FRESH: Duration = Duration::from_secs(5 * 60);

/// How many bytes of pages are kept.
const MOST: usize = 16 * 1024 * 1024;

/// The pages that are kept.
#[derive(Debug, Default)]
pub(in crate::builtin) struct Kept {
    pages: Mutex<VecDeque<Entry>>,
}

/// A page as it is shown.
#[derive(Debug)]
pub(in crate::builtin) struct Shown {
    /// Where it came from in the end.
    pub(in crate::builtin) url: String,
    /// Its type.
    pub(in crate::builtin) kind: String,
    /// All of its content.
    pub(in crate::builtin) content: String,
    /// The page was larger than what was got of it.
    pub(in crate::builtin) cut: bool,
}

/// What a page is kept under: its address as it was asked for, and the name of how it is shown.
type Name = (String, &'static str);

#[derive(Debug)]
struct Entry {
    name: Name,
    got: Instant,
    page: Arc<Shown>,
}

impl Kept {
    /// A page, while it is fresh.
    pub(in crate::builtin) fn find(&self, url: &str, way: &str) -> Option<Arc<Shown>> {
        let mut pages = self.lock();
        pages.retain(|it| it.got.elapsed() < FRESH);
        let found = pages.iter().find(|it| it.name.0 == url && it.name.1 == way);
        found.map(|it| it.page.clone())
    }

    /// Keeps a page, and lets the oldest go that there is no more room for.
    pub(in crate::builtin) fn keep(&self, url: &str, way: &'static str, page: Shown) -> Arc<Shown> {
        let page = Arc::new(page);
        let name = (url.to_owned(), way);
        let mut pages = self.lock();
        pages.retain(|it| it.name != name);
        pages.push_back(Entry {
            name,
            got: Instant::now(),
            page: page.clone(),
        });
        let mut size: usize = pages.iter().map(|it| it.page.content.len()).sum();
        while size > MOST
            && let Some(oldest) = pages.pop_front()
        {
            size -= oldest.page.content.len();
        }
        page
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Entry>> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
