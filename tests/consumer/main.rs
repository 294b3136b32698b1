//! Crates that use this one, built by Cargo as their authors would build them.

mod committed;
mod editor;
mod imported;
mod init;
mod mistakes;
mod workshop;
