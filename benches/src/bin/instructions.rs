//! What `gate` runs under callgrind: every case and contender once to warm up, then [`TIMES`] times inside the counted
//! region. Prints which; counts nothing itself.
//!
//! With an argument only the cases whose label contains it run, and toolc alone: for a profile.

use toolc_benches::callgrind::region;
use toolc_benches::contenders::TOOLC;
use toolc_benches::goals::{Duel, TIMES};

fn main() {
    let profiled = std::env::args().nth(1);
    for duel in Duel::all() {
        let label = duel.label();
        if profiled.as_ref().is_some_and(|part| !label.contains(part)) {
            continue;
        }
        for contender in duel.contenders() {
            if profiled.is_some() && contender.name != TOOLC {
                continue;
            }
            contender.run(1);
            region(&contender, TIMES);
            println!("{label}\t{}", contender.name);
        }
    }
}
