"""Define the settings of a table, and check them against the limits of its rulebook."""

import msgspec
from msgspec.structs import replace

from punto.core.cards import CARDS_IN_A_DECK
from punto.core.rulebook import DealingMethod, Rulebook, WagerPlacement
from punto.core.rules import Rule
from punto.core.shoe import Cut
from punto.core.staff_positions import StaffPosition
from punto.games.policies import LADDER, SHUFFLERS

MAX_POSITIONS = 16
"""The most of a dealer's table whose document describes no cloth."""

MAX_TERMINALS = 200
"""The most seats of a table that is played on terminals, where no document sets a number."""


class Limit(msgspec.Struct, frozen=True):
    """The least and the most that one wager may hold."""

    wager: str
    minimum_cents: int
    maximum_cents: int


class Settings(msgspec.Struct, frozen=True):
    """Limits, decks, cut, positions and which of the optional wagers are on offer."""

    limits: tuple[Limit, ...]
    """One for each wager on offer, in the order of the layout."""

    total_minimum_cents: int
    decks: int = 8
    cards_behind_cut: int = 14
    burns: bool = False
    """Whether the first card of a shoe is shown and as many cards as it counts are burned."""

    rounds_after_cut: int = 0
    positions: int = 8
    wagers_per_area: int = 1
    differential_cents: int | None = None
    is_hlga: bool = False
    method: DealingMethod = DealingMethod.B
    betting_seconds: int = 20
    withdrawal_seconds: int = 30
    ladder: tuple[StaffPosition, ...] = LADDER
    """The positions from the lowest to the highest, as the house ranks them (R13)."""

    shuffles_each_round: bool = False
    """Whether a continuous shuffler takes all cards back after each round (R35)."""

    rounds_on_roads: int = 80
    """After how many results roads start afresh where no shoe ends (R35)."""

    @property
    def offered_wagers(self) -> tuple[str, ...]:
        """The wagers on offer."""
        return tuple(limit.wager for limit in self.limits)

    def starts_roads_after(self, results: int) -> bool:
        """Whether roads start afresh with new cards, which a shuffler has after each round."""
        return not self.shuffles_each_round or results >= self.rounds_on_roads

    def limit(self, wager: str) -> Limit | None:
        """The limit of a wager, None if it is not on offer."""
        return next((each for each in self.limits if each.wager == wager), None)


def default_settings(book: Rulebook) -> Settings:
    """Settings that fit any of the games: every wager on offer, from 1.00 to 5,000.00."""
    limits = tuple(Limit(wager.key, 1_00, 5_000_00) for wager in book.wagers)
    settings = Settings(limits, total_minimum_cents=1_00)
    if book.document.placement is WagerPlacement.TABLE:
        settings = replace(settings, wagers_per_area=book.document.wagers_per_area)
    return settings


def max_positions(book: Rulebook) -> int:
    """How many positions a table of this game can have, by the largest cloth of its document."""
    if book.document.placement is WagerPlacement.TERMINALS:
        return MAX_TERMINALS
    printed = (each.maximum_positions for each in book.document.cloths)
    return max((maximum for maximum in printed if maximum is not None), default=MAX_POSITIONS)


def check_settings(book: Rulebook, settings: Settings) -> None:
    """Raises, naming the setting, unless a table of this game may be opened with it."""
    allowed = book.document.decks
    if settings.decks not in allowed:
        raise ValueError(f"decks: {settings.decks}; {book.key} is played with {allowed}")
    Cut(settings.cards_behind_cut)
    if settings.cards_behind_cut >= CARDS_IN_A_DECK * settings.decks:
        raise ValueError(f"cards_behind_cut: {settings.cards_behind_cut}; the shoe has fewer cards")
    maximum = max_positions(book)
    if not 1 <= settings.positions <= maximum:
        raise ValueError(f"positions: {settings.positions}; expected 1 to {maximum}")
    if not 1 <= settings.wagers_per_area <= book.document.wagers_per_area:
        raise ValueError(
            f"wagers_per_area: {settings.wagers_per_area}; "
            f"expected 1 to {book.document.wagers_per_area}"
        )
    if settings.rounds_after_cut < 0:
        raise ValueError(f"rounds_after_cut: {settings.rounds_after_cut}; expected 0 or more")
    if sorted(settings.ladder) != sorted(LADDER):
        raise ValueError(f"ladder: expected each position once: {', '.join(LADDER)}")
    _check_shuffler(book, settings)
    _check_live_settings(book, settings)
    _check_limits(book, settings)


def _check_shuffler(book: Rulebook, settings: Settings) -> None:
    """A continuous shuffler: only where a document has one, and with nothing of a shoe."""
    if settings.rounds_on_roads < 1:
        raise ValueError(f"rounds_on_roads: {settings.rounds_on_roads}; expected 1 or more")
    if not settings.shuffles_each_round:
        return
    if book.document.letter not in SHUFFLERS:
        raise ValueError(f"shuffles_each_round: {book.key} is not dealt from a shuffler")
    if settings.burns:
        raise ValueError("burns: a shuffler's cards are not burned (shuffles_each_round)")
    if settings.rounds_after_cut:
        raise ValueError("rounds_after_cut: a shuffler has no cutting card (shuffles_each_round)")


def _check_live_settings(book: Rulebook, settings: Settings) -> None:
    """The method and the differential, which only a dealer's table has."""
    document = book.document
    found = [each for each in document.methods if each.method is settings.method]
    known = ", ".join(each.method for each in document.methods) or DealingMethod.B
    if not found and (document.methods or settings.method is not DealingMethod.B):
        raise ValueError(f"method: {settings.method}; {book.key} is dealt by {known}")
    if any(each.only_in_hlga for each in found) and not settings.is_hlga:
        raise ValueError(f"method: {settings.method}; it is for tables of the HLGA only")
    if settings.differential_cents is None:
        return
    if document.clause_of(Rule.DIFFERENTIAL) is None:
        raise ValueError(f"differential_cents: {book.key} has no table differential")
    if settings.differential_cents < 0:
        raise ValueError(
            f"differential_cents: {settings.differential_cents}; expected 0 or more, or none"
        )


def _check_limits(book: Rulebook, settings: Settings) -> None:
    offered = settings.offered_wagers
    for wager in book.wagers:
        if not wager.optional and wager.key not in offered:
            raise ValueError(f"limits: no {wager.key}; {book.key} always offers it")
    for limit in settings.limits:
        book.wager(limit.wager)
        if offered.count(limit.wager) > 1:
            raise ValueError(f"limits: {limit.wager} twice; expected each wager once")
        if not 0 < limit.minimum_cents <= limit.maximum_cents:
            raise ValueError(
                f"limits: {limit.wager} from {limit.minimum_cents} to {limit.maximum_cents}; "
                "expected a minimum above zero and no more than the maximum"
            )
        for cents in (limit.minimum_cents, limit.maximum_cents):
            _check_unit(book, f"limits: {limit.wager}", cents)
    _check_unit(book, "total_minimum_cents", settings.total_minimum_cents)


def _check_unit(book: Rulebook, name: str, cents: int) -> None:
    # A limit outside the exact unit could never be met, and nothing is ever rounded (R9).
    if cents % book.unit_cents:
        raise ValueError(f"{name} {cents} cents; expected a multiple of {book.unit_cents}")
