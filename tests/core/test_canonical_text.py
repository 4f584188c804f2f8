import hashlib
import json
from dataclasses import dataclass

import pytest

from punto.core.canonical_text import check_fields
from punto.core.rulebook import Rulebook, decode_rulebook
from punto.core.tableau import STANDARD
from punto.games.library import GAMES
from punto.games.mbs_electronic_2021 import TIGER, TIGER_NO_COMMISSION


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_a_rulebook_decodes_from_its_text_as_an_equal_one(book: Rulebook) -> None:
    again = decode_rulebook(book.text)
    assert again == book
    assert again.text == book.text


def test_the_digest_is_the_sha_256_of_the_text() -> None:
    assert TIGER.digest == hashlib.sha256(TIGER.text.encode()).hexdigest()
    assert TIGER.digest != TIGER_NO_COMMISSION.digest


def test_the_canonical_text_is_json_that_names_its_fields() -> None:
    plain = json.loads(TIGER.text)
    assert TIGER.text == json.dumps(plain, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    assert plain["is"] == "Rulebook"
    assert plain["wagers"][0]["lines"][0]["when"] == {"is": "Is", "fact": "WINNER", "values": [1]}


def changed(**fields: object) -> str:
    return json.dumps(json.loads(TIGER.text) | fields)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "this is not the canonical text of a record"),
        ("[]", r"rulebook is \[\]; expected Rulebook"),
        (changed(key=7), "rulebook.key is 7; expected str"),
        (changed(extra=1), "rulebook: field extra is missing or unknown; expected key, name"),
        (changed(wagers="all"), "rulebook.wagers is 'all'; expected tuple"),
        (changed(order=None), "rulebook.order is None; expected DealOrder"),
    ],
    ids=["not JSON", "no record", "wrong key", "extra field", "wrong wagers", "no order"],
)
def test_an_invalid_text_is_refused_with_the_wrong_field(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        decode_rulebook(text)


def test_an_unknown_enum_name_is_refused() -> None:
    text = TIGER.text.replace('"TERMINALS"', '"TELEPHONES"')
    with pytest.raises(
        ValueError, match=r"rulebook.document.placement is 'TELEPHONES'; expected WagerPlacement"
    ):
        decode_rulebook(text)


@dataclass(frozen=True)
class Range:
    """A record with a tuple of fixed length."""

    name: str
    ends: tuple[str, int, int | None]


def test_a_record_with_correct_types_passes() -> None:
    check_fields(Range("A", ("a", 1, None)), Range, "range")
    check_fields(STANDARD, type(STANDARD), "order")


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (Range("A", ("a", 1)), "range.ends has 2 parts; expected 3"),  # type: ignore[arg-type]
        (Range("A", ("a", "1", None)), r"range.ends\[1\] is '1'; expected int"),  # type: ignore[arg-type]
        (Range("A", ("a", 1, "2")), r"range.ends\[2\] is '2'; expected int or None"),  # type: ignore[arg-type]
        ("A", "range is 'A'; expected Range"),
        (Range, "range is <class .*; expected Range"),
    ],
)
def test_a_wrong_type_is_reported_with_its_field(record: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        check_fields(record, Range, "range")
