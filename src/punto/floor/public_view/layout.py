"""Build a table's layout, with areas, pays, limits and chips, from the rulebook."""

from dataclasses import dataclass

from punto.core.conditions import facts_used
from punto.core.facts import Fact
from punto.core.rulebook import PayLine, Rulebook, WagerGroup, WagerPlacement, WagerRule
from punto.floor.plan import TablePlan
from punto.messages.message import Message, message
from punto.reports.descriptions import table_state
from punto.reports.descriptions.conditions import condition_message, distinction
from punto.reports.descriptions.names import (
    game_message,
    pay_line_message,
    wager_message,
    wager_name,
)
from punto.table.settings import Settings


@dataclass(frozen=True, slots=True)
class PayLineView:
    """One printed line of an area's paytable."""

    line: int
    label: Message
    when: Message
    pays: str
    clause: str


@dataclass(frozen=True, slots=True)
class BettingArea:
    """A betting area with its pay printed on it."""

    wager: str
    label: Message
    tone: str
    row: str
    minimum_cents: int
    maximum_cents: int
    pays: Message
    lines: tuple[PayLineView, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class HandNames:
    """The names of the two hands."""

    player: Message
    banker: Message


@dataclass(frozen=True, slots=True)
class PlannedChangeView:
    """The time from which other rules or limits apply, with the notice to patrons."""

    at: str
    words: Message


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts of a table's screen that do not change from round to round."""

    table: str
    name: str
    layout_version: str
    """The digest of this layout. Each view contains the digest of its layout."""

    title: Message
    document: str
    version: str
    effective: str
    digest: str
    permanent_seven: bool
    currency: str
    denominations_cents: tuple[int, ...]
    unit_cents: int
    total_minimum_cents: int
    areas: tuple[BettingArea, ...]
    hands: HandNames
    notices: tuple[Message, ...]
    road_marks: Message | None
    """The meaning of the marks inside the rings of the big road."""

    takes_commission: bool
    coming: PlannedChangeView | None
    """The next planned layout, which replaces this one."""


def table_layout(plan: TablePlan, currency: str) -> Layout:
    """The layout of a table."""
    book, settings, coming = plan.book, plan.settings, plan.coming
    document = book.document
    return Layout(
        table=plan.key,
        name=plan.name,
        layout_version=plan.layout_version,
        title=game_message(book),
        document=document.letter,
        version=document.version,
        effective=document.effective,
        digest=book.digest,
        permanent_seven=book.order.permanent is not None,
        currency=currency,
        denominations_cents=plan.denominations_cents,
        unit_cents=book.unit_cents,
        total_minimum_cents=settings.total_minimum_cents,
        areas=betting_areas(book, settings),
        hands=HandNames(message("hand.player"), message("hand.banker")),
        notices=(
            table_state.MALFUNCTION,
            table_state.total_minimum(settings.total_minimum_cents),
            table_state.PAST_RESULTS,
        ),
        road_marks=_road_marks(book),
        takes_commission=any(
            line.pays.takes_commission for wager in book.wagers for line in wager.lines
        ),
        coming=None
        if coming is None
        else PlannedChangeView(coming.at.isoformat(), table_state.planned_change(coming.at)),
    )


def betting_areas(book: Rulebook, settings: Settings) -> tuple[BettingArea, ...]:
    """The areas of the wagers on offer, in the order of the printed layout."""
    return tuple(_area(book, settings, each) for each in _in_order(book, settings))


def mode_of(book: Rulebook) -> str:
    """Whether a game is played on terminals or at a dealer's table."""
    return "table" if book.document.placement is WagerPlacement.TABLE else "electronic"


def is_main(wager: WagerRule) -> bool:
    """Whether a wager is on the result and not a side wager."""
    return wager.group is not WagerGroup.SIDE


def ratio(printed: str) -> str:
    """Pays as a layout prints them, as in 1 : 1."""
    return printed.replace(" to ", " : ")


def _in_order(book: Rulebook, settings: Settings) -> list[WagerRule]:
    """The wagers on offer in the order of the printed layout, those it leaves out last."""
    printed = [key for row in book.layout for cell in row for key in cell.wagers]
    offered = [each for each in book.wagers if each.key in settings.offered_wagers]
    return sorted(
        offered,
        key=lambda each: printed.index(each.key) if each.key in printed else len(printed),
    )


def _area(book: Rulebook, settings: Settings, wager: WagerRule) -> BettingArea:
    limit = settings.limit(wager.key)
    assert limit is not None, "a wager on offer has limits"
    return BettingArea(
        wager=wager.key,
        label=wager_message(wager),
        tone=_tone(wager),
        row="main" if is_main(wager) else "side",
        minimum_cents=limit.minimum_cents,
        maximum_cents=limit.maximum_cents,
        pays=_pays(wager),
        lines=tuple(
            PayLineView(
                number,
                pay_line_message(wager, line),
                condition_message(line.when),
                ratio(line.pays.printed),
                book.cite_clause(line.clause),
            )
            for number, line in enumerate(wager.lines, start=1)
        ),
        clause=book.cite_clause(wager.clause or wager.lines[0].clause),
    )


def _tone(wager: WagerRule) -> str:
    """Pairs and bonuses of one hand have the colour of that hand."""
    return TONES.get(wager.key, wager.group)


TONES = {
    "player_pair": WagerGroup.PLAYER,
    "player_dragon_bonus": WagerGroup.PLAYER,
    "banker_pair": WagerGroup.BANKER,
    "banker_dragon_bonus": WagerGroup.BANKER,
}


def _pays(wager: WagerRule) -> Message:
    """The pays of an area in one line as on the layout, the pay without a condition first."""
    paying = [line for line in wager.lines if not line.pays.is_push]
    if len(paying) > 2:
        ends = sorted((line.pays for line in paying), key=lambda pays: pays.ratio)
        low, high = ratio(ends[0].printed), ratio(ends[-1].printed)
        return message("area-pays.range", low=low, high=high)
    paying.sort(key=lambda line: distinction(line.when) is not None)
    parts = tuple(_line_pays(line, is_only=len(paying) == 1) for line in paying)
    return message("area-pays.lines", lines=parts)


def _line_pays(line: PayLine, *, is_only: bool) -> Message:
    on, pays = distinction(line.when), ratio(line.pays.printed)
    if on is None or is_only:
        return message("area-pays.line", pays=pays)
    return message("area-pays.line-on", on=on, pays=pays)


def _road_marks(book: Rulebook) -> Message | None:
    """The meaning of the marks on the roads: sevens of the round, or cards of the Banker hand."""
    for wager in book.wagers:
        facts = {fact for line in wager.lines for fact in facts_used(line.when)}
        if wager.group is WagerGroup.SIDE and Fact.SEVENS in facts:
            return message("road-marks.sevens")
        if wager.group is WagerGroup.SIDE and Fact.BANKER_TOTAL in facts:
            return message("road-marks.cards", wager=wager_name(wager.key, book))
    return None
