"""Build sample tables of a game in every phase, and commands that fit each table."""

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from punto.core.irregularities import Circumstance, Trigger
from punto.core.rulebook import DealingMethod, Rulebook, WagerPlacement
from punto.core.sides import Side
from punto.core.staff_positions import StaffPosition
from punto.core.tableau import SEVEN_UP
from punto.table import commands as table_commands
from punto.table.actors import DEVICE, Actor, ActorKind
from punto.table.card_handling import handler_by_stakes, patrons_handle_cards
from punto.table.decide import decide
from punto.table.differential import balancing_proposal
from punto.table.evolve import evolve
from punto.table.refusals import Refusal
from punto.table.settings import Settings, default_settings
from punto.table.stakes import Stake, chips_at
from punto.table.state import Table

SECOND = Actor(ActorKind.STAFF, "Sam", StaffPosition.DEALER)
HIGHEST_POSITION = Actor(
    ActorKind.STAFF, "Max", StaffPosition.GAMING_SHIFT_MANAGER, seconded_by=SECOND
)

#: Cards with which neither hand stands on two. In 7 Up the Player hand also has the printed seven.
CARDS = ("2s", "Kc", "3d", "4c", "4h", "2c")
CARDS_SEVEN_UP = ("Kc", "3d", "4c", "4h", "2c")


@dataclass(frozen=True)
class SampleTable:
    """A sample table, with methods that add commands and cards to it."""

    table: Table

    def with_command(self, *commands: table_commands.Command) -> "SampleTable":
        """The table after commands, each by an actor who may send it."""
        table = self.table
        for command in commands:
            everybody = (HIGHEST_POSITION, DEVICE, *(patron(table, seat) for seat in (1, 2)))
            decisions = [decide(table, command, by) for by in everybody]
            accepted = [each for each in decisions if not isinstance(each, Refusal)]
            assert accepted, f"{command}: {decisions[0]}"
            for event in accepted[0]:
                table = evolve(table, event)
        return SampleTable(table)

    def with_cards(self, *cards: str) -> "SampleTable":
        """The table after cards from the device."""
        now = self
        for card in cards:
            now = now.with_command(table_commands.DrawCard(now.table.device.cards_out + 1, card))
        return now


def patron(table: Table, seat: int) -> Actor:
    """The patron at a seat, or a patron who could take it."""
    sitting = table.seats.get(seat)
    return Actor(ActorKind.PATRON, sitting.visit if sitting else f"visit-{seat}")


def _wager_of(book: Rulebook, key: str) -> str:
    """A wager by its key, or the game's first wager if it does not offer that one."""
    offered = [each.key for each in book.wagers]
    return key if key in offered else offered[0]


def sample_tables(book: Rulebook) -> tuple[Table, ...]:
    """Tables of a game in every phase and by every method, also with each kind of pending step."""
    methods = [each.method for each in book.document.methods] or [DealingMethod.B]
    found = [Table()]
    for method in methods:
        settings = replace(default_settings(book), method=method, is_hlga=len(methods) > 1)
        found += _in_every_phase(book, settings)
    if len(methods) > 1:
        found += _apart(book)
    return tuple(found)


def _in_every_phase(book: Rulebook, settings: Settings) -> Iterator[Table]:
    cards = CARDS_SEVEN_UP if book.order == SEVEN_UP else CARDS
    initial = len(book.order.initial)
    empty = SampleTable(Table()).with_command(table_commands.OpenTable(book.text, settings))
    yield empty.table
    yield empty.with_command(table_commands.CloseTable()).table
    idle = empty.with_command(
        table_commands.TakeSeat(1, "visit-1"),
        table_commands.TakeSeat(2, "visit-2"),
        table_commands.TakeSeat(4, "visit-4"),
        table_commands.LoadShoe("shoe-1"),
        table_commands.DisconnectTerminal(4),
    )
    yield idle.table
    banker, player = _wager_of(book, "banker"), _wager_of(book, "player")
    betting = idle.with_command(
        table_commands.OpenBets(), _stake(1, banker, 100_00), _stake(2, player, 50_00)
    )
    yield betting.table
    closed = betting.with_command(table_commands.CloseBets())
    yield closed.table
    yield from (each.table for each in _held(closed, cards, initial))
    if settings.method is DealingMethod.C:
        yield betting.with_command(table_commands.HandOverDevice(2)).table
        closed = closed.with_command(table_commands.HandOverDevice(2))
        yield closed.table
        relinquished = (
            closed.with_command(table_commands.ConfirmParticipants())
            .with_cards(cards[0])
            .with_command(table_commands.RelinquishDevice(2))
        )
        yield relinquished.table
        yield relinquished.with_command(table_commands.HandOverDevice(0)).table
    confirmed = closed.with_command(table_commands.ConfirmParticipants())
    yield confirmed.with_command(table_commands.ReportCuttingCard()).table
    for many in range(1, len(cards) + 1):
        dealt = confirmed.with_cards(*cards[:many])
        yield dealt.table
        if many >= initial:
            yield from (each.table for each in _held(dealt, cards[many:], initial))
            yield from _exposed(dealt)
    uncovered = closed.with_command(table_commands.ReportIrregularity(Trigger.UNCOVERED))
    yield uncovered.with_command(
        table_commands.GiveRuling(table_commands.RulingOutcome.VOID, "as sampled")
    ).table
    yield from _gone_with(confirmed, cards)
    yield confirmed.with_cards(cards[0]).with_command(table_commands.ReportEmptyShoe()).table
    finished = confirmed.with_cards(*cards)
    yield _turned(finished).with_command(table_commands.SettleRound()).table


