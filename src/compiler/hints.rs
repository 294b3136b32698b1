//! What was probably meant: the nearest of the words that are known.

/// What people write who come from JSON Schema, Rust or Python. The value beside it is of the same kind, so that the word can be
/// replaced.
const SYNONYMS: &[(&str, &str)] = &[
    ("str", "string"),
    ("text", "string"),
    ("int", "integer"),
    ("i64", "integer"),
    ("u64", "integer"),
    ("float", "number"),
    ("double", "number"),
    ("f64", "number"),
    ("bool", "boolean"),
    ("properties", "fields"),
    ("additional-properties", "open"),
    ("any-of", "type"),
    ("one-of", "type"),
    ("params", "input"),
    ("parameters", "input"),
    ("arguments", "input"),
    ("args", "input"),
    ("input-schema", "schema"),
    ("permissions", "permission"),
    ("desc", "description"),
    ("doc", "description"),
    ("regex", "pattern"),
];

/// The words of the format are kebab-case: `minLength` and `min_length` are `min-length`.
pub(super) fn normalised(word: &str) -> String {
    let mut text = String::new();
    let mut lower = false;
    for character in word.chars() {
        if character.is_uppercase() && lower {
            text.push('-');
        }
        lower = character.is_lowercase() || character.is_ascii_digit();
        match character {
            '_' | ' ' => text.push('-'),
            _ => text.extend(character.to_lowercase()),
        }
    }
    text
}

/// The known word that was probably meant, if one is near enough to be sure.
pub(super) fn nearest<'a>(
    word: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Option<&'a str> {
    let wanted = normalised(word);
    let same = |other: &&str| normalised(other) == wanted;
    if let Some(found) = known.clone().find(same) {
        return Some(found);
    }
    let synonym = SYNONYMS.iter().find(|(from, _)| *from == wanted);
    if let Some((_, to)) = synonym
        && let Some(found) = known.clone().find(|other| other == to)
    {
        return Some(found);
    }
    let most = (wanted.chars().count() / 3).clamp(1, 3);
    let distance = |other: &str| strsim::damerau_levenshtein(&normalised(other), &wanted);
    let (found, _) = known
        .map(|other| (other, distance(other)))
        .filter(|(_, distance)| *distance <= most)
        .min_by_key(|(_, distance)| *distance)?;
    Some(found)
}

/// The help for an unknown word: the one that was meant, or those that there are.
pub(super) fn hint<'a>(
    word: &str,
    known: impl Iterator<Item = &'a str> + Clone,
    none: &str,
) -> String {
    if let Some(found) = nearest(word, known.clone()) {
        return format!("did you mean `{found}`?");
    }
    let words: Vec<_> = known.map(|word| format!("`{word}`")).collect();
    if words.is_empty() {
        none.to_owned()
    } else {
        format!("known are {}", words.join(", "))
    }
}
