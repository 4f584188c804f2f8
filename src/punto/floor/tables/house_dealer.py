"""Take the next step of a table that deals without staff, and answer its pending steps."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from threading import Lock

import structlog
from msgspec.structs import replace

from punto.core.cards import CARDS_IN_A_DECK
from punto.core.irregularities import Circumstance, Remedy, RemedyStep, Trigger
from punto.core.staff_positions import StaffPosition
from punto.devices.virtual_shoe import VirtualShoe, new_shoe
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.owner import CommandAnswer, CommandRequest, StreamOwner
from punto.journal.keys import SealBroken, SealedStore
from punto.table.actors import CLOCK, DEVICE, HOUSE_DEALER, Actor, ActorKind, has_second
from punto.table.commands import (
    CloseBets,
    CloseWithdrawal,
    Command,
    ConfirmParticipants,
    DrawCard,
    EndShoe,
    GiveRuling,
    InterruptRound,
    LoadShoe,
    OpenBets,
    ReopenBets,
    ReportCuttingCard,
    ReportEmptyShoe,
    ReportIrregularity,
    RulingOutcome,
    SettleRound,
)
from punto.table.decide import decide
from punto.table.decide.irregularities.rulings import is_ruling_pending, needs_card_order
from punto.table.decide.play.dealing import is_cut_due
from punto.table.events import RoundVoided, ShoeEnded
from punto.table.next_step import NextStep, next_step
from punto.table.refusals import Refusal
from punto.table.state import IN_ROUND, Phase, Table

LOG = structlog.get_logger("punto.dealer")
NONE_BACK = FloorRefusal.NONE_BACK.at()

_HOUSE = Actor(ActorKind.STAFF, "the house", StaffPosition.GAMING_SHIFT_MANAGER)
STANDING_ORDER = Actor(
    ActorKind.STAFF, "standing order", StaffPosition.GAMING_SHIFT_MANAGER, seconded_by=_HOUSE
)
"""The actor of rulings at a table without staff: a standing order of the house.

