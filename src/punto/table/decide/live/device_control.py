"""Decide which dealing method is in use and which patron controls the dealing device."""

from msgspec.structs import replace

from punto.core.rulebook import DealingMethod, Rulebook
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.core.staff_positions import Permission
from punto.games.policies import NOBODY_DRAWS
from punto.table.actors import Actor, authority_source, may_act_at_table, may_do, may_do_at
from punto.table.card_handling import may_draw, patron_draws
from punto.table.commands import AllowDrawing, ChooseMethod, HandOverDevice, RelinquishDevice
from punto.table.events import (
    Decision,
    DeviceControlEnded,
    DeviceHandedOver,
    DrawingAllowed,
    MethodChosen,
    RoundSettled,
)
from punto.table.refusals import No
from punto.table.settings import Settings, refuse_settings
from punto.table.stakes import position_of
from punto.table.state import Phase, Table

PERMISSION_FOR = {
    DealingMethod.A: Permission.CHOOSE_METHOD_A_OR_B,
    DealingMethod.B: Permission.CHOOSE_METHOD_A_OR_B,
    DealingMethod.C: Permission.ALLOW_METHOD_C,
}
"""The permission to choose each method."""


def may_open_with(by: Actor, book: Rulebook, settings: Settings) -> bool:
    """Whether an actor may open a table with the settings. Every opener may use Method B."""
    return settings.method is DealingMethod.B or may_do(
        by, PERMISSION_FOR[settings.method], book.document, settings.ladder
    )


def choose_method(table: Table, command: ChooseMethod, by: Actor) -> Decision:
    """Choose a method of the document, if the sender and the table may use it.

    Rule: METHODS
    """
    methods = {each.method for each in table.game.document.methods}
    if command.method not in methods:
        return No.METHOD_NOT_ALLOWED.at(table.book, method=command.method)
    settings = replace(table.settings_in_force, method=command.method)
    if not may_do_at(table, by, PERMISSION_FOR[command.method]):
        return No.NOT_ALLOWED
    if refusal := refuse_settings(table.game, settings):
        return refusal
    if command.method is table.settings_in_force.method:
        return ()
    return (
        MethodChosen(command.method, authority_source(table.game, PERMISSION_FOR[command.method])),
    )


def allow_drawing(table: Table, command: AllowDrawing) -> Decision:
    """Let a patron draw without a wager, under a method by which patrons draw."""
    if not patron_draws(table):
        return No.NOT_BY_THIS_METHOD
    if not table.has_position(command.position):
        return No.NO_SUCH_SEAT
    if command.position in table.live.may_draw:
        return ()
    source = authority_source(table.game, Permission.ALLOW_DRAWING_WITHOUT_WAGER)
    return (DrawingAllowed(command.position, source),)


def hand_over(table: Table, command: HandOverDevice) -> Decision:
    """Hand the device to a patron with a wager in the round, or with permission instead.

    Rule: PATRON_DRAWS
    """
    if not patron_draws(table):
        return No.NOT_BY_THIS_METHOD
    if not command.position:
        return _dealer_draws(table)
    if table.live.device == command.position and not table.current.live.dealer_draws:
        return ()
    if table.live.device not in (0, command.position):
        return No.DEVICE_HELD
    if not may_draw(table, command.position):
        return No.NO_LEAVE
    return (DeviceHandedOver(command.position, table.game.cite(Rule.PATRON_DRAWS)),)


def _dealer_draws(table: Table) -> Decision:
    """Let the Dealer draw, because no patron who may draw takes the device (P31)."""
    if table.phase is Phase.BETS_OPEN:
        return No.BETS_OPEN
    if table.current.live.dealer_draws:
        return ()
    if not is_drawer_missing(table):
        return No.DEVICE_HELD
    return (DeviceHandedOver(0, f"POLICY {NOBODY_DRAWS}"),)


def relinquish(table: Table, command: RelinquishDevice, by: Actor) -> Decision:
    """Take the device back from the patron who gives it up.

    Rule: GIVES_DEVICE_UP
    """
    if table.live.device == 0 or table.live.device != command.position:
        return No.DEVICE_NOT_HELD
    if not may_act_at_table(table, command.position, by, Permission.HAND_OVER_DEVICE):
        return No.NOT_YOUR_SEAT
    return (DeviceControlEnded(command.position, table.game.cite(Rule.GIVES_DEVICE_UP)),)


def end_control_with_visit(table: Table, position: int) -> tuple[DeviceControlEnded, ...]:
    """End a patron's control of the device, and permission to draw, with the visit."""
    if position != table.live.device and position not in table.live.may_draw:
        return ()
    return (DeviceControlEnded(position, table.game.cite(Rule.GIVES_DEVICE_UP)),)


def is_drawer_missing(table: Table) -> bool:
    """Whether a patron must draw but no patron who may draw controls the device."""
    if not patron_draws(table) or table.current.live.dealer_draws:
        return False
    device = table.live.device
    return device == 0 or not may_draw(table, device)


def end_control_after_loss(table: Table, settled: RoundSettled) -> tuple[DeviceControlEnded, ...]:
    """End control of the device after a lost wager on a hand. A tie does not end it.

    Rule: LOSES_DEVICE
    """
    device = table.live.device
    lost = any(
        position_of(each.seat) == device
        and each.stake.wager in frozenset(Side)
        and each.returned_cents == each.uncounted_cents
        and each.stake.cents != each.uncounted_cents
        for each in settled.wagers
    )
    if not lost:
        return ()
    return (DeviceControlEnded(device, table.game.cite(Rule.LOSES_DEVICE)),)
