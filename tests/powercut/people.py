"""Choose the next command of patrons, dealer, device or cage, from the state and a seed."""

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import TypeAlias

from punto.core.irregularities import Remedy
from punto.core.rulebook import Rulebook
from punto.devices.virtual_shoe import VirtualShoe, new_shoe
from punto.games.library import game as game_of
from punto.games.policies import LADDER
from punto.ledger.accounts import credit
from punto.ledger.cage import (
    BeginVisit,
    BuyCredit,
    Cage,
    CageCommand,
    CollectCredit,
    RedeemVoucher,
    VoidVoucher,
)
from punto.table.actors import CLOCK, DEVICE, Actor, ActorKind
from punto.table.commands import (
    AcknowledgeScreen,
    AnswerWithdrawal,
    CloseBets,
    CloseTable,
    CloseWithdrawal,
    Command,
    ConfirmParticipants,
    DecideParticipation,
    DisconnectTerminal,
    DrawCard,
    EndShoe,
    GiveRuling,
    InterruptRound,
    LeaveSeat,
    LoadShoe,
    OpenBets,
    OpenTable,
    PlaceWagers,
    ReconnectTerminal,
    ReportEmptyShoe,
    RulingOutcome,
    SettleRound,
    TakeSeat,
)
from punto.table.settings import Settings, default_settings
from punto.table.stakes import Stake
from punto.table.state import PendingStep, Phase, Table

SECOND = Actor(ActorKind.STAFF, "second", LADDER[-1])
STAFF = Actor(ActorKind.STAFF, "shift manager", LADDER[-1], seconded_by=SECOND)
MAX_VISITS = 3
SHOES = 16

Wish: TypeAlias = tuple[Command, Actor]
"""A command and its sender."""


def at_cage(cage: Cage, balances: Mapping[str, int], serial: int, random: Random) -> CageCommand:
    """The next command at the cage; some vouchers and collections have a wrong amount."""
    visits = list(cage.visits)
    if len(visits) < 2:
        return BeginVisit(f"v{serial}", "terminal")
    broke = [visit for visit in visits if not balances.get(credit(visit))]
    if broke and random.random() < 0.8:
        return BuyCredit(broke[0], random.randrange(20_00, 500_00, 20))
    if len(visits) < MAX_VISITS and random.random() < 0.4:
        return BeginVisit(f"v{serial}", "terminal")
    vouchers = [name for name, cents in balances.items() if name.startswith("voucher/") and cents]
    visit = random.choice(visits)
    roll = random.random()
    if vouchers and roll < 0.6:
        name = random.choice(vouchers)
        number, cents = name.removeprefix("voucher/"), balances[name] + (roll < 0.05)
        if roll < 0.1:
            return VoidVoucher(number, cents, is_expired=roll < 0.07)
        return RedeemVoucher(number, cents, visit if roll < 0.4 else "")
    if roll < 0.9:
        return CollectCredit(visit, balances.get(credit(visit), 0) + (roll < 0.05), f"n{serial}")
    return BuyCredit(visit, 100_00)


def at_table(table: Table, cage: Cage, game: Rulebook, random: Random) -> Wish:
    """The next command at a table: mostly a valid one, now and then an invalid one."""
    if table.phase is Phase.CLOSED:
        return OpenTable(text_of(game.key), settings_for(game, random)), STAFF
    if table.pending_steps:
        return held_step(table, table.pending_steps[0], random)
    if random.random() < 0.04 and table.seats:
        return terminal(table, random)
    match table.phase:
        case Phase.BETS_OPEN:
            return betting(table, random)
        case Phase.BETS_CLOSED:
            return closed(table, random)
        case Phase.DEALING | Phase.COMPLETE if random.random() < 0.05:
            return interrupted(random), STAFF
        case Phase.DEALING:
            return next_card(table), DEVICE
        case Phase.COMPLETE:
            return SettleRound(), STAFF
        case _:
            return between_rounds(table, cage, random)


def settings_for(game: Rulebook, random: Random) -> Settings:
    """Default settings, but with the cutting card so near that shoes end after a few rounds."""
    default = default_settings(game)
    return Settings(
        default.limits,
        default.total_minimum_cents,
        decks=default.decks,
        cards_behind_cut=52 * default.decks - random.randrange(8, 40),
        burns=random.random() < 0.2,
        wagers_per_area=default.wagers_per_area,
    )


