//! A second implementation of the matchers, naive and written from the rules alone: it expands braces, cuts at slashes,
//! and tries everything. It has to agree on a hundred thousand random pairs.

use toolc::permission::{CommandPattern, PathPattern, TreePattern};

/// A small generator: the pairs are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % sides
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }
}

#[test]
fn the_path_and_tree_matchers_agree_with_the_naive_ones() {
    let mut dice = Dice(0x5eed);
    let (mut pairs, mut matches, mut inside) = (0, 0, 0);
    while pairs < 100_000 {
        let pattern = pattern(&mut dice);
        let Ok(path_matcher) = PathPattern::new(&pattern) else {
            continue;
        };
        let tree_matcher = TreePattern::new(&pattern).expect("compiles as a path");
        for _ in 0..25 {
            let path = path(&mut dice, &pattern);
            let expected = glob(&pattern, &path);
            let found = path_matcher.judge(&path).is_ok();
            assert_eq!(found, expected, "{pattern:?} on {path:?}");
            let expected = walk(&pattern, &path);
            let found = tree_matcher.judge(&path).is_ok();
            assert_eq!(found, expected, "tree {pattern:?} on {path:?}");
            pairs += 1;
            matches += usize::from(glob(&pattern, &path));
            inside += usize::from(expected);
        }
    }
    assert!(
        matches > 15_000 && inside > 3_000,
        "{matches} and {inside} matches prove too little"
    );
}

#[test]
fn the_command_matcher_agrees_with_the_naive_one() {
    let mut dice = Dice(0xc0de);
    let mut matches = 0;
    for _ in 0..100_000 {
        let pattern: String = (0..=dice.roll(4))
            .map(|_| dice.pick(&['a', 'b', ' ', '*', 'é']))
            .collect();
        let pattern = pattern + dice.pick(&["", ":*", ":*"]);
        let Ok(matcher) = CommandPattern::new(&pattern) else {
            continue;
        };
        let mut command = pattern.trim_end_matches(":*").to_owned();
        for _ in 0..dice.roll(3) {
            command.push(dice.pick(&['a', ' ', '\t', ';', '-', '\n', '\u{a0}']));
        }
        let expected = naive_command(&pattern, &command);
        assert_eq!(
            matcher.judge(&command).is_ok(),
            expected,
            "{pattern:?} on {command:?}"
        );
        matches += usize::from(expected);
    }
    assert!(matches > 15_000, "{matches} matches prove too little");
}

fn naive_command(pattern: &str, command: &str) -> bool {
    for c in command.chars() {
        if [
            ';', '|', '&', '`', '$', '>', '<', '(', ')', '\n', '\r', '\0',
        ]
        .contains(&c)
        {
            return false;
        }
    }
    let pattern: Vec<char> = pattern.chars().collect();
    let command: Vec<char> = command.chars().collect();
    if pattern.len() < 2 || pattern[pattern.len() - 2..] != [':', '*'] {
        return pattern == command;
    }
    let mut prefix = pattern[..pattern.len() - 2].to_vec();
    while prefix.last().is_some_and(|c| [' ', '\t'].contains(c)) {
        prefix.pop();
    }
    while prefix.first().is_some_and(|c| [' ', '\t'].contains(c)) {
        prefix.remove(0);
    }
    command.len() >= prefix.len()
        && command[..prefix.len()] == prefix
        && command
            .get(prefix.len())
            .is_none_or(|next| [' ', '\t'].contains(next))
}

/// Stands for `**` where that is written between slashes. One that an expansion puts there stays two stars.
const ANY_DEPTH: &str = "\u{1}";

fn recursive(pattern: &str) -> String {
    let names = pattern.split('/');
    let marked = names.map(|name| if name == "**" { ANY_DEPTH } else { name });
    marked.collect::<Vec<_>>().join("/")
}

/// One pattern out of pieces. `**` stands inside braces nowhere: there the expansion would mean more than the matcher.
fn pattern(dice: &mut Dice) -> String {
    let mut pattern = String::new();
    for _ in 0..=dice.roll(3) {
        pattern.push('/');
        if dice.roll(4) == 0 {
            pattern.push_str("**");
            continue;
        }
        for _ in 0..=dice.roll(3) {
            pattern.push_str(dice.pick(&[
                "a",
                "b",
                "é",
                ".",
                "*",
                "?",
                "[ab]",
                "[!a]",
                "[b-d]",
                "[^é]",
                "{a,b}",
                "{a,b*}c",
                "{é,{a,?}}",
                "{,b}",
                "\\*",
                "\\[",
                "\\{",
                "a,b",
                "**",
                "-",
                "\n",
                "]",
                "{[,],a}",
            ]));
        }
    }
    pattern
}

/// A folded path, half of the time one that the pattern was made of.
fn path(dice: &mut Dice, pattern: &str) -> String {
    let mut path = String::new();
    let half = dice.roll(2) == 0;
    let choices = expand(&recursive(pattern));
    let one = &choices[dice.roll(choices.len())];
    if half {
        for name in one[1..].split('/') {
            let mut made = String::new();
            if name == ANY_DEPTH {
                for _ in 0..dice.roll(3) {
                    made.push_str(dice.pick(&["/a", "/bé", "/.x"]));
                }
                path.push_str(&made);
                continue;
            }
            let mut rest: &str = name;
            while !rest.is_empty() {
                let (token, after) = token(rest);
                rest = after;
                match token {
                    Token::Star => {
                        for _ in 0..dice.roll(3) {
                            made.push(dice.pick(&['a', 'c', 'é', '.']));
                        }
                    }
                    Token::One | Token::Class { .. } => made.push(dice.pick(&['a', 'b', 'c', 'é'])),
                    Token::Is(c) => made.push(c),
                }
            }
            path.push('/');
            path.push_str(&made);
        }
    } else {
        for _ in 0..=dice.roll(3) {
            path.push('/');
            for _ in 0..=dice.roll(2) {
                path.push(dice.pick(&['a', 'b', 'c', 'é', '.', '*', '[', '{', '\n', ',']));
            }
        }
    }
    toolc::permission::fold(toolc::permission::Style::Posix, &path, Some("/"))
        .unwrap_or_else(|_| "/".to_owned())
}

