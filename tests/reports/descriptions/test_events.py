"""Every entry is told in both languages, money and names included."""

import pytest

from punto.audit.words import PLACEHOLDER, texts
from punto.house.access_log import AccessKind, JournalAccessed
from punto.journal.reader import JournalReader
from punto.pages.phrases import CHINESE, proof_words
from punto.reports.descriptions.events import clause_of, describe_entry, describe_event
from punto.table.events import play as events
from punto.table.stakes import Stake
from tests.audit.irregularity_shift import irregularity_shift_journal
from tests.audit.shift import whole_shift


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> list[JournalReader]:
    game = "tiger-no-commission-live"
    paths = [
        make(tmp_path_factory.mktemp("a"), game)
        for make in (whole_shift, irregularity_shift_journal)
    ]
    return [JournalReader(path) for path in paths]


def test_every_entry_has_words_in_one_line(journals: list[JournalReader]) -> None:
    kinds = set()
    for journal in journals:
        for stream in journal.streams():
            for stored in journal.read(stream):
                words = describe_entry(stored.entry.events)
                for text in (words.en, words.zh):
                    assert text
                    assert "\n" not in text
                    assert "{" not in text
                kinds |= {type(event).__name__ for event in stored.entry.events}
    assert len(kinds) > 30


def test_wagers_are_described_with_their_sum_first() -> None:
    placed = events.WagersPlaced(
        3, 2, "v2", 1, (Stake("banker", 800_00), Stake("tiger", 100_00)), 900_00, 0
    )
    assert describe_event(placed).en == "Wagers, seat 2: 900.00 (banker 800.00, tiger 100.00)"
    assert describe_event(placed).zh.startswith("座位2下注：900.00")


def test_an_access_names_the_round_and_the_table() -> None:
    access = JournalAccessed(AccessKind.BUNDLE, "tiger-5", 58, 59, "")
    assert describe_event(access).en == "bundle of round 58-59 of tiger-5 exported"
    one = JournalAccessed(AccessKind.REPLAY, "tiger-5", 58, 58, "")
    assert describe_event(one).zh == "重播tiger-5第58局"


def test_the_clause_of_an_entry_is_the_first_that_it_names() -> None:
    assert clause_of((events.BetsClosed(1), events.PlayResumed(1, "T 5.7"))) == "T 5.7"
    assert clause_of((events.BetsClosed(1),)) == ""


def test_every_proof_has_chinese_words_with_the_same_blanks() -> None:
    proofs = {key for key in texts() if key.startswith("proof.")}
    assert {f"proof.{key}" for key in CHINESE} == proofs
    for key in CHINESE:
        names = dict.fromkeys(
            match["name"] for match in PLACEHOLDER.finditer(texts()[f"proof.{key}"])
        )
        values = tuple(f"<{name}>" for name in names)
        chinese = proof_words(key, "", values).zh
        assert all(value in chinese for value in values), key
