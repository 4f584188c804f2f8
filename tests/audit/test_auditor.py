"""Check that the auditor agrees with the product."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.audit import Check, audit
from punto.certification.days.day import FAULTS, Day
from punto.core.rulebook import Rulebook
from punto.floor.streams.aggregates import table_aggregate
from punto.floor.streams.owner import StreamOwner
from punto.games.library import GAMES, game
from punto.journal.reader import JournalReader
from punto.journal.stores.sqlite import SqliteJournal
from punto.ledger.cage import CollectCredit, RedeemVoucher
from punto.table.commands import ChangeSettings, OpenBets, OpenTable, TakeSeat
from punto.table.events import CuttingCardReached
from punto.table.settings import default_settings
from punto.table.stakes import Stake
from punto.table.state import Phase
from tests.audit.conftest import Begin, Whole
from tests.audit.forger import EVENTS, Forger
from tests.audit.lines import finding_lines, report_lines
from tests.audit.rules.test_game import LUCKY
from tests.audit.shift import MANAGER, SEATS, Shift, patron, plain_rounds
from tests.one_table import step


@pytest.mark.parametrize("key", [book.key for book in GAMES])
def test_a_whole_shift_of_every_game_is_clean(whole: Whole, key: str) -> None:
    report = audit(whole(key))
    assert finding_lines(report.findings) == []
    assert report.rounds_settled + report.rounds_void >= 16
    assert report.wagers > 100
    assert (report.vouchers, report.shoes_shown, report.rounds_running) == (5, 1, 0)


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_a_day_with_every_fault_is_clean(tmp_path: Path, book: Rulebook) -> None:
    """The day has doubled, reordered and late commands, lost terminals and crashes."""
    path = tmp_path / "day.db"
    journal = SqliteJournal(path)
    day = Day(GAMES.index(book), journal, FAULTS, book)
    day.play(15)
    journal.close()
    report = audit(path)
    print(book.key, *report_lines(report), sep="\n")
    assert finding_lines(report.findings) == []
    assert report.rounds_settled + report.rounds_void == day.owner.state.rounds >= 15
    assert day.counts["audited"] == 15


def test_cards_drawn_past_the_cut_of_a_committed_shoe_are_clean(shift: Shift) -> None:
    shift.open()
    cut = 7
    chosen = replace(default_settings(shift.book), decks=4, cards_behind_cut=4 * 52 - cut + 1)
    shift.commit(ChangeSettings(chosen), MANAGER)
    while shift.owner.state.rounds < 3:
        step(shift.dealer)
        if shift.owner.state.phase is Phase.SETTLED and shift.owner.state.rounds == 1:
            while shift.owner.state.device.cards_out < cut:
                shift.owner.handle(shift.dealer.draw_command())
    shift.journal.close()
    reader = JournalReader(shift.path)
    events = [each for kept in reader.read("t1") for each in kept.entry.events]
    assert sum(isinstance(each, CuttingCardReached) for each in events) == 1
    assert finding_lines(audit(shift.path).findings) == []


def test_a_custom_rulebook_is_audited_by_its_text(begin: Begin, tmp_path: Path) -> None:
    shift = begin(LUCKY)
    shift.open()
    shift.load()
    for _ in range(6):
        shift.bets()
        shift.close()
        shift.settle()
    shift.journal.close()
    report = audit(shift.path)
    assert report.is_clean
    assert report.wagers == 6 * len(SEATS) * 3

    forger = Forger(shift.path, tmp_path / "copy.db")
    event = forger.event("RoundSettled", lambda event: any(w["line"] for w in event["wagers"]))
    next(wager for wager in event["wagers"] if wager["line"])["returned_cents"] += 20
    forger.write()
    assert [finding.check for finding in audit(forger.close()).findings] == [Check.RETURNED]


def test_one_visit_may_play_at_two_tables(shift: Shift) -> None:
    shift.open()
    shift.load()
    plain_rounds(shift)
    first = shift.owner
    shift.book = game("seven-up")
    shift.owner = StreamOwner(shift.journal, "t2", table_aggregate("t2"), lambda: "noon")
    shift.commit(OpenTable(shift.book.text, default_settings(shift.book)))
    for seat in SEATS:
        shift.commit(TakeSeat(seat, f"v{seat}"), patron(seat))
    shift.load()
    shift.bets()
    shift.owner, second = first, shift.owner
    shift.book = game("tiger")
    plain_rounds(shift)
    shift.owner, shift.book = second, game("seven-up")
    shift.close()
    report = audit(shift.path)
    assert report.is_clean
    assert (report.streams, report.rounds_settled, report.rounds_running) == (3, 8, 1)


def test_another_visit_may_redeem_a_voucher(shift: Shift) -> None:
    shift.open()
    shift.at_cage(CollectCredit("v1", 10_000_00, "n1"), RedeemVoucher("n1", 10_000_00, "v5"))
    shift.at_cage(CollectCredit("v5", 20_000_00, "n2"))
    report = audit(shift.path)
    assert report.is_clean
    assert report.vouchers == 2


# Truncation


def test_an_exported_head_reveals_a_consistent_truncation(whole: Whole, tmp_path: Path) -> None:
    sound = whole("tiger")
    exported = {name: head for name, _, head in audit(sound).heads}
    forger = Forger(sound, tmp_path / "copy.db")
    del forger.rows[forger.place("BetsOpened", lambda event: event["round"] == 5) :]
    forger.write()
    cut = forger.close()
    assert audit(cut).is_clean
    findings = audit(cut, exported).findings
    assert {finding.check for finding in findings} == {Check.EXPORTED_HEAD}
    assert finding_lines(findings)[0] == (
        f"cage: exported-head: no entry has the exported head {exported['cage']}; expected one"
    )
    assert len(findings) == 2


def test_an_exported_head_stays_in_a_journal_that_has_grown(shift: Shift) -> None:
    empty = {name: head for name, _, head in audit(shift.path).heads}
    shift.open()
    opened = {name: head for name, _, head in audit(shift.path).heads}
    shift.load()
    plain_rounds(shift)
    for heads in (empty, opened):
        assert audit(shift.path, heads).is_clean


def test_an_exported_head_of_a_missing_stream_is_found(shift: Shift) -> None:
    assert finding_lines(audit(shift.path, {"t9": "00" * 32}).findings) == [
        "file: exported-head: there is no stream t9; expected it because its head was exported"
    ]


# Allowed differences


def test_stored_transfers_may_have_another_order(whole: Whole, tmp_path: Path) -> None:
    forger = Forger(whole("tiger"), tmp_path / "copy.db")
    body = forger.body("RoundSettled", lambda event: len(event["wagers"]) > 4)
    ids = [each[0] for each in body[5]]
    moved = [each[1:] for each in body[5]]
    body[5] = [[id_, *each] for id_, each in zip(ids, reversed(moved), strict=True)]
    forger.write(repost=False)
    assert audit(forger.close()).is_clean


def test_a_committed_shoe_with_a_lost_key_is_counted(whole: Whole, tmp_path: Path) -> None:
    forger = Forger(whole("tiger"), tmp_path / "copy.db")
    forger.event("ShoeEnded", lambda event: event["order"]).update(order="", salt="")
    forger.write()
    report = audit(forger.close())
    assert report.is_clean
    assert (report.shoes_shown, report.shoes_not_shown) == (0, 1)
    assert "0 shoes revealed, 1 committed and not revealed" in "\n".join(report_lines(report))


def test_the_report_has_lines_and_a_record(shift: Shift) -> None:
    shift.open()
    shift.load()
    shift.commit(OpenBets())
    shift.bet(1, Stake("banker", 20_00))
    report = audit(shift.path)
    assert report_lines(report) == [
        "Entries:   18 in 2 streams, 18 events",
        "Rounds:    0 settled, 0 void, 1 running; 0 shoes revealed",
        "Wagers:    0; $0.00 staked, $0.00 returned",
        "Transfers: 6; $50,020.00 moved",
        "Accounts:  7; 0 vouchers",
        "Found:     no difference",
    ]
    record = report.record()
    assert (record["clean"], record["entries"], record["findings"]) == (True, 18, [])
    assert list(record["heads"]) == ["cage", "t1"]  # type: ignore[call-overload]


def test_every_table_that_is_not_opened_is_reported_once(whole: Whole, tmp_path: Path) -> None:
    forger = Forger(whole("tiger"), tmp_path / "copy.db")
    del forger.rows[forger.place("TableOpened")]
    forger.write()
    (finding,) = audit(forger.close()).findings
    assert finding_lines([finding])[0] == (
        "t1, entry 1: phase: SeatTaken at a table without a game; expected the table to open first"
    )


def test_an_event_by_the_wrong_actor_is_found(whole: Whole, tmp_path: Path) -> None:
    """A patron may not draw the cutting card or end an offer; the clock may not close bets."""
    sound = whole("tiger-no-commission-live")
    for kind, by, words in (
        (
            "CuttingCardReached",
            "patron",
            "CuttingCardReached requested by v1, patron; expected device",
        ),
        ("WithdrawalClosed", "patron", "WithdrawalClosed requested by v1, patron; expected clock"),
        (
            "BetsClosed",
            "clock",
            "BetsClosed requested by v1, clock; expected house, Dealer or higher",
        ),
        ("RoundSettled", "device", "RoundSettled requested by v1, device; expected house or"),
        ("PlayResumed", "house", "an entry that begins with PlayResumed; expected an event that"),
    ):
        forger = Forger(sound, tmp_path / "copy.db")
        body = next(
            body
            for _, body in forger.rows
            if body[EVENTS][0][0] == kind or (kind == "PlayResumed" and body[EVENTS][-1][0] == kind)
        )
        if kind == "PlayResumed":
            del body[EVENTS][:-1]
        body[2] = {**body[2], "kind": by, "name": "v1", "position": None, "seconded_by": None}
        forger.write()
        findings = finding_lines(audit(forger.close()).findings, Check.WHO)
        assert any(words in line for line in findings), (kind, findings)


def test_a_close_is_acknowledged_after_bets_are_closed(whole: Whole, tmp_path: Path) -> None:
    forger = Forger(whole("tiger"), tmp_path / "copy.db")
    forger.event("ScreenAcknowledged", lambda event: event["accepted"])["closed"] = True
    forger.write()
    (line,) = finding_lines(audit(forger.close()).findings)
    assert "phase: the close displayed while bets open; expected bets closed" in line
