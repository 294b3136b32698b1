//! toolc against serde's derive by the clock, in a few seconds and without building the other peers: for work on the
//! engine. The tables that count come from `ratios`.

use toolc_benches::goals::Duel;
use toolc_benches::harness::{Race, pin};

fn main() {
    pin();
    println!(
        "| valid call | serde, ns | toolc, ns | ratio | p10-p90 |\n| --- | --: | --: | --: | --- |"
    );
    for duel in Duel::all() {
        let race = Race::run(&duel.contenders(), 80);
        let ratio = race.ratio(1, 0);
        println!(
            "| {} | {:.0} | {:.0} | {:.2} | {:.2}-{:.2} |",
            duel.label(),
            race.nanoseconds(0),
            race.nanoseconds(1),
            ratio.median,
            ratio.p10,
            ratio.p90
        );
    }
}
