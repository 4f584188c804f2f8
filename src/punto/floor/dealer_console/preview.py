"""Preview a command, with its events and the money of each seat, without running it."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from punto.core import money
from punto.core.irregularities import Trigger
from punto.core.rulebook import Words
from punto.floor.dealer_console.available_actions import ANOTHER, refusal_reason
from punto.floor.dealer_console.guidance import guidance, outcome_text
from punto.floor.dealer_console.held_round_views import CommandPreview, SeatMoney
from punto.floor.dealer_console.ruling_choices import resolve_sealed_cards
from punto.ledger import accounts
from punto.ledger.postings import transfers_of
from punto.pages.phrases import filled
from punto.reports.descriptions import table_state
from punto.reports.descriptions.events import describe_to_patrons
from punto.reports.descriptions.words import Text, words_of
from punto.reports.games.explanation import HANDS
from punto.table.actors import Actor, may_do_at
from punto.table.card_handling import hidden_cards
from punto.table.commands.irregularities import ReportIrregularity
from punto.table.commands.play import Command, CorrectFacts, GiveRuling, InterruptRound
from punto.table.decide import PERMISSIONS, decide
from punto.table.events import live as live_events
from punto.table.events import play as play_events
from punto.table.events.irregularities import CardsMisplaced
from punto.table.events.play import Event
from punto.table.evolve.play import evolve_all
from punto.table.refusals import Refusal
from punto.table.stakes import position_of
from punto.table.state import Phase, Table

TURNS_ON_CARDS = (ReportIrregularity, InterruptRound, GiveRuling, CorrectFacts)
"""What may turn on the values of cards, and so would tell them."""

TURNS_ON_DUE = frozenset({Trigger.DRAWN_TOGETHER})
"""What turns on a card being due, a secret while cards lie face down; others the table refuses."""

SEALED = Words(
    "Cards lie face down: what follows is seen once it is entered.",
    "有牌面朝下：录入后方可知后续。",
)
THEN = Words("Then: {step}", "随后：{step}")
NOTHING_MORE = Words("Nothing changes.", "无变化。")
WOULD = Words("This would be done.", "可以执行。")
VOID_READ = Words(
    "Round {round} is void: {what}. ({source}) All stakes of this round are returned.",
    "第 {round} 局作废：{what}（{source}）。本局投注全数退回。",
)
RETURNED = Words("{cents} goes back", "退回 {cents}")
NOTED = Words("{cents} is taken back", "收回 {cents}")


def preview_command(name: str, table: Table, command: Command, by: Actor) -> CommandPreview:
    """What a command would do at a table of this name, or why it would do nothing."""
    command = resolve_sealed_cards(table, command)
    if _would_reveal(table, command, by):
        return _sealed(table, needs_second=True)
    alone = decide(table, command, by)
    needs_second = isinstance(alone, Refusal) and alone.code == "needs-second"
    decision = decide(table, command, replace(by, seconded_by=ANOTHER)) if needs_second else alone
    if isinstance(decision, Refusal):
        return _refused(table, command, decision, needs_second=needs_second)
    events = tuple(decision)
    if _is_sealed(table, command, events):
        return _sealed(table, needs_second=needs_second)
    after = evolve_all(table, events)
    return CommandPreview(
        ok=True,
        code="",
        clause=_clause(events, table),
        words=WOULD if events else NOTHING_MORE,
        needs_second=needs_second,
        events=tuple(_event_words(events)),
        seats=tuple(seat_money(table, events)),
        bank_cents=bank_cents(name, events),
        patrons_read=_patrons_read(table, after, events),
        then=filled(THEN, step=guidance(after).title),
    )


def _refused(
    table: Table, command: Command, refusal: Refusal, *, needs_second: bool
) -> CommandPreview:
    return CommandPreview(
        ok=False,
        code=refusal.code,
        clause=refusal.clause,
        words=refusal_reason(table, command, refusal),
        needs_second=needs_second,
        events=(),
        seats=(),
        bank_cents=0,
        patrons_read=None,
        then=NOTHING_MORE,
    )


def _would_reveal(table: Table, command: Command, by: Actor) -> bool:
    """Whether even a refusal would reveal a card that nobody has seen."""
    if table.book is None or not isinstance(command, ReportIrregularity):
        return False
    if not may_do_at(table, by, PERMISSIONS[ReportIrregularity]):
        return False
    if command.trigger is Trigger.DRAWN_TOGETHER and not command.numbers:
        # Whether a card may be due is read from the cards as everybody sees them.
        return False
    turns = command.trigger in TURNS_ON_DUE or bool(command.cards)
    return turns and table.round is not None and bool(hidden_cards(table))


def _is_sealed(table: Table, command: Command, events: Iterable[Event]) -> bool:
    """Whether what follows would tell a card that nobody has seen."""
    if table.round is None or not isinstance(command, TURNS_ON_CARDS) or not hidden_cards(table):
        return False
    # Every stake of a void round goes back, whatever the cards are.
    return not any(isinstance(event, play_events.RoundVoided) for event in events)


def _sealed(table: Table, *, needs_second: bool) -> CommandPreview:
    return CommandPreview(
        ok=True,
        code="",
        clause=guidance(table).clause,
        words=SEALED,
        needs_second=needs_second,
        events=(),
        seats=(),
        bank_cents=0,
        patrons_read=None,
        then=SEALED,
    )


def _clause(events: Iterable[Event], table: Table) -> str:
    sources = (getattr(event, "source", "") for event in events)
    return next((each for each in sources if each), guidance(table).clause)


def bank_cents(name: str, events: Iterable[Event]) -> int:
    """What the table's own money would gain, or lose where it is below zero."""
    bank = accounts.bank(name)
    return sum(
        each.cents if each.target == bank else -each.cents
        for each in transfers_of(name, "preview", events)
        if bank in (each.source, each.target)
    )


