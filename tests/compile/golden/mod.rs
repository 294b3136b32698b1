//! The generated code of every case, mounted as `include_tools!` mounts it, but with every warning denied.
#![deny(warnings)]
#![allow(
    clippy::all,
    clippy::nursery,
    clippy::pedantic,
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "as `include_tools!` allows them"
)]

#[rustfmt::skip]
pub(crate) mod a_description_cannot_leave_its_literal;
#[rustfmt::skip]
pub(crate) mod a_recursive_type_is_published_once;
#[rustfmt::skip]
pub(crate) mod a_tagged_union_is_an_enum_of_records;
#[rustfmt::skip]
pub(crate) mod a_tool_without_parameters;
#[rustfmt::skip]
pub(crate) mod an_untagged_union_is_tried_in_order;
#[rustfmt::skip]
pub(crate) mod defaults_are_published_and_plain;
#[rustfmt::skip]
pub(crate) mod enums_have_words_or_integers;
#[rustfmt::skip]
pub(crate) mod every_key_of_a_tool_reaches_its_spec;
#[rustfmt::skip]
pub(crate) mod limits_of_every_scalar;
#[rustfmt::skip]
pub(crate) mod lists_and_maps_nest;
#[rustfmt::skip]
pub(crate) mod nested_records_open_and_closed;
#[rustfmt::skip]
pub(crate) mod null_is_a_value_only_where_it_says_so;
#[rustfmt::skip]
pub(crate) mod parameters_come_from_groups_first;
#[rustfmt::skip]
pub(crate) mod rust_names_differ_where_they_must;
#[rustfmt::skip]
pub(crate) mod somebody_elses_schema_is_kept;
