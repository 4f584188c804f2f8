"""`punto verify-shoe` checks every shoe against its commitment."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from punto.cli.console import show_page
from punto.cli.floor.journal import open_journal
from punto.cli.options import Json
from punto.core.notation import FACE_DOWN
from punto.devices.virtual_shoe import VirtualShoe, check_shoe
from punto.journal.stores.sqlite import SqliteJournal
from punto.reports.formats.sheet import Sheet, sheet_table, text_columns
from punto.table.events import (
    CardBurned,
    CardDrawn,
    CardIdentified,
    CardsMisplaced,
    CardsSetAside,
    ExcessCardDrawn,
    MissingCardsReplaced,
    SetAsideCardsInspected,
    ShoeEnded,
    ShoeLoaded,
)

HEADS = ("stream", "shoe", "cards", "answer")


def verify_shoe(
    file: Annotated[Path, Parameter(help="File of a journal.")],
    /,
    *,
    as_json: Json = False,
) -> None:
    """Check the commitment of every revealed shoe, its cards, and the cards drawn from it.

    For example:

      punto verify-shoe floor.db
    """
    with open_journal(file) as journal:
        rows = [row for stream in journal.streams() for row in _shoes(journal, stream)]
    table = sheet_table(text_columns(*map(str.title, HEADS)), tuple(rows))
    records = [dict(zip(HEADS, each, strict=True)) for each in rows]
    show_page(Sheet(f"Shoes of {file.name}", (table,)), records, as_json=as_json)
    if any(not answer.startswith(("as committed", "not revealed")) for *_, answer in rows):
        raise ValueError("a shoe does not match its commitment; its row names the difference")


def _shoes(journal: SqliteJournal, stream: str) -> list[tuple[str, str, str, str]]:
    """Return every virtual shoe of a stream, and whether it matches its commitment."""
    rows: list[tuple[str, str, str, str]] = []
    loaded: ShoeLoaded | None = None
    out = DealtCards()
    for each in journal.read(stream):
        for event in each.entry.events:
            out.add_event(event)
            match event:
                case ShoeLoaded():
                    loaded, out = event, DealtCards()
                case ShoeEnded() if loaded is not None and loaded.commitment:
                    answer = _checked(loaded, event, out)
                    rows.append((stream, event.shoe, str(len(out.drawn)), answer))
    return rows


@dataclass
class DealtCards:
    """The cards that have left a shoe, by number where the journal has it."""

    drawn: dict[int, str] = field(default_factory=dict)
    loose: list[dict[int, str]] = field(default_factory=list)
    """Groups of cards drawn together whose order the journal does not have."""

    grouped: set[int] = field(default_factory=set)
    """The numbers of all cards that were drawn together with others."""

    def add_event(self, event: object) -> None:
        """Record the cards of an event."""
        match event:
            case CardDrawn() | CardBurned() | ExcessCardDrawn() | CardIdentified():
                self.drawn[event.number] = event.card
            case CardsSetAside() | SetAsideCardsInspected() | MissingCardsReplaced():
                self.drawn.update(event.cards)
            case CardsMisplaced():
                cards = dict(event.cards)
                self.loose = [each for each in self.loose if not each.keys() & cards.keys()]
                self.grouped |= cards.keys() - self.drawn.keys()
                if not event.is_ordered:
                    new = {each: text for each, text in cards.items() if each in self.grouped}
                    self.loose.append(new)
                self.drawn |= cards
            case _:
                pass


def _checked(loaded: ShoeLoaded, ended: ShoeEnded, out: DealtCards) -> str:
    if not ended.order:
        return "not revealed: its seal was lost"
    shoe = VirtualShoe(ended.order, ended.salt)
    try:
        check_shoe(shoe, loaded.commitment, loaded.decks)
    except ValueError as error:
        return str(error)
    loose = {number for each in out.loose for number in each}
    for number, card in sorted(out.drawn.items()):
        if number not in loose and card not in (FACE_DOWN, shoe.card(number)):
            return f"card {number} was {card}, but the order has {shoe.card(number)}"
    for each in out.loose:
        has = sorted(shoe.card(number) or "no card" for number in each)
        if sorted(each.values()) != has:
            numbers = ", ".join(str(number) for number in sorted(each))
            return f"cards {numbers} were {' '.join(each.values())}, but the order has other cards"
    return "as committed"
