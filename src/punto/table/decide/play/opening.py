"""Decide commands that open or close a table, change its settings, or load or end a shoe."""

from msgspec.structs import replace

from punto.core.rulebook import decode_rulebook
from punto.core.staff_positions import Permission
from punto.table.actors import Actor, authority_source, may_do
from punto.table.commands import ChangeSettings, EndShoe, LoadShoe, OpenTable, RestrictWagers
from punto.table.decide.live.device_control import may_open_with
from punto.table.events import (
    Decision,
    SettingsChanged,
    ShoeEnded,
    ShoeLoaded,
    TableClosed,
    TableOpened,
    WagersRestricted,
)
from punto.table.refusals import No, SettingsRefusal
from punto.table.settings import Settings, refuse_settings
from punto.table.state import Table


def open_table(_table: Table, command: OpenTable, by: Actor) -> Decision:
    """Open a table with a readable rulebook and settings that fit it."""
    try:
        book = decode_rulebook(command.rulebook)
    except ValueError:
        return No.BAD_RULEBOOK.at(None)
    # Check the default ladder first and the requested one below, so that a ladder cannot promote
    # its sender.
    if not may_do(by, Permission.OPEN_TABLE, book.document):
        return No.NOT_ALLOWED.at(book)
    if refusal := refuse_settings(book, command.settings):
        return refusal
    ladder = command.settings.ladder
    if not may_do(by, Permission.OPEN_TABLE, book.document, ladder) or not may_open_with(
        by, book, command.settings
    ):
        return No.NOT_ALLOWED.at(book)
    return (TableOpened(command.rulebook, book.digest, command.settings),)


def close_table(table: Table) -> Decision:
    """Close a table without a shoe. A loaded shoe must reveal its order first."""
    if table.shoe is not None:
        return No.SHOE_LOADED
    return (TableClosed(),)


def change_settings(table: Table, command: ChangeSettings) -> Decision:
    """Change settings from the next round on. Settings of a shoe change only without a shoe."""
    if refusal := refuse_settings(table.game, command.settings):
        return refusal
    if table.shoe is not None and _of_shoe(command.settings) != _of_shoe(table.settings_in_force):
        return No.SHOE_LOADED
    in_use = (*table.seats, *table.live.may_draw, table.live.device)
    if any(each > command.settings.positions for each in in_use):
        return SettingsRefusal.SEATS_IN_USE.at(seat=max(in_use))
    if command.settings.ladder != table.settings_in_force.ladder:
        # A person at the table must not change who has authority there.
        return SettingsRefusal.LADDER_FIXED.at()
    if command.settings.method is not table.settings_in_force.method:
        return No.METHOD_CHOSEN_SEPARATELY
    return (SettingsChanged(command.settings),)


def _of_shoe(settings: Settings) -> tuple[int, int, bool]:
    """The settings that a shoe has from the moment it is loaded."""
    return settings.decks, settings.cards_behind_cut, settings.burns


def load_shoe(table: Table, command: LoadShoe) -> Decision:
    """Load a shoe into the empty device."""
    if table.shoe is not None:
        return No.SHOE_LOADED
    return (ShoeLoaded(command.shoe, table.settings_in_force.decks, command.commitment),)


def end_shoe(table: Table, command: EndShoe) -> Decision:
    """Remove the shoe from the device."""
    if table.shoe is None:
        return No.NO_SHOE
    return (ShoeEnded(table.shoe.key, command.order, command.salt),)


def restrict_wagers(table: Table, command: RestrictWagers) -> Decision:
    """Restrict the wagers per area, or restore the number in the document.

    Rule: WAGERS_PER_AREA
    """
    settings = replace(table.settings_in_force, wagers_per_area=command.per_area)
    if refusal := refuse_settings(table.game, settings):
        return refusal
    if settings == table.settings_in_force:
        return ()
    source = authority_source(table.game, Permission.RESTRICT_WAGERS_PER_AREA)
    return (WagersRestricted(command.per_area, source),)