def _exposed(dealt: SampleTable) -> Iterator[Table]:
    """Yield tables where patrons hold cards: passed, refused, then exposed."""
    if not patrons_handle_cards(dealt.table):
        return
    if dealt.table.settings_in_force.method is DealingMethod.A:
        passed = dealt.with_command(
            table_commands.PassCards(Side.PLAYER, 2),
            table_commands.PassCards(Side.BANKER, 1),
            table_commands.ChooseFirstHand(Side.PLAYER),
        )
        yield passed.table
        refused = dealt.with_command(table_commands.RefuseCards(Side.PLAYER, 2))
        yield refused.table
    yield _turned(dealt).table


def _turned(dealt: SampleTable) -> SampleTable:
    """The table with all its cards face up."""
    if not patrons_handle_cards(dealt.table):
        return dealt
    return dealt.with_command(*(table_commands.ExposeCards(side, in_error=True) for side in Side))


def _held(now: SampleTable, cards: tuple[str, ...], initial: int) -> Iterator[SampleTable]:
    """The table on hold: by an interruption, a ruling, an offer, loose cards or a missing card."""
    for power in (None, True, False):
        yield now.with_command(table_commands.InterruptRound(power))
    yield now.with_command(table_commands.ReportIrregularity(Trigger.UNCOVERED))
    yield now.with_command(table_commands.ReportIrregularity(Trigger.DEVICE_RESET))
    if now.table.current.numbers:
        unknown = (Circumstance.ORDER_UNKNOWN,)
        several = table_commands.ReportIrregularity(
            Trigger.DRAWN_TOGETHER, unknown, cards[:2], evidence="seen"
        )
        if len(now.table.current.numbers) >= initial:
            yield from _if_possible(now, several)
    else:
        reset = now.with_command(table_commands.ReportIrregularity(Trigger.DEVICE_RESET))
        for seat in sorted(now.table.current.sets):
            reset = SampleTable(_answered(reset.table, seat))
        yield reset


def _gone_with(confirmed: SampleTable, cards: tuple[str, ...]) -> Iterator[Table]:
    """Yield tables where a patron left with an unread first card, and the search for it."""
    gone = table_commands.ReportIrregularity(Trigger.LEFT_WITH_CARDS, numbers=(1,))
    for now in _if_possible(confirmed.with_cards("?"), gone):
        yield now.table
        for step in search_for(cards)[:-1]:
            found = list(_if_possible(now, step))
            yield from (each.table for each in found)
            now = found[0] if found else now


def search_for(cards: tuple[str, ...]) -> tuple[table_commands.Command, ...]:
    """The steps that find a missing first card by comparing complete decks."""
    return (
        table_commands.SetCardsAside(("?", "?")),
        table_commands.ReportSortedDecks(cards[:3]),
        table_commands.InspectSetAsideCards(cards[1:3]),
        table_commands.ReplaceMissingCards(cards[:1]),
    )


def _if_possible(now: SampleTable, command: table_commands.Command) -> Iterator[SampleTable]:
    if not isinstance(decide(now.table, command, HIGHEST_POSITION), Refusal):
        yield now.with_command(command)


def _answered(table: Table, seat: int) -> Table:
    decision = decide(
        table, table_commands.AnswerWithdrawal(seat, withdraws=False), patron(table, seat)
    )
    for event in () if isinstance(decision, Refusal) else decision:
        table = evolve(table, event)
    return table


def _apart(book: Rulebook) -> Iterator[Table]:
    """A table with the differential exceeded, before and after a request for lower wagers."""
    settings = replace(default_settings(book), differential_cents=0)
    opened = SampleTable(Table()).with_command(
        table_commands.OpenTable(book.text, settings), table_commands.LoadShoe("shoe-1")
    )
    stake = (Stake(_wager_of(book, "banker"), 100_00),)
    apart = opened.with_command(
        table_commands.OpenBets(), table_commands.EnterChips(1, 5, stake, 0)
    )
    yield apart.table
    yield apart.with_command(table_commands.RequestLowerWagers()).table


def _stake(seat: int, wager: str, cents: int) -> table_commands.PlaceWagers:
    return table_commands.PlaceWagers(1, seat, (Stake(wager, cents),), 0)