# Seat by seat


def seat_money(table: Table, events: tuple[Event, ...]) -> Iterator[SeatMoney]:
    """What goes to or from every seat that has a stake or that money moves at."""
    back: dict[int, int] = {}
    net: dict[int, int] = {}
    had: dict[int, dict[str, int]] = {}
    sets = table.round.sets if table.round is not None else {}
    for seat, placed in sets.items():
        for stake in placed.stakes:
            on = had.setdefault(seat, {})
            on[stake.wager] = on.get(stake.wager, 0) + stake.cents
    for event in events:
        for seat, cents in account_changes(event):
            back[seat] = back.get(seat, 0) + cents
        for each in _concerned(event):
            if not isinstance(event, play_events.RoundReversed):
                net[each.seat] = net.get(each.seat, 0) + each.returned_cents - each.stake.cents
            if each.seat not in sets:
                on = had.setdefault(each.seat, {})
                on[each.stake.wager] = on.get(each.stake.wager, 0) + each.stake.cents
    for seat in sorted({*had, *back}, key=lambda each: (position_of(each), each < 0)):
        cents = back.get(seat, 0)
        yield SeatMoney(
            seat=position_of(seat),
            kind="chips" if seat < 0 else "terminal",
            stakes=had.get(seat, {}),
            back_cents=cents,
            net_cents=net.get(seat, 0),
            words=_back_words(cents),
        )


def _back_words(cents: int) -> Words | None:
    if not cents:
        return None
    return filled(RETURNED if cents > 0 else NOTED, cents=money.format_cents(abs(cents)))


def account_changes(event: Event) -> Iterator[tuple[int, int]]:  # noqa: C901  one match
    """What an event brings each seat, or takes from it where it is below zero."""
    match event:
        case play_events.WagersPlaced():
            yield event.seat, event.returned_cents - event.debited_cents
        case play_events.RoundSettled():
            for wager in event.wagers:
                yield wager.seat, wager.returned_cents
        case play_events.ParticipantsConfirmed() | play_events.RoundVoided():
            for each in event.returned:
                yield each.seat, each.cents
        case play_events.WithdrawalAnswered() | live_events.WagersRemoved():
            yield event.seat, event.cents
        case play_events.RoundReversed():
            for wager in event.wagers:
                yield wager.seat, wager.stake.cents - wager.returned_cents
        case play_events.RoundCorrected():
            for wager in event.wagers:
                yield wager.seat, wager.returned_cents
            for wager in event.before:
                yield wager.seat, -wager.returned_cents
        case _:
            return