def between_rounds(table: Table, cage: Cage, random: Random) -> Wish:
    """The next command between rounds: change seats, change the shoe or open bets."""
    seated = {patron.visit: seat for seat, patron in table.seats.items()}
    for visit, seat in seated.items():
        if visit not in cage.visits:
            return LeaveSeat(seat), STAFF
    free = [
        seat for seat in range(1, table.settings_in_force.positions + 1) if seat not in table.seats
    ]
    for visit in cage.visits:
        if visit not in seated and random.random() < 0.8:
            return TakeSeat(random.choice(free), visit), Actor(ActorKind.PATRON, visit)
    if table.shoe is None:
        number = random.randrange(SHOES)
        shoe = shoe_of(number, table.settings_in_force.decks)
        return LoadShoe(f"{number}-{table.events}", shoe.commitment), STAFF
    if not table.shoe.is_burned:
        return next_card(table), DEVICE
    if table.shoe.rounds_left == 0 or random.random() < 0.04:
        shoe = shoe_on(table)
        return EndShoe(shoe.order, shoe.salt), STAFF
    return (CloseTable() if random.random() < 0.02 else OpenBets()), STAFF


def betting(table: Table, random: Random) -> Wish:
    """The next command while bets are open; some stakes exceed the credit of the seat."""
    roll = random.random()
    waiting = [seat for seat in table.seats if seat not in table.current.sets]
    if waiting and roll < 0.8:
        return stakes(table, random.choice(waiting), random)
    if table.current.sets and roll < 0.87:
        return stakes(table, random.choice(list(table.current.sets)), random)
    if roll < 0.89:
        return interrupted(random), STAFF
    if roll < 0.90 and table.shoe is not None:
        return next_card(table), DEVICE
    return CloseBets(), STAFF


def stakes(table: Table, seat: int, random: Random) -> Wish:
    """New stakes for a seat, which replace its earlier ones."""
    limits = random.sample(table.settings_in_force.limits, random.randint(1, 2))
    unit = table.game.unit_cents
    placed = tuple(
        Stake(limit.wager, -(-limit.minimum_cents // unit) * unit * random.randint(1, 30))
        for limit in limits
    )
    before = table.current.sets.get(seat)
    after = before.number if before else 0
    wish = PlaceWagers(table.current.number, seat, placed, after)
    return wish, Actor(ActorKind.PATRON, table.seats[seat].visit)


def closed(table: Table, random: Random) -> Wish:
    """The next command after bets have closed: confirm the participants or draw a card."""
    current = table.current
    if current.sets and random.random() < 0.1 and not current.is_confirmed:
        return DecideParticipation(random.choice(list(current.sets)), random.random() < 0.5), STAFF
    if random.random() < 0.05:
        return interrupted(random), STAFF
    if current.is_confirmed or random.random() < 0.3:
        return next_card(table), DEVICE
    return ConfirmParticipants(), STAFF


def terminal(table: Table, random: Random) -> Wish:
    """Disconnect or reconnect a terminal, or let it acknowledge its screen."""
    seat = random.choice(list(table.seats))
    if random.random() < 0.5:
        is_lost = table.seats[seat].is_cut_off
        return (ReconnectTerminal(seat) if is_lost else DisconnectTerminal(seat)), DEVICE
    number = table.current.number if table.round else 1
    accepted = table.current.sets_placed if table.round else 0
    acknowledgement = AcknowledgeScreen(number, seat, accepted, closed=random.random() < 0.5)
    return acknowledgement, Actor(ActorKind.PATRON, table.seats[seat].visit)


def held_step(table: Table, item: PendingStep, random: Random) -> Wish:
    """Answer the pending step of a held round."""
    if item.step is None:
        return InterruptRound(power_failure=random.random() < 0.8), STAFF
    requested = [seat for seat in table.current.sets if seat not in item.answered]
    if item.step.remedy is Remedy.OFFER_WITHDRAWAL and requested and random.random() < 0.8:
        seat = random.choice(requested)
        patron = Actor(ActorKind.PATRON, table.current.sets[seat].visit)
        return AnswerWithdrawal(seat, withdraws=random.random() < 0.5), patron
    if item.step.remedy is Remedy.OFFER_WITHDRAWAL:
        return CloseWithdrawal(item.event), CLOCK
    outcomes = (RulingOutcome.VOID, RulingOutcome.CONTINUE, RulingOutcome.AS_PROPOSED)
    return GiveRuling(random.choice(outcomes), "as seen"), STAFF


def interrupted(random: Random) -> InterruptRound:
    """Interrupt the round: mostly by a power failure, sometimes by an unknown cause."""
    return InterruptRound(power_failure=random.choice((True, True, False, None)))


def next_card(table: Table) -> Command:
    """Draw the next card of the shoe, or report an empty shoe."""
    number = table.device.cards_out + 1
    text = shoe_on(table).card(number)
    return ReportEmptyShoe() if text is None else DrawCard(number, text)


def shoe_on(table: Table) -> VirtualShoe:
    """The shoe on a table; its key contains its number."""
    number, _, _ = table.device.key.partition("-")
    return shoe_of(int(number), table.device.decks)


@cache
def shoe_of(number: int, decks: int) -> VirtualShoe:
    """The shoe with a number, which always has the same order."""
    return new_shoe(decks, Random(number).randbytes)


@cache
def text_of(key: str) -> str:
    """The text of a game's rulebook."""
    return game_of(key).text