A proposed remedy may be a void, which needs two people. Here the house is the second one.
"""


@dataclass(slots=True)
class HouseDealer:
    """Deal a table from virtual shoes, whose orders are sealed until the shoes end."""

    owner: StreamOwner[Table]
    sealed: SealedStore
    make: Callable[[int], VirtualShoe] = new_shoe
    _shoe: tuple[str, VirtualShoe] | None = None
    """The last shoe whose order was unsealed, by its key."""

    _preparing: Lock = field(default_factory=Lock)
    _prepared: tuple[str, VirtualShoe] | None = None
    _lost: str = ""
    """The last shoe whose order was lost, so that the log names it once."""

    def interruption_command(self) -> CommandRequest | None:
        """The command for a table that is in a round after a crash."""
        if self.owner.state.phase not in IN_ROUND:
            return None
        found = InterruptRound(cards_recovered=self.has_cards)
        return self._request(found, HOUSE_DEALER)

    def may_take(self, _step: NextStep) -> bool:
        """Whether the source of the cards lets the house dealer take a step."""
        return True

    def next_command(self) -> CommandRequest | None:
        """The command of the next step; None if the house dealer has no step to take."""
        next_ = next_step(self.owner.state)
        if not self.may_take(next_):
            return None
        match next_:
            case NextStep.LOAD_SHOE:
                return self.load_command()
            case NextStep.BURN | NextStep.OPEN_BETS if not self.has_cards:
                # The order is lost with its key: a new shoe comes (R26).
                return self.end_shoe_command()
            case NextStep.BURN | NextStep.DRAW:
                return self.draw_command()
            case NextStep.END_SHOE:
                return self.end_shoe_command()
            case NextStep.WAIT | NextStep.EXPOSE | NextStep.HAND_OVER_DEVICE | NextStep.ENTER_CARD:
                # A person at the table must act first.
                return None
            case step:
                return self._request(_PLAIN[step](), HOUSE_DEALER)

    def confirm_cards_returned(self, _by: Actor) -> CommandAnswer:
        """Refuse the confirmation: cards never go back into a virtual shoe."""
        return NONE_BACK

    def observe(self, events: Iterable[object]) -> list[str]:
        """Drop the shoe that left the table, and return the keys of the orders to delete."""
        ended = [event.shoe for event in events if isinstance(event, ShoeEnded)]
        if ended:
            self._shoe = None
        return ended

    def forget(self, shoe: str) -> None:
        """Delete a revealed order from the disk; the table continues even if the disk refuses."""
        try:
            self.sealed.forget(shoe)
        except OSError as error:
            LOG.error(
                "could not delete the order of a revealed shoe",
                table=self.owner.stream,
                why=str(error),
            )

    def prepare(self) -> None:
        """Make the next shoe and seal its order, which waits for the disk."""
        key, decks = (
            f"{self.owner.stream}-{self.owner.version}",
            self.owner.state.settings_in_force.decks,
        )
        with self._preparing:
            if self._prepared is not None and self._prepared[0] == key:
                return
            shoe = self.make(decks)
            self.sealed.seal(key, f"{shoe.order} {shoe.salt}")
            self._prepared = key, shoe

    def load_command(self) -> CommandRequest:
        """Load a shoe whose order is sealed, with a commitment to the order."""
        cards = CARDS_IN_A_DECK * self.owner.state.settings_in_force.decks
        if self._prepared is None or self._prepared[1].cards != cards:
            self._prepared = None
            self.prepare()
        assert self._prepared is not None, "a shoe is prepared"
        self._shoe, self._prepared = self._prepared, None
        key, shoe = self._shoe
        return self._request(LoadShoe(key, shoe.commitment), HOUSE_DEALER)

    def draw_command(self) -> CommandRequest:
        """The command for the next card, for the cutting card, or for an empty shoe."""
        shoe = self._open()
        if shoe is None:
            return self._request(InterruptRound(cards_recovered=False), HOUSE_DEALER)
        table = self.owner.state
        if table.phase is Phase.BETS_CLOSED and is_cut_due(table):
            # Before the first card the Dealer may let patrons withdraw, so report it separately.
            return self._request(ReportCuttingCard(), DEVICE)
        number = table.device.cards_out + 1
        text = shoe.card(number)
        return self._request(ReportEmptyShoe() if text is None else DrawCard(number, text), DEVICE)

    def several_cards_report(
        self, count: int, saw: tuple[Circumstance, ...], evidence: str, by: Actor
    ) -> tuple[Actor, ReportIrregularity]:
        """The report of the next cards, which left the device together, with its actor.

        The device reports them, unless the round would be void: a void needs two people and
        evidence, so a person must report it.
        """
        shoe, first = self._open(), self.owner.state.device.cards_out + 1
        texts = [shoe.card(first + at) if shoe else None for at in range(count)]
        cards = tuple(text for text in texts if text is not None)
        read = "as the device read them"
        report = ReportIrregularity(Trigger.DRAWN_TOGETHER, saw, cards, evidence=read)
        if has_second(by) or self._would_void(report):
            return by, replace(report, evidence=evidence)
        words = (evidence, f"reported by {by}", read)
        return DEVICE, replace(report, evidence="; ".join(each for each in words if each))

    def _would_void(self, report: ReportIrregularity) -> bool:
        decision = decide(self.owner.state, report, DEVICE)
        if isinstance(decision, Refusal):
            return False
        return any(isinstance(event, RoundVoided) for event in decision)

    @property
    def has_cards(self) -> bool:
        """Whether the order of the shoe on the table is available."""
        return self._open() is not None

    def end_shoe_command(self) -> CommandRequest:
        """End the shoe, and reveal the order and the salt to check the commitment."""
        shoe = self._open()
        command = EndShoe() if shoe is None else EndShoe(shoe.order, shoe.salt)
        return self._request(command, HOUSE_DEALER)

    def _open(self) -> VirtualShoe | None:
        """The shoe on the table. The first call in a process unseals it."""
        on_table = self.owner.state.shoe
        if on_table is None:
            return None
        key = on_table.key
        if self._shoe is None or self._shoe[0] != key:
            try:
                self._shoe = key, VirtualShoe(*self.sealed.open(key).split())
            except SealBroken as error:
                if self._lost != key:
                    self._lost = key
                    LOG.error(
                        "the order of a shoe is lost", table=self.owner.stream, why=str(error)
                    )
                return None
        return self._shoe[1]

    def _request(self, command: Command, by: Actor) -> CommandRequest:
        return CommandRequest(f"house-{self.owner.version}", by, command)


_PLAIN: dict[NextStep, type[OpenBets | CloseBets | ConfirmParticipants | SettleRound]] = {
    NextStep.OPEN_BETS: OpenBets,
    NextStep.CLOSE_BETS: CloseBets,
    NextStep.CONFIRM_SEATS: ConfirmParticipants,
    NextStep.SETTLE: SettleRound,
}


def unattended_command(table: Table, cards_recovered: bool) -> tuple[Command, Actor] | None:
    """The answer of a table without staff to its first pending step."""
    item = table.pending_steps[0]
    if item.step is None:
        # The process has restarted. Only staff may report a power failure.
        return InterruptRound(power_failure=False, cards_recovered=cards_recovered), HOUSE_DEALER
    if item.step.remedy is Remedy.OFFER_WITHDRAWAL:
        return CloseWithdrawal(item.event), CLOCK
    if is_ruling_pending(item):
        # A remedy that needs confirmation only is its own proposal.
        proposed = item.proposed if item.step.remedy is Remedy.RULING else (item.step,)
        ruled = RulingOutcome.AS_PROPOSED if proposed else RulingOutcome.CONTINUE
        is_open = needs_card_order(table, item) and not _voids(proposed)
        order = _as_they_came(table) if is_open else ()
        return GiveRuling(ruled, "no staff at this table", order), STANDING_ORDER
    if item.step.remedy is Remedy.REOPEN_BETS:
        return ReopenBets(), STANDING_ORDER
    return None


def _voids(steps: Sequence[RemedyStep]) -> bool:
    return any(step.remedy is Remedy.VOID for step in steps)


def _as_they_came(table: Table) -> tuple[str, ...]:
    """Loose cards in the order of the device."""
    return tuple(text for _, text in sorted(table.current.loose))
