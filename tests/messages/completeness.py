"""Compare the catalogue of a language with the English one."""

from collections.abc import Iterator

from punto.messages.catalogue import Catalogue, Pattern, Placeholder


def placeholders(pattern: Pattern) -> list[Placeholder]:
    return [part for part in pattern if isinstance(part, Placeholder)]


def problems(words: Catalogue, english: Catalogue) -> Iterator[str]:
    """Each missing or surplus text, each differing value, and each missing form of a plural."""
    for key in sorted(english.patterns.keys() ^ words.patterns.keys()):
        yield f"{key}: {'no text' if key in english.patterns else 'not in English'}"
    for key in sorted(english.patterns.keys() & words.patterns.keys()):
        yield from _of_text(key, words, english)


def _of_text(key: str, words: Catalogue, english: Catalogue) -> Iterator[str]:
    ours = {place.name: place for place in placeholders(words.patterns[key])}
    theirs = {place.name: place for place in placeholders(english.patterns[key])}
    for name in sorted(ours.keys() ^ theirs.keys()):
        yield f"{key}: {'no value' if name in theirs else 'unknown value'} {name}"
    for name in sorted(ours.keys() & theirs.keys()):
        if _type(ours[name]) != _type(theirs[name]):
            yield f"{key}: {name} is a {_type(ours[name])}; expected a {_type(theirs[name])}"
    for place in ours.values():
        if not place.forms:
            continue
        cases = place.forms.keys()
        plurals = {*words.grammar.plural, "other"}
        if cases & ({"one", "two", "few", "many", "zero"} | plurals) and is_count(place):
            for form in sorted(plurals - cases):
                yield f"{key}: {place.name} has no form {form}"


def is_count(place: Placeholder) -> bool:
    """Whether the forms are those of a number, and not of a closed set."""
    return all(case.isdigit() or case in PLURALS for case in place.forms)


PLURALS = {"zero", "one", "two", "few", "many", "other"}


def _type(place: Placeholder) -> str:
    """The type of value that a placeholder takes; a number may be written with forms or without."""
    if place.forms:
        kind = "number" if is_count(place) else "choice"
    else:
        kind = {"number": "number", "": "name"}.get(place.kind, place.kind)
    return kind + place.mark[:1]
