"""Change every value of an entry that has a meaning. The auditor must find the change."""

import random
from pathlib import Path

import pytest

from punto.audit import audit
from tests.audit.conftest import Whole
from tests.audit.forger import EVENTS, Forger
from tests.audit.mutations import HOSTILE, change, every, one_of_each
from tests.audit.plants import LIVE, TIGER

FREE = {
    "id": "an entry is called what its writer calls it",
    "at": "a label of a clock that nothing relies on",
    "asked": "the digest of a command that is not kept",
    "by.name": "what somebody other than a patron is called",
    "by.seconded_by.acting_as": "in which position a second person stands by",
    "by.seconded_by.name": "what a second person is called",
    "by.seconded_by.position": "in which position a second person stands by",
    "CreditBought.cents": "cash that came in, as long as the credit is not collected",
    "IrregularityRaised.evidence": "what proves it, in words",
    "RulingGiven.reason": "words for people",
    "ShiftClosed.counted_cents": "what two persons counted in a drawer",
    "ShiftOpened.large_cents": "from which sum on the house wants two persons",
    "VisitBegun.terminal": "where a visit began",
    "VoucherVoided.reason": "words for people",
    "VoucherVoided.is_expired": "why a voucher is cancelled moves the money no other way",
}
"""Fields that no other part of the journal confirms, with the reason."""


def test_a_changed_value_of_every_field_is_found(whole: Whole, tmp_path: Path) -> None:
    """The test changes one value per field, and makes hashes, transfers and balances match.

    The shift of the live game has every field.
    """
    sound, copy = whole(LIVE), tmp_path / "copy.db"
    chosen = one_of_each(Forger(sound, copy), random.Random(11))
    assert len(chosen) > 180
    missed: set[str] = set()
    for place, path, name in chosen:
        forger = Forger(sound, copy)
        stream, body = forger.rows[place]
        is_patrons = name == "by.name" and stream != "cage" and body[2]["kind"] == "patron"
        change(forger, place, path)
        forger.write()
        if not audit(forger.close()).findings:
            assert name in FREE, (place, path, name)
            assert not is_patrons, (place, path, name)
            missed.add(name)
    print(f"a value of each of {len(chosen)} fields changed; free: {sorted(missed)}")


@pytest.mark.parametrize("key", [TIGER, LIVE])
def test_another_patrons_name_is_found(whole: Whole, tmp_path: Path, key: str) -> None:
    """A patron's command at a table must come from that patron."""
    sound, copy = whole(key), tmp_path / "copy.db"
    first_places: dict[str, int] = {}
    for place, (_, body) in enumerate(Forger(sound, copy).rows):
        if body[2]["kind"] == "patron":
            first_places.setdefault(body[EVENTS][0][0], place)
    for kind, place in first_places.items():
        forger = Forger(sound, copy)
        change(forger, place, (2, "name"))
        forger.write()
        assert audit(forger.close()).findings, kind
    assert len(first_places) >= 3


def test_no_value_stops_the_auditor(whole: Whole, tmp_path: Path) -> None:
    """The auditor must read to the end and report the value."""
    sound, copy = whole(LIVE), tmp_path / "copy.db"
    rng = random.Random(12)
    for place, path, name in rng.sample(every(Forger(sound, copy)), 60):
        forger = Forger(sound, copy)
        value = rng.choice(HOSTILE)
        id_ = forger.rows[place][1][0]
        change(forger, place, path, value)
        forger.ids[id(forger.rows[place][1])] = id_
        forger.write(repost=False)
        report = audit(forger.close())
        assert report.entries == len(forger.rows), name


def test_no_missing_or_doubled_part_stops_the_auditor(whole: Whole, tmp_path: Path) -> None:
    """The test removes, doubles and moves entries and events, and makes the chain match again."""
    sound, copy = whole(TIGER), tmp_path / "copy.db"
    rng = random.Random(13)
    for _ in range(40):
        forger = Forger(sound, copy)
        place = rng.randrange(len(forger.rows) - 1)
        match rng.randrange(3):
            case 0:
                del forger.rows[place]
            case 1:
                stream, body = forger.rows[place]
                forger.rows.insert(rng.randrange(len(forger.rows)), (stream, ["again", *body[1:]]))
            case _:
                forger.rows.insert(rng.randrange(len(forger.rows)), forger.rows.pop(place))
        forger.write()
        assert audit(forger.close()).entries == len(forger.rows)
