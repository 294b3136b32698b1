//! The table of names that large toolsets are found by, against a map of the standard library.

use std::collections::HashMap;

use toolc::rt::Lookup;
use toolc::tool::Spec;

const NAMES: [&str; 12] = [
    "Read",
    "read",
    "Rea",
    "Read_",
    "get_order_item",
    "get_order_iten",
    "fet_order_item",
    "mcp__server_of_a_long_name__a_tool_of_an_even_longer_name_1",
    "mcp__server_of_a_long_name__a_tool_of_an_even_longer_name_2",
    "\0",
    "\0\0",
    "도구",
];
static SPECS: [Spec; NAMES.len()] = {
    let mut specs = [const { Spec::new("", "{}") }; NAMES.len()];
    let mut index = 0;
    while index < NAMES.len() {
        std::mem::forget(std::mem::replace(
            &mut specs[index],
            Spec::new(NAMES[index], "{}"),
        ));
        index += 1;
    }
    specs
};
static REFERENCES: [&Spec; NAMES.len()] = {
    let mut references = [&SPECS[0]; NAMES.len()];
    let mut index = 0;
    while index < NAMES.len() {
        references[index] = &SPECS[index];
        index += 1;
    }
    references
};
/// With few places left over, so that searches run into each other and around the end.
static LAST: Lookup<16> = Lookup::new(&REFERENCES);
static ROOM: Lookup<1024> = Lookup::new(&REFERENCES);

#[test]
fn every_name_is_found_and_no_other() {
    let known: HashMap<&str, usize> = NAMES.into_iter().zip(0..).collect();
    let others = ["", "\0\0\0", "Reads", "READ", "get_order_ite", "도"];
    let cut = NAMES.iter().flat_map(|name| {
        name.char_indices()
            .map(|(at, _)| &name[..at])
            .chain(name.char_indices().map(|(at, _)| &name[at..]))
    });
    for name in NAMES.into_iter().chain(others).chain(cut) {
        let expected = known.get(name).copied();
        assert_eq!(LAST.position(name), expected, "{name:?}");
        assert_eq!(ROOM.position(name), expected, "{name:?}");
    }
}
