//! Which addresses are the public internet. The list is IANA's special-purpose registries (RFC 6890 and its successors):
//! what is not globally reachable, and what wraps an address that is not.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// May a page be got from there?
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let special = match address.octets() {
        // This network; loopback; private use.
        [0 | 10 | 127, ..] | [172, 16..=31, ..] | [192, 168, ..] => true,
        // Carrier-grade NAT; link-local; benchmarks.
        [100, 64..=127, ..] | [169, 254, ..] | [198, 18..=19, ..] => true,
        // Protocol assignments; documentation; 6to4 relays.
        [192, 0, 0 | 2, _] | [198, 51, 100, _] | [203, 0, 113, _] | [192, 88, 99, _] => true,
        // Multicast, reserved, broadcast.
        [224..=255, ..] => true,
        _ => false,
    };
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let last = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match address.segments() {
        // IPv4 in IPv6: mapped, and translated by NAT64. What is wrapped counts.
        [0, 0, 0, 0, 0, 0xFFFF, high, low] | [0x64, 0xFF9B, 0, 0, 0, 0, high, low] => {
            last(high, low)
        }
        // 6to4 carries the IPv4 address of its router.
        [0x2002, high, low, ..] => last(high, low),
        // Protocol assignments with Teredo; documentation.
        [0x2001, 0..=0x1FF, ..] | [0x2001, 0x0DB8, ..] | [0x3FFF, 0..=0x0FFF, ..] => false,
        // Global unicast is all that was ever handed out beside these; loopback, unspecified, unique-local, link-local
        // and multicast lie outside.
        [0x2000..=0x3FFF, ..] => true,
        _ => false,
    }
}
