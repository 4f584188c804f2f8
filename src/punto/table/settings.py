"""Define the settings of a table, and check them against the limits of its rulebook."""

import msgspec
from msgspec.structs import replace

from punto.core.cards import CARDS_IN_A_DECK
from punto.core.rulebook import DealingMethod, Rulebook, WagerPlacement
from punto.core.rules import Rule
from punto.core.staff_positions import StaffPosition
from punto.games.policies import LADDER, SHUFFLERS
from punto.table.refusals import No, Refusal, SettingsRefusal

MIN_CARDS_BEHIND_CUT = 6
"""The fewest cards behind the cutting card, because a round may need six."""

MAX_POSITIONS = 16
"""The most positions of a dealer's table whose document has no layout."""

MAX_TERMINALS = 200
"""The most seats of a table with terminals, if its document states no number."""


class Limit(msgspec.Struct, frozen=True):
    """The minimum and the maximum of one wager."""

    wager: str
    minimum_cents: int
    maximum_cents: int


class Settings(msgspec.Struct, frozen=True):
    """The settings of a table: limits, decks, cut, positions and the wagers on offer."""

    limits: tuple[Limit, ...]
    """One limit for each wager on offer, in the order of the layout."""

    total_minimum_cents: int
    decks: int = 8
    cards_behind_cut: int = 14
    burns: bool = False
    """Whether the first card of a shoe is shown and burns as many cards as its value."""

    rounds_after_cut: int = 0
    positions: int = 8
    wagers_per_area: int = 1
    differential_cents: int | None = None
    is_hlga: bool = False
    method: DealingMethod = DealingMethod.B
    betting_seconds: int = 20
    withdrawal_seconds: int = 30
    ladder: tuple[StaffPosition, ...] = LADDER
    """The staff positions from the lowest to the highest, as the house ranks them (R13)."""

    shuffles_each_round: bool = False
    """Whether a continuous shuffler takes all cards back after each round (R35)."""

    rounds_on_roads: int = 80
    """The number of results after which roads restart if no shoe ends (R35)."""

    @property
    def offered_wagers(self) -> tuple[str, ...]:
        """The wagers on offer."""
        return tuple(limit.wager for limit in self.limits)

    def starts_roads_after(self, results: int) -> bool:
        """Whether roads restart with new cards, which a shuffler has after each round."""
        return not self.shuffles_each_round or results >= self.rounds_on_roads

    def limit(self, wager: str) -> Limit | None:
        """The limit of a wager; None if it is not on offer."""
        return next((each for each in self.limits if each.wager == wager), None)


def default_settings(book: Rulebook) -> Settings:
    """Settings that fit every game: all wagers on offer, from 1.00 to 5,000.00."""
    limits = tuple(Limit(wager.key, 1_00, 5_000_00) for wager in book.wagers)
    settings = Settings(limits, total_minimum_cents=1_00)
    if book.document.placement is WagerPlacement.TABLE:
        settings = replace(settings, wagers_per_area=book.document.wagers_per_area)
    return settings


def max_positions(book: Rulebook) -> int:
    """The most positions of a table of this game, by the largest layout of its document."""
    if book.document.placement is WagerPlacement.TERMINALS:
        return MAX_TERMINALS
    printed = (each.maximum_positions for each in book.document.cloths)
    return max((maximum for maximum in printed if maximum is not None), default=MAX_POSITIONS)


class SettingsError(ValueError):
    """An error that names a wrong setting, with the refusal for the sender of the settings."""

    def __init__(self, refusal: Refusal, text: str) -> None:
        super().__init__(text)
        self.refusal = refusal


def refuse_settings(book: Rulebook, settings: Settings) -> Refusal | None:
    """The reason why a table of this game cannot have these settings."""
    try:
        check_settings(book, settings)
    except SettingsError as error:
        return error.refusal
    return None


def check_settings(book: Rulebook, settings: Settings) -> None:
    """Raise `SettingsError` unless a table of this game may have these settings."""
    decks, behind, allowed = settings.decks, settings.cards_behind_cut, book.document.decks
    if decks not in allowed:
        raise SettingsError(
            SettingsRefusal.DECKS.at(decks=decks, minimum=allowed.minimum, maximum=allowed.maximum),
            f"decks: {decks}; {book.key} is played with {allowed}",
        )
    cards = CARDS_IN_A_DECK * decks
    if not MIN_CARDS_BEHIND_CUT <= behind < cards:
        raise SettingsError(
            SettingsRefusal.CUT.at(cards=behind, minimum=MIN_CARDS_BEHIND_CUT, maximum=cards - 1),
            f"cards_behind_cut: {behind}; the shoe has fewer cards"
            if behind >= cards
            else f"a round may need six cards; the cut leaves {behind}",
        )
    maximum = max_positions(book)
    if not 1 <= settings.positions <= maximum:
        raise SettingsError(
            SettingsRefusal.SEATS.at(seats=settings.positions, maximum=maximum),
            f"positions: {settings.positions}; expected 1 to {maximum}",
        )
    wagers, maximum = settings.wagers_per_area, book.document.wagers_per_area
    if not 1 <= wagers <= maximum:
        raise SettingsError(
            SettingsRefusal.WAGERS_PER_AREA.at(wagers=wagers, maximum=maximum),
            f"wagers_per_area: {wagers}; expected 1 to {maximum}",
        )
    if settings.rounds_after_cut < 0:
        raise SettingsError(
            SettingsRefusal.ROUNDS_AFTER_CUT.at(rounds=settings.rounds_after_cut),
            f"rounds_after_cut: {settings.rounds_after_cut}; expected 0 or more",
        )
    if sorted(settings.ladder) != sorted(LADDER):
        raise SettingsError(
            SettingsRefusal.LADDER.at(),
            f"ladder: expected each position once: {', '.join(LADDER)}",
        )
    _check_shuffler(book, settings)
    _check_live_settings(book, settings)
    _check_limits(book, settings)


