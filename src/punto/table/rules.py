"""Cache lookups over the rulebook and the settings of a table."""

from collections.abc import Mapping
from functools import cached_property

from punto.core import canonical_text
from punto.core.endings import PaytableRow, paytable
from punto.core.facts import Ending
from punto.core.irregularities import Remedy, Trigger
from punto.core.rulebook import DealingMethodRule, Document, Rulebook, WagerPlacement, WagerRule
from punto.core.staff_positions import Permission, StaffPosition
from punto.games.policies import AUTHORITIES
from punto.table.irregularity_rules import rows_for_trigger
from punto.table.settings import Limit, Settings


class Rules:
    """The rules in force at a table: its rulebook together with its settings."""

    def __init__(self, book: Rulebook, settings: Settings) -> None:
        self.book, self.settings = book, settings

    @cached_property
    def limits(self) -> Mapping[str, Limit]:
        """The limit of each wager on offer."""
        return {each.wager: each for each in self.settings.limits}

    @cached_property
    def wagers(self) -> Mapping[str, WagerRule]:
        """Each wager of the game by its key."""
        return {each.key: each for each in self.book.wagers}

    @cached_property
    def paytable(self) -> Mapping[Ending, PaytableRow]:
        """The pay line that each wager holds at each ending."""
        return paytable(self.book)

    @cached_property
    def unit_cents(self) -> int:
        """The unit of stakes that every line pays in whole cents."""
        return self.book.unit_cents

    @cached_property
    def is_on_terminals(self) -> bool:
        """Whether patrons wager on terminals only, so that seats share no place."""
        return self.book.document.placement is WagerPlacement.TERMINALS

    @cached_property
    def method(self) -> DealingMethodRule | None:
        """The rule of the dealing method in use, None if the document has no methods (R33)."""
        methods = {each.method: each for each in self.book.document.methods}
        return methods.get(self.settings.method)

    @cached_property
    def patrons_handle_cards(self) -> bool:
        """Whether patrons may handle cards."""
        return self.method is not None and self.method.patrons_handle_cards

    @cached_property
    def patron_draws(self) -> bool:
        """Whether a patron and not the Dealer draws the cards."""
        return self.method is not None and self.method.patron_draws

    @cached_property
    def positions(self) -> Mapping[Permission, tuple[StaffPosition, ...]]:
        """The staff positions that have each permission."""
        return {act: positions_for(act, self.book.document) for act in Permission}

    @cached_property
    def settles_up_to_limit(self) -> bool:
        """Whether settlement applies the limits, instead of a refusal."""
        return any(
            step.remedy is Remedy.SETTLE_TO_LIMIT
            for trigger in (Trigger.UNDER_MINIMUM, Trigger.OVER_MAXIMUM)
            for row in rows_for_trigger(self.book, trigger)
            for step in row.irregularity.steps
        )

    @cached_property
    def identity(self) -> str:
        """The rulebook's key, version, effective date and digest in one line."""
        document = self.book.document
        return f"{self.book.key} {document.version} {document.effective} {self.book.digest}"

    @cached_property
    def settings_digest(self) -> str:
        """The digest of the settings."""
        return canonical_text.digest(canonical_text.encode(self.settings))


def positions_for(act: Permission, document: Document) -> tuple[StaffPosition, ...]:
    """The positions that have a permission by the document, else by house policy."""
    by_clause = tuple(row.position for row in document.authorities if row.act is act)
    return by_clause or tuple(row.position for row in AUTHORITIES if row.act is act)


MAX_CACHED_RULES = 4_096
"""The number of pairs of rulebook and settings whose rules stay in memory."""

_CACHED: dict[tuple[int, int], Rules] = {}


def rules_of(book: Rulebook, settings: Settings) -> Rules:
    """Return the rules of a rulebook with settings, the same for the same two objects."""
    # The key is identity, because both objects are large and a table keeps them while they are in
    # force. The entry holds both, so no other object can get their ids.
    key = id(book), id(settings)
    found = _CACHED.get(key)
    if found is None:
        if len(_CACHED) >= MAX_CACHED_RULES:
            # Clear the cache in one step, which needs no lock between threads.
            _CACHED.clear()
        found = _CACHED[key] = Rules(book, settings)
    return found