def _concerned(event: Event) -> tuple[play_events.WagerSettled, ...]:
    """The wagers of a round that an event settles, settles anew or undoes."""
    match event:
        case (
            play_events.RoundSettled() | play_events.RoundCorrected() | play_events.RoundReversed()
        ):
            return event.wagers
        case _:
            return ()


# In words

PASSED = Words(
    "The {hand} cards go to seat {seat}. ({source})", "{hand}牌递给 {seat} 号座。（{source}）"
)
REFUSED = Words("Seat {seat} does not take the {hand} cards.", "{seat} 号座不接{hand}牌。")
FIRST = Words("{hand} is shown first. ({source})", "先开{hand}。（{source}）")
EXPOSED = Words("The {hand} cards are turned up. ({source})", "{hand}牌已开。（{source}）")
REMOVED = Words("{cents} leaves seat {seat}. ({source})", "{seat} 号座移除 {cents}。（{source}）")
LOWER = Words(
    "Patrons on {hand} are asked to lower their wagers by {cents}. ({source})",
    "请{hand}客人减注 {cents}。（{source}）",
)
METHOD = Words(
    "Rounds are conducted by Method {method}. ({source})", "采用方式 {method}。（{source}）"
)
RESTRICTED = Words(
    "An area takes {many} wagers from now on. ({source})", "此后每区最多 {many} 注。（{source}）"
)
LOOSE = Words("{many} cards lie beside the hands.", "{many} 张牌置于一旁。")
PLACED = Words("Seat {seat} has {cents} at stake.", "{seat} 号座投注 {cents}。")


def _event_words(events: Iterable[Event]) -> Iterator[Text]:
    for event in events:
        words = describe_event(event)
        if words is not None:
            yield words


def describe_event(event: Event) -> Text | None:  # noqa: C901  one match
    """What happened, for staff; nothing of a card's face."""
    match event:
        case live_events.CardsPassed():
            hand = HANDS[event.side]
            return filled(PASSED, hand=hand, seat=event.position, source=event.source)
        case live_events.CardsRefused():
            return filled(REFUSED, hand=HANDS[event.side], seat=event.position)
        case live_events.FirstHandChosen():
            return filled(FIRST, hand=HANDS[event.side], source=event.source)
        case live_events.CardsExposed():
            return filled(EXPOSED, hand=HANDS[event.side], source=event.source)
        case live_events.WagersRemoved():
            cents, seat = money.format_cents(event.cents), position_of(event.seat)
            return filled(REMOVED, cents=cents, seat=seat, source=event.source)
        case live_events.LowerWagersRequested():
            cents = money.format_cents(event.exceeded_cents)
            return filled(LOWER, hand=HANDS[event.side], cents=cents, source=event.source)
        case live_events.WagersRestricted():
            return filled(RESTRICTED, many=event.per_area, source=event.source)
        case live_events.MethodChosen():
            return filled(METHOD, method=str(event.method), source=event.source)
        case CardsMisplaced():
            return filled(LOOSE, many=len(event.cards))
        case play_events.WagersPlaced():
            cents = money.format_cents(sum(each.cents for each in event.stakes))
            return filled(PLACED, seat=position_of(event.seat), cents=cents)
        case play_events.CardDrawn():
            return None
        case _:
            return describe_to_patrons(event)


def _patrons_read(table: Table, after: Table, events: Iterable[Event]) -> Text | None:
    """The sentence that every patron will read."""
    for event in events:
        if isinstance(event, play_events.RoundVoided | play_events.RoundReversed):
            what = words_of(table_state.void_message(event.trigger))
            return filled(VOID_READ, round=event.round, what=what, source=event.source)
    if after.pending_steps and after.pending_steps != table.pending_steps:
        return table_state.hold_message(after.pending_steps[0])
    if after.phase is Phase.SETTLED and table.phase is not Phase.SETTLED:
        return outcome_text(after.current.tableau)
    return None