/// Does a pattern allow a walk from here?
fn walk(pattern: &str, root: &str) -> bool {
    let Some(folder) = pattern.strip_suffix("/**") else {
        return false;
    };
    glob(pattern, root) || !folder.is_empty() && glob(folder, root)
}

/// Is the whole path what the pattern says?
fn glob(pattern: &str, path: &str) -> bool {
    expand(&recursive(pattern)).iter().any(|pattern| {
        let pattern: Vec<&str> = pattern[1..].split('/').collect();
        let path: Vec<&str> = path[1..].split('/').collect();
        folders(&pattern, &path)
    })
}

fn folders(pattern: &[&str], path: &[&str]) -> bool {
    match pattern {
        [] => path.is_empty(),
        // At the end it is everything below, of which there has to be something.
        [ANY_DEPTH] => !path.is_empty(),
        [ANY_DEPTH, rest @ ..] => (0..=path.len()).any(|skip| folders(rest, &path[skip..])),
        [name, rest @ ..] => {
            !path.is_empty() && component(name, path[0]) && folders(rest, &path[1..])
        }
    }
}

fn component(pattern: &str, name: &str) -> bool {
    if pattern.is_empty() {
        return name.is_empty();
    }
    let (token, rest) = token(pattern);
    let mut chars = name.chars();
    match token {
        Token::Star => {
            component(rest, name) || chars.next().is_some() && component(pattern, chars.as_str())
        }
        Token::One => chars.next().is_some() && component(rest, chars.as_str()),
        Token::Is(c) => chars.next() == Some(c) && component(rest, chars.as_str()),
        Token::Class { negated, ranges } => chars.next().is_some_and(|c| {
            ranges.iter().any(|(from, to)| (*from..=*to).contains(&c)) != negated
                && component(rest, chars.as_str())
        }),
    }
}

enum Token {
    Star,
    One,
    Is(char),
    Class {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
}

fn token(pattern: &str) -> (Token, &str) {
    let mut chars = pattern.chars();
    match chars.next().expect("not empty") {
        '*' => (Token::Star, chars.as_str()),
        '?' => (Token::One, chars.as_str()),
        '\\' => {
            let c = chars.next().expect("an escaped character");
            (Token::Is(c), chars.as_str())
        }
        '[' => {
            let end = class_end(pattern);
            let inside = &pattern[1..end];
            let positive = inside.trim_start_matches(['!', '^']);
            let members: Vec<char> = positive.chars().collect();
            let mut ranges = Vec::new();
            let mut at = 0;
            while at < members.len() {
                if at + 2 < members.len() && members[at + 1] == '-' {
                    ranges.push((members[at], members[at + 2]));
                    at += 3;
                } else {
                    ranges.push((members[at], members[at]));
                    at += 1;
                }
            }
            let negated = positive.len() < inside.len();
            (Token::Class { negated, ranges }, &pattern[end + 1..])
        }
        c => (Token::Is(c), chars.as_str()),
    }
}

/// Where the class that opens a pattern closes.
fn class_end(pattern: &str) -> usize {
    let start = pattern[1..].len() - pattern[1..].trim_start_matches(['!', '^']).len() + 1;
    let first = pattern[start..].chars().next().map_or(0, char::len_utf8);
    start + first + pattern[start + first..].find(']').expect("a closed class")
}

/// Every pattern without braces that one with braces stands for.
fn expand(pattern: &str) -> Vec<String> {
    let mut at = 0;
    while at < pattern.len() {
        let rest = &pattern[at..];
        match rest.chars().next().expect("inside") {
            '\\' => at += 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            '[' => at += class_end(rest) + 1,
            '{' => {
                let (alternatives, after) = alternatives(rest);
                return alternatives
                    .iter()
                    .flat_map(|one| expand(&format!("{}{one}{after}", &pattern[..at])))
                    .collect();
            }
            c => at += c.len_utf8(),
        }
    }
    vec![pattern.to_owned()]
}

/// The alternatives of the braces that open a pattern, and what follows them.
fn alternatives(pattern: &str) -> (Vec<&str>, &str) {
    let (mut depth, mut start, mut at) = (0, 1, 0);
    let mut found = Vec::new();
    loop {
        let rest = &pattern[at..];
        match rest.chars().next().expect("closed braces") {
            '\\' => at += 1,
            '[' => at += class_end(rest),
            '{' => depth += 1,
            ',' if depth == 1 => {
                found.push(&pattern[start..at]);
                start = at + 1;
            }
            '}' => {
                depth -= 1;
                if depth == 0 {
                    found.push(&pattern[start..at]);
                    return (found, &pattern[at + 1..]);
                }
            }
            _ => {}
        }
        at += pattern[at..].chars().next().map_or(1, char::len_utf8);
    }
}
