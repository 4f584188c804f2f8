"""Every event has a sentence in every language."""

import pytest

from punto.core.sides import Side
from punto.house.access_log import AccessKind, JournalAccessed
from punto.journal.event_tags import TAGS_BY_KIND
from punto.journal.reader import JournalReader
from punto.messages.catalogue import LANGUAGES, catalogue
from punto.messages.message import Message
from punto.reports.descriptions.events import (
    PUBLIC,
    clause_of,
    describe,
    describe_all,
    describe_significant,
    describe_to_patrons,
)
from punto.reports.descriptions.transcripts import event_details
from punto.table import events
from punto.table.stakes import Stake
from tests.audit.irregularity_shift import irregularity_shift_journal
from tests.audit.shift import whole_shift
from tests.reports.descriptions.sample_events import SAMPLES
from tests.texts import text


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> list[JournalReader]:
    game = "tiger-no-commission-live"
    paths = [
        make(tmp_path_factory.mktemp("a"), game)
        for make in (whole_shift, irregularity_shift_journal)
    ]
    return [JournalReader(path) for path in paths]


def test_every_event_of_a_shift_has_a_sentence(journals: list[JournalReader]) -> None:
    kinds = set()
    for journal in journals:
        for stream in journal.streams():
            for stored in journal.read(stream):
                for language in LANGUAGES:
                    sentence = text(describe_all(stored.entry.events), language)
                    assert sentence.endswith((".", "。"))
                    assert "{" not in sentence
                    for event in stored.entry.events:
                        assert all(text(line, language) for line in event_details(event))
                kinds |= {type(event) for event in stored.entry.events}
    assert len(kinds) > 30


def test_every_event_of_a_sample_has_its_own_sentence() -> None:
    found = {kind: {describe(event).key for event in events} for kind, events in SAMPLES.items()}
    assert found.keys() == TAGS_BY_KIND.keys()
    used = sorted(key for keys in found.values() for key in keys)
    assert len(used) == len(set(used)), "two kinds of events have the same sentence"
    significant = {"event.large-wager", "event.large-win", "event.card-entered"}
    for_lists = {"event.card-read-by-eye", "event.outcome-announced", "event.several"}
    texts = {key for key in catalogue("en").patterns if key.startswith("event.")}
    assert texts == {*used, *significant, *for_lists}
    for events_ in SAMPLES.values():
        for event in events_:
            assert text(describe(event)).endswith(".")
            assert text(describe(event), "zh").endswith("。")


def test_wagers_are_described_with_their_sum_first() -> None:
    placed = events.WagersPlaced(
        3, 2, "v2", 1, (Stake("banker", 800_00), Stake("tiger", 100_00, 4)), 900_00, 0
    )
    assert text(describe(placed)) == (
        "Seat 2 has $900.00 at stake: Banker $800.00, Tiger $100.00 on position 4."
    )
    assert text(describe(placed), "zh").startswith("2 号位投注 $900.00：")
    assert text(describe_significant(placed)).startswith("Seat 2 made a large wager of $900.00")


def test_a_wager_of_a_custom_rulebook_appears_by_its_key() -> None:
    placed = events.WagersPlaced(3, 2, "v2", 1, (Stake("lucky_nine", 8_00),), 8_00, 0)
    assert "lucky_nine $8.00" in text(describe(placed))


def test_an_access_names_the_rounds_and_the_table() -> None:
    access = JournalAccessed(AccessKind.BUNDLE, "tiger-5", 58, 59, "")
    assert text(describe(access)) == (
        "An evidence bundle of tiger-5 was exported: rounds 58 to 59."
    )
    one = JournalAccessed(AccessKind.REPLAY, "tiger-5", 58, 58, "")
    assert text(describe(one), "zh") == "重播 tiger-5：第 58 局。"


def test_patrons_read_no_sum_and_no_name_of_a_person() -> None:
    for kind, samples in SAMPLES.items():
        for event in samples:
            said = describe_to_patrons(event)
            assert (said is not None) == (kind in (*PUBLIC, events.RoundSettled))
            assert said is None or not {"cents", "returned", "visit", "name"} & set(said.values)


def test_no_message_contains_a_secret() -> None:
    for samples in SAMPLES.values():
        for event in samples:
            assert "secret" not in repr(describe(event))
            assert "secret" not in repr(event_details(event))


def test_the_lists_of_significant_events_hide_the_face_of_a_card() -> None:
    drawn = events.CardDrawn(4, 2, "9s", Side.PLAYER, by_hand=True)
    assert text(describe(drawn)) == "Card 2 to Player: 9♠, entered by hand."
    assert describe_significant(drawn) == Message("event.card-entered", {"number": 2, "round": 4})


def test_the_clause_of_an_entry_is_the_first_that_it_names() -> None:
    assert clause_of((events.BetsClosed(1), events.PlayResumed(1, "T 5.7"))) == "T 5.7"
    assert clause_of((events.BetsClosed(1),)) == ""
