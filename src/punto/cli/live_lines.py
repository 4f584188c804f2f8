"""Lines for a dealer's table: chips, the differential, methods, the device, cards in hand."""

from collections.abc import Callable
from typing import Any, TypeAlias

from punto.cli.line_words import choice, one, seat, stake
from punto.core.positions import Position
from punto.core.rulebook import Method
from punto.core.sides import Side
from punto.table import procedures as ask
from punto.table.commands import AnswerWithdrawal, Command
from punto.table.differential import proposal
from punto.table.stakes import chips_at
from punto.table.state import Table

HELP = """\
chips POSITION banker=100             chips as seen on the cloth, all of a position's
withdraw-chips POSITION               stay-chips POSITION
lower                   remove        ask for lower wagers, then remove those proposed
method A|B|C            device POSITION       relinquish POSITION   allow-drawing POSITION
pass HAND POSITION      refuse HAND POSITION  handler HAND POSITION first HAND
squeeze HAND CARD POSITION            expose HAND [POSITION|error]  offer
restrict WAGERS                       how many wagers an area takes
"""

Said: TypeAlias = tuple[Command, Position]
"""A command, and the position that usually gives it."""

LiveLine: TypeAlias = Callable[[Table, list[str]], Said]


def _chips(table: Table, words: list[str]) -> Said:
    position = seat(words)
    number = table.round.number if table.round else 0
    before = table.round.sets.get(chips_at(position)) if table.round else None
    stakes = tuple(stake(word) for word in words[1:])
    entered = ask.EnterChips(number, position, stakes, before.number if before else 0)
    return entered, Position.DEALER


def _remove(table: Table, words: list[str]) -> Said:
    found = proposal(table) if table.round and table.book else None
    removed = found.removed if found else ()
    return ask.RemoveWagers(removed, " ".join(words) or "as proposed"), Position.PIT_MANAGER


def _method(_table: Table, words: list[str]) -> Said:
    method = Method(choice(words, tuple(Method)))
    by = Position.ASSISTANT_CASINO_MANAGER if method is Method.C else Position.PIT_MANAGER
    return ask.ChooseMethod(method), by


def _squeeze(_table: Table, words: list[str]) -> Said:
    side, card, position = _side(words), seat(words[1:]), seat(words[2:])
    allowed = ask.AllowSqueezing(side, card, position, " ".join(words[3:]))
    return allowed, Position.PIT_MANAGER


def _expose(_table: Table, words: list[str]) -> Said:
    side, rest = _side(words), words[1:]
    if rest[:1] == ["error"]:
        return ask.ExposeCards(side, in_error=True), Position.DEALER
    return ask.ExposeCards(side, seat(rest) if rest else 0), Position.DEALER


def _side(words: list[str]) -> Side:
    return Side(choice(words, tuple(Side)))


def _answer(*, withdraws: bool) -> LiveLine:
    return lambda _table, words: (
        AnswerWithdrawal(chips_at(seat(words)), withdraws),
        Position.DEALER,
    )


def _plain(command: Any, by: Position = Position.DEALER) -> LiveLine:
    return lambda _table, _words: (command(), by)


def _at(command: Any, by: Position = Position.DEALER) -> LiveLine:
    return lambda _table, words: (command(seat(words)), by)


def _hand(command: Any, by: Position = Position.DEALER) -> LiveLine:
    def said(_table: Table, words: list[str]) -> Said:
        side = _side(words)
        one(words[1:], "a position")
        return command(side, seat(words[1:])), by

    return said


LIVE_LINES: dict[str, LiveLine] = {
    "chips": _chips,
    "withdraw-chips": _answer(withdraws=True),
    "stay-chips": _answer(withdraws=False),
    "lower": _plain(ask.AskForLowerWagers),
    "remove": _remove,
    "restrict": lambda _table, words: (ask.RestrictWagers(seat(words)), Position.PIT_MANAGER),
    "offer": _plain(ask.OfferWithdrawal),
    "method": _method,
    "allow-drawing": _at(ask.AllowDrawing, Position.ASSISTANT_CASINO_MANAGER),
    "device": _at(ask.HandOverDevice),
    "relinquish": _at(ask.RelinquishDevice),
    "pass": _hand(ask.PassCards),
    "refuse": _hand(ask.RefuseCards),
    "handler": _hand(ask.ChooseHandler, Position.PIT_SUPERVISOR),
    "first": lambda _table, words: (ask.ChooseFirstHand(_side(words)), Position.DEALER),
    "squeeze": _squeeze,
    "expose": _expose,
}
"""What each line says, and whose line it usually is."""
