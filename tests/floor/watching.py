"""Play a day, and compare the staff view of every state with `decide`."""

from collections import Counter
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from punto.certification.days.day import TABLE, Day
from punto.core.rulebook import Rulebook
from punto.core.staff_positions import StaffPosition
from punto.floor.dealer_console.command_forms import (
    ANOTHER,
    CommandForm,
    CommandTemplate,
    FormField,
)
from punto.floor.dealer_console.irregularities import irregularities_view
from punto.floor.dealer_console.preview import CommandPreview, preview_command
from punto.floor.dealer_console.sealed_cards import resolve_sealed_cards
from punto.floor.dealer_console.table_view import StaffTableView, TableContext, staff_table_view
from punto.floor.plan import TablePlan
from punto.floor.read_models.table_history import TableHistory
from punto.floor.streams.owner import CommandAnswer, Committed, StreamOwner
from punto.journal.protocol import Journal
from punto.messages.message import message
from punto.messages.render import render
from punto.table.actors import Actor, ActorKind
from punto.table.card_handling import hidden_cards
from punto.table.commands import Command, OpenTable
from punto.table.decide import decide
from punto.table.refusals import Refusal
from punto.table.settings import default_settings
from punto.table.state import Table
from tests.texts import text

COMMANDS = {each.__name__: each for each in get_args(Command)}
FLOORS_OWN = {"DrawNextCard", "LoadShoe", "EndShoe"}


def command_of(ask: CommandTemplate, **more: Any) -> Command:
    """The command of an action, decoded as strictly as on the wire."""
    made: Command = msgspec.convert({**ask.fields, **more}, COMMANDS[ask.command], strict=True)
    return made


def asker(position: StaffPosition) -> Actor:
    return Actor(ActorKind.STAFF, "Ann", position)


def decided(table: Table, command: Command, by: Actor, second: bool) -> Any:
    command = resolve_sealed_cards(table, command)
    return decide(table, command, replace(by, seconded_by=ANOTHER) if second else by)


FREE = {
    "card": "As",
    "reason": "because",
    "designee": "",
    "takes_part": True,
    "cards": (),
    "short": (),
}


def answers(fields: tuple[FormField, ...]) -> list[dict[str, Any]]:
    """The answers to the fields of an action, one for each choice of the first field."""
    if not fields:
        return [{}]
    first, *others = fields
    rest = {each.field: FREE[each.field] for each in others if each.field in FREE}
    if not first.choices:
        return [{**rest, first.field: FREE[first.field]}] if first.field in FREE else []
    return [{**rest, first.field: each.value} for each in first.choices]


def check_act(table: Table, shown: CommandForm, by: Actor) -> str:
    """Compare an action with `decide`: on is accepted for every answer, off is refused as shown."""
    ask = shown.act
    if shown.off_because is None:
        for given in answers(shown.fields):
            if "stakes" in {each.field for each in shown.fields}:
                placed = table.current.sets.get(-given["position"])
                given["stakes"] = msgspec.to_builtins(placed.stakes) if placed else ()
                given["after"] = placed.number if placed else 0
            if "cards" in {each.field for each in shown.fields} and not ask.fields.get("cards"):
                continue
            command = command_of(ask, **given)
            decision = decided(table, command, by, shown.needs_second)
            assert not isinstance(decision, Refusal), (command, decision)
            if shown.needs_second:
                alone = decided(table, command, by, second=False)
                assert isinstance(alone, Refusal)
                assert alone.code == "needs-second"
        return "on"
    given = {each.field: FREE.get(each.field, 1) for each in shown.fields}
    if "method" in given:
        given["method"] = "A"
    if "stakes" in given:
        given["stakes"] = ()
    decision = decided(table, command_of(ask, **given), by, shown.needs_second)
    assert isinstance(decision, Refusal), (ask, given)
    assert decision.clause == shown.clause
    assert text(shown.off_because).startswith(render(decision.message, "en"))
    return "off"


