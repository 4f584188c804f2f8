"""`punto verify-shoe`: whether every shoe was the one committed to before the first bet."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from punto.cli.journal import opened
from punto.cli.options import Json
from punto.cli.screen import show, show_record
from punto.devices.virtual_shoe import VirtualShoe, check_shoe
from punto.journal.sqlite import SqliteJournal
from punto.pages.sheet import Column, Sheet, Table
from punto.table.events import CardBurned, CardDrawn, CardLeftOver, ShoeEnded, ShoeLoaded

HEADS = ("stream", "shoe", "cards", "answer")


def verify_shoe(
    file: Annotated[Path, Parameter(help="A journal.")],
    /,
    *,
    as_json: Json = False,
) -> None:
    """Checks every shoe that was shown: its commitment, its cards, and the cards drawn from it.

    For example:

      punto verify-shoe floor.db
    """
    with opened(file) as kept:
        rows = [row for stream in kept.streams() for row in _shoes(kept, stream)]
    if as_json:
        show_record([dict(zip(HEADS, each, strict=True)) for each in rows])
    else:
        table = Table(tuple(Column(each.title()) for each in HEADS), tuple(rows))
        show(Sheet(f"Shoes of {file.name}", (table,)))
    if any(not answer.startswith(("as committed", "not shown")) for *_, answer in rows):
        raise ValueError("a shoe is not the one that was committed to")


def _shoes(kept: SqliteJournal, stream: str) -> list[tuple[str, str, str, str]]:
    """Every virtual shoe of a stream, and whether it was what it was said to be."""
    rows: list[tuple[str, str, str, str]] = []
    loaded: ShoeLoaded | None = None
    drawn: dict[int, str] = {}
    for each in kept.read(stream):
        for event in each.entry.events:
            match event:
                case ShoeLoaded():
                    loaded, drawn = event, {}
                case CardDrawn() | CardBurned() | CardLeftOver():
                    drawn[event.number] = event.card
                case ShoeEnded() if loaded is not None and loaded.commitment:
                    answer = _checked(loaded, event, drawn)
                    rows.append((stream, event.shoe, str(len(drawn)), answer))
    return rows


def _checked(loaded: ShoeLoaded, ended: ShoeEnded, drawn: dict[int, str]) -> str:
    if not ended.order:
        return "not shown: its seal was lost"
    shoe = VirtualShoe(ended.order, ended.salt)
    try:
        check_shoe(shoe, loaded.commitment, loaded.decks)
    except ValueError as error:
        return str(error)
    for number, card in sorted(drawn.items()):
        if card not in ("?", shoe.card(number)):
            return f"card {number} was {card}, and the order has {shoe.card(number)}"
    return "as committed"
