"""Try every fault of the device in every state of a round, at a table of each document."""

from collections.abc import Iterator
from pathlib import Path

from punto.devices.shoe_commands import NoticeKind
from punto.games.library import game
from punto.table import events
from tests.devices.bench import STATES, Bench

BOOKS = {
    "E": "tiger",
    "U": "seven-up",
    "T": "tiger-no-commission-live",
    "F": "fortune-six-live",
    "R": "super-six-plus",
}

FAULTS = (
    "",
    "unread",
    "misread Kd",
    "together 2 known",
    "together 2 unknown",
    "button",
    "reverse-exit known",
    "reverse-exit unknown",
    "reverse-way known",
    "reverse-way unknown",
    "card-code",
    "time-out",
    "lock",
    "preset 6 PBPB",
    "wrong-side",
    "revoke 1 same",
    "reset",
    "lost",
    "doubled",
    "garbled",
    "spoofed Kd",
    "replayed",
    "otherwise Kd",
)

WORDS = {
    events.BetsClosed: "closes",
    events.ExcessCardDrawn: "spare",
    events.RoundVoided: "void",
    events.CardsMisplaced: "loose",
    events.CardsReconstructed: "reordered",
    events.CardReplacementRequired: "new-cards",
    events.BetsReopened: "reopened",
}


def rows(folder: Path, document: str) -> Iterator[str]:
    """Yield one line per fault, with the effect in each state."""
    book = game(BOOKS[document])
    benches = {
        state: Bench(folder / state, book).until(state)
        for state in STATES
        if state not in ("3", "5") or len(book.order.initial) == 4
    }
    for fault in FAULTS:
        cells = [
            cell(benches[state], fault) if state in benches else "cannot arise" for state in STATES
        ]
        yield f"{document} | {fault or 'no fault'} | {' | '.join(cells)}"


def cell(bench: Bench, fault: str) -> str:
    """The effect of a fault at the next card; an exclamation mark stands for an alarm."""
    bench = bench.copied(f"{bench.shoe.cards_out + 1} {fault}" if fault else "")
    events_before, notices_before = len(bench.events()), len(bench.notices)
    bench.draw()
    bench.hear(bench.shoe.clear())
    new = bench.events()[events_before:]
    words = [word for event in new if (word := word_for(event))]
    if bench.table.pending_steps:
        words.append("held")
    notices = bench.notices[notices_before:]
    has_alarm = any(notice.kind is NoticeKind.ALARM for notice in notices)
    return " ".join(words or ["nothing"]) + " !" * has_alarm


def reviewed() -> list[str]:
    """The rows of the table that a person has reviewed against the rules."""
    text = (Path(__file__).parent / "faults.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def word_for(event: events.Event) -> str:
    match event:
        case events.CardDrawn(_, _, text):
            return "card" if text != "?" else "unread"
        case events.IrregularityRaised(_, trigger):
            return str(trigger)
        case _:
            return WORDS.get(type(event), "")
