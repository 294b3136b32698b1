//! The built-in tools, as a model calls them: through the executor, on the disk and in memory.

mod desk;

mod bash;
mod cases;
mod edit;
mod grep;
mod read;
mod shared;
