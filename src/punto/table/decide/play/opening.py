"""Decide commands that open or close a table, change its settings, or load or end a shoe."""

from punto.core.rulebook import decode_rulebook
from punto.core.staff_positions import Permission
from punto.table.actors import Actor, may_do
from punto.table.commands import ChangeSettings, EndShoe, LoadShoe, OpenTable
from punto.table.decide.decision import Decision
from punto.table.decide.live.device_control import may_open_with
from punto.table.events import SettingsChanged, ShoeEnded, ShoeLoaded, TableClosed, TableOpened
from punto.table.refusals import No, SettingsRefusal
from punto.table.settings import Settings, SettingsError, check_settings
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
    try:
        check_settings(book, command.settings)
    except SettingsError as error:
        return error.refusal
    ladder = command.settings.ladder
    if not may_do(by, Permission.OPEN_TABLE, book.document, ladder) or not may_open_with(
        by, book, command.settings
    ):
        return No.NOT_ALLOWED.at(book)
    return (TableOpened(command.rulebook, book.digest, command.settings),)


def close_table(table: Table) -> Decision:
    """Close a table without a shoe. A loaded shoe must reveal its order first."""
    if table.shoe is not None:
        return No.SHOE_LOADED.at(table.book)
    return (TableClosed(),)


def change_settings(table: Table, command: ChangeSettings) -> Decision:
    """Change settings from the next round on. Settings of a shoe change only without a shoe."""
    try:
        check_settings(table.game, command.settings)
    except SettingsError as error:
        return error.refusal
    if table.shoe is not None and _of_shoe(command.settings) != _of_shoe(table.settings_in_force):
        return No.SHOE_LOADED.at(table.book)
    in_use = (*table.seats, *table.live.may_draw, table.live.device)
    if any(each > command.settings.positions for each in in_use):
        return SettingsRefusal.SEATS_IN_USE.at(seat=max(in_use))
    if command.settings.ladder != table.settings_in_force.ladder:
        # A person at the table must not change who has authority there.
        return SettingsRefusal.LADDER_FIXED.at()
    if command.settings.method is not table.settings_in_force.method:
        return No.METHOD_CHOSEN_SEPARATELY.at(table.book)
    return (SettingsChanged(command.settings),)


def _of_shoe(settings: Settings) -> tuple[int, int, bool]:
    """The settings that a shoe has from the moment it is loaded."""
    return settings.decks, settings.cards_behind_cut, settings.burns


def load_shoe(table: Table, command: LoadShoe) -> Decision:
    """Load a shoe into the empty device."""
    if table.shoe is not None:
        return No.SHOE_LOADED.at(table.book)
    return (ShoeLoaded(command.shoe, table.settings_in_force.decks, command.commitment),)


def end_shoe(table: Table, command: EndShoe) -> Decision:
    """Remove the shoe from the device."""
    if table.shoe is None:
        return No.NO_SHOE.at(table.book)
    return (ShoeEnded(table.shoe.key, command.order, command.salt),)
