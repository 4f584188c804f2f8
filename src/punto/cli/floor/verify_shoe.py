"""`punto verify-shoe` checks every shoe against its commitment."""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, NamedTuple

from cyclopts import Parameter

from punto.cli.console import show_page
from punto.cli.floor.journal import open_journal
from punto.cli.options import Json, Language
from punto.core.notation import FACE_DOWN
from punto.devices.virtual_shoe import VirtualShoe, check_shoe
from punto.journal.stores.sqlite import SqliteJournal
from punto.messages.message import Message, message
from punto.reports.formats.sheet import Sheet, figure_columns, sheet_table, text_columns
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

AS_COMMITTED = message("shoe-check.as-committed")
NOT_REVEALED = message("shoe-check.not-revealed")


class ShoeCheck(NamedTuple):
    """A committed shoe that has ended, the number of its cards that are known, and the result."""

    stream: str
    shoe: str
    cards: int
    answer: Message


def verify_shoe(
    file: Annotated[Path, Parameter(help="File of a journal.")],
    /,
    *,
    as_json: Json = False,
    language: Language = "en",
) -> None:
    """Check the commitment of every revealed shoe, its cards, and the cards drawn from it.

    For example:

      punto verify-shoe floor.db
    """
    with open_journal(file) as journal:
        checks = [each for stream in journal.streams() for each in _shoes(journal, stream)]
    columns = (
        *text_columns(message("shoe-check.stream"), message("column.shoe")),
        *figure_columns(message("shoe-check.cards")),
        *text_columns(message("shoe-check.answer")),
    )
    rows = tuple((each.stream, each.shoe, str(each.cards), each.answer) for each in checks)
    page = Sheet(message("shoe-check.title", file=file.name), (sheet_table(columns, rows),))
    records = [each._asdict() | {"answer": asdict(each.answer)} for each in checks]
    show_page(page, records, as_json=as_json, language=language)
    if any(each.answer not in (AS_COMMITTED, NOT_REVEALED) for each in checks):
        raise ValueError("a shoe does not match its commitment; its row names the difference")


def _shoes(journal: SqliteJournal, stream: str) -> list[ShoeCheck]:
    """Check every virtual shoe of a stream that has ended."""
    checks: list[ShoeCheck] = []
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
                    checks.append(ShoeCheck(stream, event.shoe, len(out.drawn), answer))
    return checks


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


def _checked(loaded: ShoeLoaded, ended: ShoeEnded, out: DealtCards) -> Message:
    if not ended.order:
        return NOT_REVEALED
    shoe = VirtualShoe(ended.order, ended.salt)
    if shoe.commitment != loaded.commitment:
        return message("shoe-check.other-commitment")
    try:
        check_shoe(shoe, loaded.commitment, loaded.decks)
    except ValueError:
        return message("shoe-check.other-decks", decks=loaded.decks)
    loose = {number for each in out.loose for number in each}
    for number, card in sorted(out.drawn.items()):
        due = shoe.card(number)
        if number not in loose and card not in (FACE_DOWN, due):
            return message("shoe-check.card", number=number, card=card, due=due or "–")
    for each in out.loose:
        if sorted(each.values()) != sorted(shoe.card(number) or "" for number in each):
            return message(
                "shoe-check.cards-differ", numbers=tuple(sorted(each)), cards=tuple(each.values())
            )
    return AS_COMMITTED
