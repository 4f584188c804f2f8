"""Write the keys of the catalogues, with the types of their values, as TypeScript declarations.

`scripts/test` runs this before it checks the types of the browser's modules. A wrong key, a wrong
name of a value or a wrong type then fails at the call.
"""

import sys
from pathlib import Path

from punto.messages.catalogue import Pattern, Placeholder, catalogue
from tests.messages.completeness import is_count, placeholders

TYPES = {
    "": "string | number",
    "name": "string | number | Texts.Names",
    "wager": "string | Texts.Names",
    "message": "Texts.Message | Texts.Names | string",
    **dict.fromkeys(("number", "money", "short-money", "signed-money"), "number"),
}
"""The types of values by kind. A value of any other kind is a string."""

START = """\
declare namespace Texts {
  type Names = { readonly [language: string]: string };
  type Message = { key: string, values?: Record<string, unknown> };
  /** A key, or a key that the code makes: then at least one text must match it. */
  type Key<K extends string> = [Extract<keyof Keys, K>] extends [never] ? never : K;
  type Rest<K extends string> = K extends keyof Keys
    ? {} extends Keys[K] ? [values?: {}, name?: string] : [values: Keys[K], name?: string]
    : [values?: Record<string, unknown>, name?: string];
  type Translate = <K extends string>(key: Key<K>, ...rest: Rest<K>) => string;
  interface Keys {
"""


def declarations() -> str:
    """The namespace `Texts`, with every key and the values of its text."""
    lines = (
        f"    '{key}': {{ {values_of(pattern)} }};\n"
        for key, pattern in sorted(catalogue("en").patterns.items())
    )
    return f"{START}{''.join(lines)}  }}\n}}\n"


def values_of(pattern: Pattern) -> str:
    """The names of a text's values with their types."""
    types = {place.name: type_of(place) for place in placeholders(pattern)}
    return "; ".join(f"{name}: {written}" for name, written in types.items())


def type_of(place: Placeholder) -> str:
    """The type of a placeholder's value."""
    if place.forms:
        named = "boolean" if place.forms.keys() <= {"yes", "no"} else "string"
        written = "number" if is_count(place) else named
    else:
        written = TYPES.get(place.kind, "string")
    if place.mark.startswith("*"):
        written = f"readonly ({written})[]"
    return f"{written} | null" if place.mark == "?" else written


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.parent.mkdir(exist_ok=True)
    path.write_text(declarations(), encoding="utf-8")
