"""Parse the actions that staff request of a table, and run each under its requester's name."""

import dataclasses
from collections import OrderedDict
from typing import Any, TypeAlias, get_args

import msgspec

from punto.core.irregularities import Circumstance
from punto.floor.access.authorisation import table_refusal
from punto.floor.dealer_console.sealed_cards import resolve_sealed_cards
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.owner import CommandAnswer, CommandRequest, Committed
from punto.floor.tables.deferred_commands import DEFERRED_KINDS
from punto.floor.tables.table_owner import TableOwner
from punto.house.staff.state import Person, Staff
from punto.journal.encoding import digest_of
from punto.table.actors import Actor
from punto.table.commands import Command, ConfirmParticipants, EndShoe, LoadShoe, OpenTable
from punto.table.refusals import No, Refusal

COMMANDS: dict[str, type[Command]] = {kind.__name__: kind for kind in get_args(Command)}
"""The commands of a table, by name."""

DRAW = "DrawNextCard"
"""The action that lets the device deal the next card."""

EMULATOR = "emulator"
"""A shoe in place of real cards: the device deals it, without a commitment."""

MAX_ANSWERS = 256
MAX_CARDS_DRAWN = 6
NOT_A_COMMAND = FloorRefusal.NOT_A_COMMAND.at()


@dataclasses.dataclass(frozen=True, slots=True)
class DrawNextCard:
    """The dealer lets the device deal the next card."""


@dataclasses.dataclass(frozen=True, slots=True)
class DrawSeveralCards:
    """Cards left the device together. The device knows the cards, the dealer their order."""

    count: int = 2
    saw: tuple[Circumstance, ...] = ()
    evidence: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class ConfirmCardsReturned:
    """The dealer confirms that cards went back into the device."""


@dataclasses.dataclass(frozen=True, slots=True)
class MakeShoe:
    """A shoe that the house makes: with a commitment, or in place of real cards."""

    is_promised: bool


StaffAction: TypeAlias = Command | DrawNextCard | DrawSeveralCards | ConfirmCardsReturned | MakeShoe


FLOOR_ACTIONS = (DrawNextCard, DrawSeveralCards, ConfirmCardsReturned, MakeShoe)
KINDS: dict[str, type[StaffAction]] = {
    **COMMANDS,
    **{kind.__name__: kind for kind in (DrawSeveralCards, ConfirmCardsReturned)},
}


def parse_action(name: str, fields: dict[str, Any], replica: TableReplica) -> StaffAction | Refusal:
    """The action of a name with its fields, or the refusal."""
    if name == DRAW:
        return NOT_A_COMMAND if fields else DrawNextCard()
    if name == "LoadShoe" and fields in ({}, {"shoe": EMULATOR}):
        return MakeShoe(is_promised=not fields)
    if name == "OpenTable" and not fields:
        return OpenTable(replica.plan.book.text, replica.plan.settings)
    kind = KINDS.get(name)
    if kind is None or not _has_only(kind, fields):
        return NOT_A_COMMAND
    try:
        command: StaffAction = msgspec.convert(fields, kind)
    except msgspec.ValidationError:
        return NOT_A_COMMAND
    if not _is_complete(fields, msgspec.to_builtins(command)):
        return NOT_A_COMMAND
    if isinstance(command, DrawSeveralCards) and not 2 <= command.count <= MAX_CARDS_DRAWN:
        return NOT_A_COMMAND
    if isinstance(command, LoadShoe | EndShoe) and _is_promised(command):
        # Only the house knows the order of a committed shoe, so no person may commit to it.
        return No.NOT_ALLOWED.at(replica.state.book)
    # Letters name sealed cards, and only the table knows their values.
    return (
        command
        if isinstance(command, FLOOR_ACTIONS)
        else resolve_sealed_cards(replica.state, command)
    )


def _has_only(kind: type[StaffAction], fields: dict[str, Any]) -> bool:
    return fields.keys() <= set(kind.__match_args__)


def _is_complete(sent: Any, converted: Any) -> bool:
    """Whether the converted command has every value that was sent."""
    if isinstance(sent, dict):
        return isinstance(converted, dict) and all(
            key in converted and _is_complete(value, converted[key]) for key, value in sent.items()
        )
    if isinstance(sent, list):
        return len(sent) == len(converted) and all(map(_is_complete, sent, converted))
    return True


def _is_promised(command: LoadShoe | EndShoe) -> bool:
    if isinstance(command, LoadShoe):
        return bool(command.commitment)
    return bool(command.order or command.salt)


class ActionRunner:
    """Run actions, each once under the id of its request."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[str, str, str], tuple[str, CommandAnswer]] = OrderedDict()

    async def run(self, owner: TableOwner, act: StaffAction, by: Actor, id_: str) -> CommandAnswer:
        """The answer of the table. The same id gets the same answer again."""
        key, digest = (owner.plan.key, by.name, id_), digest_of(act)
        known = self._answers.get(key)
        if known is not None:
            return known[1] if known[0] == digest else No.ID_REUSED.at(owner.state.book)
        answer = await _carry_out(owner, act, by, f"{by.name}/{id_}")
        if isinstance(answer, Committed):
            self._answers[key] = digest, answer
            while len(self._answers) > MAX_ANSWERS:
                self._answers.popitem(last=False)
        return answer


async def _carry_out(owner: TableOwner, act: StaffAction, by: Actor, id_: str) -> CommandAnswer:
    match act:
        case DrawNextCard():
            return await owner.draw(id_)
        case DrawSeveralCards():
            return await owner.draw_several(act.count, act.saw, act.evidence, by, id_)
        case ConfirmCardsReturned():
            return owner.dealer.confirm_cards_returned(by)
        case MakeShoe():
            return await owner.load_shoe(by, id_, is_promised=act.is_promised)
        case EndShoe():
            return await owner.end_shoe(by, id_)
        case ConfirmParticipants():
            await owner.wait_for_close_acknowledged()
        case _ if isinstance(act, DEFERRED_KINDS):
            return await owner.deferred_commands.defer(CommandRequest(id_, by, act))
    return await owner.queue.submit(CommandRequest(id_, by, act), is_bounded=False)


def floor_refusal(
    staff: Staff, replica: TableReplica, person: Person, act: StaffAction
) -> Refusal | None:
    """Why the floor refuses an action before the table decides it."""
    command: Command | None
    match act:
        case DrawNextCard() | DrawSeveralCards() | ConfirmCardsReturned():
            command = None
        case MakeShoe():
            command = LoadShoe("")
        case _:
            command = act
    return table_refusal(staff, replica.key, replica.effective_plan.book, person, command)