def check_opening(book: Rulebook, shown: CommandForm, by: Actor) -> str:
    """Compare the opening of a closed table with `decide`, by the rules of its plan."""
    decision = decide(Table(), OpenTable(book.text, default_settings(book)), by)
    if not isinstance(decision, Refusal):
        assert shown.off_because is None
        return "on"
    assert shown.off_because is not None
    assert text(shown.off_because) == f"{render(decision.message, 'en')} Pit Manager or higher."
    return "off"


class WatchedDay(Day):
    """A day that checks the staff views of the table before every command."""

    def __init__(self, seed: int, journal: Journal, book: Rulebook) -> None:
        self.looked: Counter[str] = Counter()
        self.words: set[str] = set()
        self.plan = TablePlan(TABLE, "T", 1, book, default_settings(book))
        super().__init__(seed, journal, book=book)

    def _ask(self, desk: StreamOwner[Any], command: Any, by: Actor) -> CommandAnswer:
        if desk is not self.owner:
            return super()._ask(desk, command, by)
        before, version = self.owner.state, self.owner.version
        position = list(StaffPosition)[self.looked["looks"] % len(StaffPosition)]
        self.look(before, asker(position))
        seen = preview_command(TABLE, before, command, by)
        answer = super()._ask(desk, command, by)
        if (
            isinstance(answer, Committed)
            and not answer.is_repeat
            and self.owner.version == version + 1
        ):
            self.check_money(seen)
        return answer

    def look(self, table: Table, by: Actor) -> StaffTableView:
        """Compare the whole view with the table."""
        self.looked["looks"] += 1
        shown = staff_table_view(self.plan, table, TableHistory(), TableContext(), by)
        catalogue = irregularities_view(table, by)
        text = msgspec.json.encode((shown, catalogue)).decode()
        assert "established" not in text.lower()
        assert "wager on offer is decided" not in text
        self.check_secrets(table, shown, text)
        acts: list[CommandForm] = list(shown.acts)
        acts += shown.hold.choices if shown.hold else ()
        for each in acts:
            if each.act.command == "OpenTable":
                self.looked[check_opening(self.book, each, by)] += 1
            else:
                self.looked[check_act(table, each, by)] += 1
        if shown.next.act is not None and shown.next.act.command not in FLOORS_OWN:
            decision = decide(table, command_of(shown.next.act), by)
            assert isinstance(decision, Refusal) == (shown.next.off_because is not None)
            self.looked["next"] += 1
        self.looked[shown.next.key] += 1
        return shown

    def check_secrets(self, table: Table, shown: StaffTableView, text: str) -> None:
        """Check that no face-down or loose card is anywhere in the view."""
        if table.round is None:
            return
        tableau = table.current.tableau
        hands = {"player": tableau.player, "banker": tableau.banker}
        secret = {str(hands[side][card - 1]) for side, card in hidden_cards(table)}
        secret |= {card for _, card in table.current.loose}
        visible = {*shown.hands.player.cards, *shown.hands.banker.cards}
        for card in secret - visible - {"None", "?"}:
            assert f'"{card}"' not in text, card
        if secret - {"None", "?"}:
            self.looked["secrets"] += 1

    def check_money(self, seen: CommandPreview) -> None:
        """Check that the journal moved the money of the preview, for every seat and the bank."""
        kept = list(self.journal.read(TABLE, self.owner.version - 1))[-1]
        moved: Counter[str] = Counter()
        for each in kept.entry.transfers:
            moved[each.source] -= each.cents
            moved[each.target] += each.cents
        assert seen.ok, seen
        if seen.words == message("preview.sealed"):
            self.looked["sealed"] += 1
            return
        assert seen.bank_cents == moved[f"bank/{TABLE}"]
        purses = sum(
            cents
            for name, cents in moved.items()
            if name.startswith(("credit/", "chips/", "claim/"))
        )
        assert sum(each.back_cents for each in seen.seats) == purses
        by_visit = {taken.visit: seat for seat, taken in self.owner.state.seats.items()}
        for name, cents in moved.items():
            kind, _, owner = name.partition("/")
            if kind in ("credit", "claim") and owner in by_visit and cents:
                (own,) = [
                    each
                    for each in seen.seats
                    if each.kind == "terminal" and each.seat == by_visit[owner]
                ]
                assert own.back_cents == cents
        self.looked["money" if moved else "no money"] += 1
