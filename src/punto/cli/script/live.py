"""Lines for a dealer's table: chips, the differential, methods, the device, cards in hand."""

from typing import Any

from punto.cli.script.tokens import Line, ScriptRequest, choice, one, plain, seat, stake
from punto.core.rulebook import DealingMethod
from punto.core.sides import Side
from punto.core.staff_positions import StaffPosition
from punto.table.commands import live as live_commands
from punto.table.commands.play import AnswerWithdrawal
from punto.table.differential import balancing_proposal
from punto.table.stakes import chips_at
from punto.table.state import Table

HELP = """\
chips POSITION banker=100     all the chips of a position, as seen on the cloth
withdraw-chips POSITION               stay-chips POSITION
lower                   remove        wagers that lie too far apart
method A|B|C            device POSITION       relinquish POSITION
allow-drawing POSITION
pass HAND POSITION      refuse HAND POSITION  handler HAND POSITION first HAND
squeeze HAND CARD POSITION            expose HAND [POSITION|error]  offer
restrict WAGERS                       how many wagers an area takes
"""


def _chips(table: Table, words: list[str]) -> ScriptRequest:
    position = seat(words)
    number = table.round.number if table.round else 0
    before = table.round.sets.get(chips_at(position)) if table.round else None
    stakes = tuple(stake(word) for word in words[1:])
    entered = live_commands.EnterChips(number, position, stakes, before.number if before else 0)
    return entered, StaffPosition.DEALER


def _remove(table: Table, words: list[str]) -> ScriptRequest:
    found = balancing_proposal(table) if table.round and table.book else None
    removed = found.removed if found else ()
    return live_commands.RemoveWagers(
        removed, " ".join(words) or "as proposed"
    ), StaffPosition.PIT_MANAGER


def _method(_table: Table, words: list[str]) -> ScriptRequest:
    method = DealingMethod(choice(words, tuple(DealingMethod)))
    by = (
        StaffPosition.ASSISTANT_CASINO_MANAGER
        if method is DealingMethod.C
        else StaffPosition.PIT_MANAGER
    )
    return live_commands.ChooseMethod(method), by


def _squeeze(_table: Table, words: list[str]) -> ScriptRequest:
    side, card, position = _side(words), seat(words[1:]), seat(words[2:])
    allowed = live_commands.AllowSqueezing(side, card, position, " ".join(words[3:]))
    return allowed, StaffPosition.PIT_MANAGER


def _expose(_table: Table, words: list[str]) -> ScriptRequest:
    side, rest = _side(words), words[1:]
    if rest[:1] == ["error"]:
        return live_commands.ExposeCards(side, in_error=True), StaffPosition.DEALER
    return live_commands.ExposeCards(side, seat(rest) if rest else 0), StaffPosition.DEALER


def _side(words: list[str]) -> Side:
    return Side(choice(words, tuple(Side)))


def _answer(*, withdraws: bool) -> Line:
    return lambda _table, words: (
        AnswerWithdrawal(chips_at(seat(words)), withdraws),
        StaffPosition.DEALER,
    )


def _at(command: Any, by: StaffPosition = StaffPosition.DEALER) -> Line:
    return lambda _table, words: (command(seat(words)), by)


def _hand(command: Any, by: StaffPosition = StaffPosition.DEALER) -> Line:
    def parse(_table: Table, words: list[str]) -> ScriptRequest:
        side = _side(words)
        one(words[1:], "a position")
        return command(side, seat(words[1:])), by

    return parse


LIVE_LINES: dict[str, Line] = {
    "chips": _chips,
    "withdraw-chips": _answer(withdraws=True),
    "stay-chips": _answer(withdraws=False),
    "lower": plain(live_commands.RequestLowerWagers),
    "remove": _remove,
    "restrict": lambda _table, words: (
        live_commands.RestrictWagers(seat(words)),
        StaffPosition.PIT_MANAGER,
    ),
    "offer": plain(live_commands.OfferWithdrawal),
    "method": _method,
    "allow-drawing": _at(live_commands.AllowDrawing, StaffPosition.ASSISTANT_CASINO_MANAGER),
    "device": _at(live_commands.HandOverDevice),
    "relinquish": _at(live_commands.RelinquishDevice),
    "pass": _hand(live_commands.PassCards),
    "refuse": _hand(live_commands.RefuseCards),
    "handler": _hand(live_commands.ChooseHandler, StaffPosition.PIT_SUPERVISOR),
    "first": lambda _table, words: (
        live_commands.ChooseFirstHand(_side(words)),
        StaffPosition.DEALER,
    ),
    "squeeze": _squeeze,
    "expose": _expose,
}
"""What each line says, and whose line it usually is."""