def _check_shuffler(book: Rulebook, settings: Settings) -> None:
    """Check that the document has a shuffler, and that no setting of a shoe contradicts it."""
    if settings.rounds_on_roads < 1:
        raise SettingsError(
            SettingsRefusal.ROUNDS_ON_ROADS.at(rounds=settings.rounds_on_roads),
            f"rounds_on_roads: {settings.rounds_on_roads}; expected 1 or more",
        )
    if not settings.shuffles_each_round:
        return
    if book.document.letter not in SHUFFLERS:
        raise SettingsError(
            SettingsRefusal.NO_SHUFFLER.at(),
            f"shuffles_each_round: {book.key} is not dealt from a shuffler",
        )
    if settings.burns:
        raise SettingsError(
            SettingsRefusal.SHUFFLER_BURNS.at(),
            "burns: a shuffler's cards are not burned (shuffles_each_round)",
        )
    if settings.rounds_after_cut:
        raise SettingsError(
            SettingsRefusal.SHUFFLER_CUT.at(),
            "rounds_after_cut: a shuffler has no cutting card (shuffles_each_round)",
        )


def _check_live_settings(book: Rulebook, settings: Settings) -> None:
    """Check the method and the differential, which only a dealer's table has."""
    document = book.document
    found = [each for each in document.methods if each.method is settings.method]
    known = ", ".join(each.method for each in document.methods) or DealingMethod.B
    if not found and (document.methods or settings.method is not DealingMethod.B):
        raise SettingsError(
            No.METHOD_NOT_ALLOWED.at(book, method=settings.method),
            f"method: {settings.method}; {book.key} is dealt by {known}",
        )
    if any(each.only_in_hlga for each in found) and not settings.is_hlga:
        raise SettingsError(
            No.METHOD_ONLY_IN_HLGA.at(book, method=settings.method),
            f"method: {settings.method}; it is for tables of the HLGA only",
        )
    differential_cents = settings.differential_cents
    if differential_cents is None:
        return
    if document.clause_of(Rule.DIFFERENTIAL) is None:
        raise SettingsError(
            SettingsRefusal.NO_DIFFERENTIAL.at(),
            f"differential_cents: {book.key} has no table differential",
        )
    if differential_cents < 0:
        raise SettingsError(
            SettingsRefusal.DIFFERENTIAL.at(differential=differential_cents),
            f"differential_cents: {differential_cents}; expected 0 or more, or none",
        )


def _check_limits(book: Rulebook, settings: Settings) -> None:
    offered, known = settings.offered_wagers, {wager.key for wager in book.wagers}
    for wager in book.wagers:
        if not wager.optional and wager.key not in offered:
            raise SettingsError(
                SettingsRefusal.WAGER_MISSING.at(wager=wager.key),
                f"limits: no {wager.key}; {book.key} always offers it",
            )
    for limit in settings.limits:
        if limit.wager not in known:
            raise SettingsError(
                SettingsRefusal.UNKNOWN_WAGER.at(wager=limit.wager),
                f"{book.key} has no wager {limit.wager!r}; its wagers are "
                + ", ".join(wager.key for wager in book.wagers),
            )
        if offered.count(limit.wager) > 1:
            raise SettingsError(
                SettingsRefusal.LIMIT_TWICE.at(wager=limit.wager),
                f"limits: {limit.wager} twice; expected each wager once",
            )
        if not 0 < limit.minimum_cents <= limit.maximum_cents:
            raise SettingsError(
                SettingsRefusal.LIMIT_RANGE.at(
                    wager=limit.wager, minimum=limit.minimum_cents, maximum=limit.maximum_cents
                ),
                f"limits: {limit.wager} from {limit.minimum_cents} to {limit.maximum_cents}; "
                "expected a minimum above zero and no more than the maximum",
            )
        for cents in (limit.minimum_cents, limit.maximum_cents):
            if cents % book.unit_cents:
                raise SettingsError(
                    SettingsRefusal.LIMIT_UNIT.at(
                        wager=limit.wager, limit=cents, unit=book.unit_cents
                    ),
                    _unit_text(book, f"limits: {limit.wager}", cents),
                )
    minimum_cents = settings.total_minimum_cents
    if minimum_cents % book.unit_cents:
        raise SettingsError(
            SettingsRefusal.TOTAL_UNIT.at(minimum=minimum_cents, unit=book.unit_cents),
            _unit_text(book, "total_minimum_cents", minimum_cents),
        )


def _unit_text(book: Rulebook, name: str, cents: int) -> str:
    # A stake could never equal a limit outside the exact unit, because nothing is rounded (R9).
    return f"{name} {cents} cents; expected a multiple of {book.unit_cents}"