def sample_commands(table: Table, book: Rulebook) -> Iterator[tuple[str, table_commands.Command]]:
    """Yield commands of every kind that fit a table, each with a name."""
    number = table.round.number if table.round else 1
    card = table.shoe.cards_out + 1 if table.shoe else 1
    held = table.pending_steps[0] if table.pending_steps else None
    settings = table.settings or default_settings(book)
    placed = table.round.sets.get(1) if table.round else None
    laid = table.round.sets.get(chips_at(5)) if table.round else None
    yield "open a table", table_commands.OpenTable(book.text, default_settings(book))
    yield "close a table", table_commands.CloseTable()
    yield "change settings", table_commands.ChangeSettings(settings)
    yield "take a seat", table_commands.TakeSeat(3, "visit-3")
    yield "leave a seat", table_commands.LeaveSeat(1)
    yield "load a shoe", table_commands.LoadShoe("shoe-2")
    yield "end a shoe", table_commands.EndShoe()
    yield "open bets", table_commands.OpenBets()
    tie = _wager_of(book, "tie")
    stakes, after = (Stake(tie, 10_00),), placed.number if placed else 0
    yield "place wagers", table_commands.PlaceWagers(number, 1, stakes, after)
    yield "acknowledge a screen", table_commands.AcknowledgeScreen(number, 1, after, closed=True)
    yield "report a lost terminal", table_commands.DisconnectTerminal(1)
    yield "report a terminal that is back", table_commands.ReconnectTerminal(4)
    yield "close bets", table_commands.CloseBets()
    yield "rule on a seat", table_commands.DecideParticipation(1, takes_part=False)
    yield "confirm seats", table_commands.ConfirmParticipants()
    yield "report a drawn card", table_commands.DrawCard(card, "9h")
    yield "enter a card by hand", table_commands.EnterCard(card, "9h")
    yield "report the cutting card", table_commands.ReportCuttingCard()
    yield "report an empty shoe", table_commands.ReportEmptyShoe()
    yield "announce, collect and pay", table_commands.SettleRound()
    yield "interrupt the round", table_commands.InterruptRound(power_failure=True)
    for seat in (1, 2):
        yield "answer an offer", table_commands.AnswerWithdrawal(seat, withdraws=False)
    yield "end an offer", table_commands.CloseWithdrawal(held.event if held else 0)
    cards = tuple(text for _, text in table.round.loose) if table.round else ()
    for ruled in table_commands.RulingOutcome:
        name = (
            "rule a round void"
            if ruled is table_commands.RulingOutcome.VOID
            else "give another ruling"
        )
        yield name, table_commands.GiveRuling(ruled, "as sampled", cards)
    yield "refer a ruling", table_commands.ReferDecision("as sampled")
    for saw in ((), (Circumstance.ORDER_UNKNOWN,), (Circumstance.POWER_FAILURE,)):
        order = () if saw else cards
        yield "correct the facts", table_commands.CorrectFacts(saw, "as sampled", order)
    yield from _irregularities()
    after = laid.number if laid else 0
    yield (
        "enter chips",
        table_commands.EnterChips(number, 5, (Stake(tie, 20_00),), after),
    )
    yield from _live_commands(table, _wager_of(book, "banker"))


def _irregularities() -> Iterator[tuple[str, table_commands.Command]]:
    yield (
        "report an uncovered case",
        table_commands.ReportIrregularity(Trigger.UNCOVERED),
    )
    foreign = table_commands.ReportIrregularity(Trigger.FOREIGN_CARD, evidence="the card")
    yield "report a foreign card", foreign
    yield "open bets again after a reset", table_commands.ReopenBets()
    yield "request new cards", table_commands.ReplaceCards()
    for step in search_for(CARDS):
        yield "search for a missing card", step


def _live_commands(table: Table, on: str) -> Iterator[tuple[str, table_commands.Command]]:
    running = table.round is not None and table.book is not None
    found = balancing_proposal(table) if running else None
    removed = found.removed if found else (table_commands.WagerRemoval(1, Stake(on, 100_00)),)
    yield "request lower wagers", table_commands.RequestLowerWagers()
    yield "remove wagers", table_commands.RemoveWagers(removed, "as sampled")
    yield "restrict wagers per area", table_commands.RestrictWagers(2)
    yield "offer withdrawal at a first cutting card", table_commands.OfferWithdrawal()
    for method in DealingMethod:
        name = "allow Method C" if method is DealingMethod.C else "choose Method A or B"
        yield name, table_commands.ChooseMethod(method)
    yield "allow drawing without a wager", table_commands.AllowDrawing(3)
    yield "hand over the device", table_commands.HandOverDevice(2)
    yield "let the Dealer draw instead of a patron", table_commands.HandOverDevice(0)
    yield "return the device", table_commands.RelinquishDevice(2)
    live_table = running and table.game.document.placement is WagerPlacement.TABLE
    for side in Side:
        due = handler_by_stakes(table, side) if live_table else None
        yield "pass cards", table_commands.PassCards(side, due or 1)
        yield "refuse cards", table_commands.RefuseCards(side, due or 1)
        yield "choose who handles cards", table_commands.ChooseHandler(side, 3)
        yield "choose the first hand", table_commands.ChooseFirstHand(side)
        yield "allow squeezing", table_commands.AllowSqueezing(side, 1, 1)
        for seat in (1, 2):
            yield "expose cards as a patron", table_commands.ExposeCards(side, seat)
        yield "expose cards as the Dealer", table_commands.ExposeCards(side, in_error=True)
