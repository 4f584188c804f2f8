"""Find sentences in the project's texts that a reader would not understand at once."""

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path


class Kind(StrEnum):
    """A place where sentences stand. Each kind has its own count."""

    PAGE = "page"
    MODULE = "module docstring"
    DOCSTRING = "docstring"
    COMMENT = "comment"
    MESSAGE = "message"
    TEST_NAME = "test name"


MAX_WORDS = 40
_ANY_VERB = "is|are|was|were|has|have|had|must|may|can|could|would|will|does|did"
RULES: Mapping[str, re.Pattern[str]] = {
    # The subject of a sentence is a person or a thing that has a name.
    "names nobody": re.compile(
        r"\b(?:(?:who|what|which)ever|(?:no|some|any)body|one's own)\b", re.I
    ),
    "begins with a clause": re.compile(r"^(?:What|Of (?:a|an|the|what)) (?!.*\?$)"),
    "hides a noun in 'what'": re.compile(
        rf"[,:;] (?:and )?what (?:{_ANY_VERB}|comes|came|stands)\b"
    ),
    "has an old word": re.compile(
        r"\b(?:anew|afresh|nought|thereby|therein|forthwith|for ever|at will|as it were|of late)\b",
        re.I,
    ),
    "has a private verb": re.compile(
        r"\b(?:takes? hold|took hold|taken down|stands? by|seen? (?:to|through)|put right|mended"
        r"|br(?:ings?|ought) about|c(?:omes?|ame) (?:about|to nothing)|held against|given up|let go"
        r"|turned away|made good|look(?:s|ed) after|goes on from|lies? (?:there|loose|beside)"
        r"|(?:is|are|was|were) (?:told|heard)|told (?:anew|apart)|stands? (?:still|apart|ready))\b",
        re.I,
    ),
    "has a private noun": re.compile(
        r"\b(?:the (?:gap|cloth|lot|truth|way on)|fresh eyes)\b", re.I
    ),
    "says 'is no'": re.compile(
        r"(?<!there )\b(?:is|are|was|were) no "
        r"(?!longer|more|other|such|different|need|way|match)[a-z]",
        re.I,
    ),
    "says 'for' for 'because'": re.compile(
        r", for (?:it|they|there|no|the|a|one) (?:\w+ ){0,3}(?:is|has)\b"
    ),
}
LABEL = re.compile(r"^(?:An? |The )?[\w' -]{2,34}: (?=[a-z])")


def faults(sentence: str, kind: Kind) -> list[str]:
    """The rules that a sentence breaks."""
    found = [name for name, pattern in RULES.items() if pattern.search(sentence)]
    if kind is Kind.MODULE and LABEL.search(sentence):
        found.append("is a label")
    if kind is Kind.TEST_NAME and re.match(r"(?:\d+ )*(?:what|who|whose|of)\b", sentence):
        found.append("begins with a clause")
    if len(sentence.split()) > MAX_WORDS:
        found.append(f"has over {MAX_WORDS} words")
    return found


def sentences(text: str) -> list[str]:
    """The sentences of a text, without code, with each link as its words."""
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    prose = re.sub(r"`[^`]*`|\{[^}]*\}", "X", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", prose))
    # A row of a table, an item of a list and a heading begin a sentence.
    prose = re.sub(r"\n(?=\s*(?:[-*#>|]|\d+\.) ?)|\|", "\n\n", prose)
    parts = re.split(r"(?<=[.!?])\s+(?=[A-Z])|\n\s*\n", prose)
    return [found for part in parts if (found := " ".join(part.split()).lstrip("-*#> ")) != ""]


DOCSTRING = re.compile(r'^[ ]*r?"""([A-Z`].*?)"""', re.DOTALL | re.MULTILINE)
COMMENT = re.compile(r"(?:^[ ]*#:? .*\n)+", re.MULTILINE)
TEST_NAME = re.compile(r"^[ ]*(?:async )?def test_(\w+)", re.MULTILINE)
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
MESSAGE = re.compile(r"[A-Za-z{][^<>=#\\/]*")


def of_python(source: str, *, is_test: bool) -> Iterator[tuple[Kind, str]]:
    """Every sentence of a module. The strings of tests are data, so only names and texts count."""
    for place, match in enumerate(DOCSTRING.finditer(source)):
        prose = re.split(r"\n\s*(?:>>>|Rule:)", match[1])[0]
        is_module = place == 0 and match.start() == 0
        for each in sentences(prose):
            yield (Kind.MODULE if is_module else Kind.DOCSTRING), each
    rest = DOCSTRING.sub("", source)
    for match in COMMENT.finditer(rest):
        words = re.sub(r"^[ ]*#:? ?", "", match[0], flags=re.MULTILINE)
        yield from ((Kind.COMMENT, each) for each in sentences(words) if "noqa" not in each)
    if is_test:
        for match in TEST_NAME.finditer(rest):
            yield Kind.TEST_NAME, match[1].replace("_", " ")
        return
    for match in LITERAL.finditer(COMMENT.sub("", rest)):
        if MESSAGE.fullmatch(match[1]) and len(match[1].split()) > 2:
            yield from ((Kind.MESSAGE, each) for each in sentences(match[1]))


def of_file(path: Path) -> Iterator[tuple[Kind, str]]:
    """Every sentence of a page or a module, with its kind."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield from ((Kind.PAGE, each) for each in sentences(text))
    else:
        yield from of_python(text, is_test="tests" in path.parts)
