"""Every value of an entry that means something is found when it is changed."""

import random
from collections import Counter
from pathlib import Path

import pytest

from punto.audit import audit
from tests.audit.forger import Forger
from tests.audit.mutations import HOSTILE, change, picked
from tests.audit.plants import LIVE, SILENT, TIGER
from tests.audit.shift import whole_shift

FREE = (
    "id",
    "at",
    "asked",
    "by.name",
    "by.seconded_by",
    "RulingGiven.reason",
    "VisitBegun.terminal",
)
"""What stands in an entry and follows from nothing else in the journal."""


@pytest.mark.parametrize("key", [TIGER, LIVE, SILENT])
def test_a_changed_value_is_found(tmp_path: Path, key: str) -> None:
    """Of a sample of values; whoever changes one has chained, posted and booked everything anew."""
    sound, copy = whole_shift(tmp_path, key), tmp_path / "copy.db"
    chosen = picked(Forger(sound, copy), random.Random(11), 80)
    counts: Counter[bool] = Counter()
    for place, path, name in chosen:
        forger = Forger(sound, copy)
        at_cage = forger.rows[place][0] == "cage" and name.startswith("by.")
        change(forger, place, path)
        forger.write()
        findings = audit(forger.close()).findings
        counts[bool(findings)] += 1
        assert findings or name.startswith(FREE) or at_cage, (place, path, name)
    print(f"{key}: {counts[True]} of {len(chosen)} changes found, the others mean nothing")


def test_no_value_stops_the_auditor(tmp_path: Path) -> None:
    """Whatever stands where, the auditor goes on to the end and reports it."""
    sound, copy = whole_shift(tmp_path, LIVE), tmp_path / "copy.db"
    rng = random.Random(12)
    for place, path, name in picked(Forger(sound, copy), rng, 100):
        forger = Forger(sound, copy)
        value = rng.choice(HOSTILE)
        id_ = forger.rows[place][1][0]
        change(forger, place, path, value)
        forger.ids[id(forger.rows[place][1])] = id_
        forger.write(repost=False)
        report = audit(forger.close())
        assert report.entries == len(forger.rows), name


def test_no_missing_or_doubled_part_stops_the_auditor(tmp_path: Path) -> None:
    """Entries and events left out, doubled and moved, with the chain closed again."""
    sound, copy = whole_shift(tmp_path, TIGER), tmp_path / "copy.db"
    rng = random.Random(13)
    for _ in range(60):
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
