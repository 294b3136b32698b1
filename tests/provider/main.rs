//! Speaking to providers: names and schemas on the way out, calls on the way in, results on the way back.

mod cases;
mod exports;
mod imports;
mod names;
mod wire;
