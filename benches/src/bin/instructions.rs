//! What `gate` runs under callgrind: every case and contender once to warm up, then [`TIMES`] times inside the counted
//! region. Prints which; counts nothing itself.
//!
//! With an argument only the cases whose label contains it run, and toolc alone: for a profile.

use toolc_benches::callgrind::region;
use toolc_benches::contenders::TOOLC;
use toolc_benches::goals::{Duel, TIMES};
use toolc_benches::harness::Contender;

fn main() {
    let Some(part) = std::env::args().nth(1) else {
        return Duel::all().iter().for_each(|duel| run(duel, |_| true));
    };
    for duel in Duel::all().iter().chain(&Duel::invalid()) {
        if duel.label().contains(&part) {
            run(duel, |contender| contender.name == TOOLC);
        }
    }
}

fn run(duel: &Duel, is_wanted: impl Fn(&Contender<'_>) -> bool) {
    for contender in duel.contenders().iter().filter(|it| is_wanted(it)) {
        contender.run(1);
        region(contender, TIMES);
        println!("{}\t{}", duel.label(), contender.name);
    }
}
