//! Whose call it is: what is kept between calls is kept for a session.

use crate::tool::{Context, keys};

/// The owner of what calls leave that say nothing about whose they are.
const SHARED: &str = "default";

/// The session of a call, or its execution where it is part of none.
pub(super) fn of(cx: &Context) -> &str {
    [&keys::SESSION, &keys::EXECUTION]
        .into_iter()
        .find_map(|key| cx.get(key))
        .map_or(SHARED, String::as_str)
}
