"""Set up the auditor's table from the opening state that a bundle gives for its round."""

from collections import Counter

import msgspec

from punto.audit.bundles.bundle import BundleRejected
from punto.audit.events.play import ShoeLoaded
from punto.audit.events.records import WagerSettled
from punto.audit.findings import Findings
from punto.audit.rules.deal import NAMES
from punto.audit.rules.game import Game
from punto.audit.rules.rulebook_text import NotARulebook
from punto.audit.rules.settings import faults, settings_of
from punto.audit.rules.shoe import Shoe
from punto.audit.state import Phase, Seat, SettledRound, Table
from punto.audit.store.snapshot import LiveTableState, SeatState


class DeviceState(msgspec.Struct, frozen=True):
    """The shoe on the table."""

    key: str
    decks: int
    cards_out: int
    left_over: tuple[tuple[int, str], ...]
    rounds_left: int | None
    copies: dict[str, int]
    replace_by: str = ""


class OpeningRound(msgspec.Struct, frozen=True):
    """A recently settled round, which can still be corrected."""

    number: int
    wagers: tuple[WagerSettled, ...]
    is_committed: bool = False


class OpeningState(msgspec.Struct, frozen=True):
    """A table between two rounds."""

    rulebook: str
    settings: msgspec.Raw
    phase: str
    seats: dict[int, SeatState]
    shoe: DeviceState | None
    rounds: int
    kept: LiveTableState = LiveTableState()
    past: tuple[OpeningRound, ...] = ()


def table_of(name: str, text: msgspec.Raw, commitment: str, findings: Findings) -> Table:
    """Build the auditor's table from a bundle's opening state; reject invalid settings."""
    try:
        opening = msgspec.json.decode(text, type=OpeningState)
        game, settings = Game(opening.rulebook), settings_of(opening.settings)
    except (msgspec.MsgspecError, NotARulebook, UnicodeError, RecursionError) as error:
        raise BundleRejected(f"its opening state cannot be read: {error}") from None
    for fault in faults(game, settings):
        raise BundleRejected("its table has invalid settings", fault)
    table = Table(name, findings, Phase.BETWEEN_ROUNDS, game, settings)
    table.seats = {
        number: Seat(each.visit, each.is_cut_off) for number, each in opening.seats.items()
    }
    table.rounds_opened, table.is_void = opening.rounds, opening.phase == "void"
    table.device, table.may_draw = opening.kept.device, list(opening.kept.may_draw)
    table.under_minimum = set(opening.kept.under_minimum)
    table.past = {
        each.number: SettledRound(each.wagers, each.is_committed) for each in opening.past
    }
    if opening.shoe is not None:
        table.shoe = _shoe(opening.shoe, commitment, findings)
    return table


def _shoe(device: DeviceState, commitment: str, findings: Findings) -> Shoe:
    shoe = Shoe(ShoeLoaded(device.key, device.decks, commitment), findings)
    shoe.cards_out, shoe.is_burned = device.cards_out, device.cards_out > 0
    shoe.last_to_burn = 0
    shoe.left_over = {number: NAMES.get(card, card) for number, card in device.left_over}
    shoe.rounds_left, shoe.replace_by = device.rounds_left, device.replace_by
    shoe.add_card(Counter(device.copies))
    return shoe
