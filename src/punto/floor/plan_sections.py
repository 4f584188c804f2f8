"""Define the sections and keys of the TOML file that plans a floor."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from punto.core.money import MAX_CENTS
from punto.core.rulebook import DealingMethod
from punto.core.staff_positions import StaffPosition
from punto.floor.plan import DEFAULT_DENOMINATIONS, FloorPlan, Pace
from punto.games import library
from punto.table.roads import DragonTail
from punto.table.settings import default_settings

FLOOR, SETTINGS = FloorPlan(()), default_settings(library.GAMES[0])
LIMIT = SETTINGS.limits[0]
ZONE, DAY_BEGINS = "+08:00", "06:00"

Count = Annotated[int, Meta(ge=1, le=86_400_000)]
Cents = Annotated[int, Meta(ge=1, le=MAX_CENTS)]
Seconds = Annotated[int, Meta(ge=1, le=3_600)]
File = Annotated[str, Meta(min_length=1, title="the name of a file")]
Folder = Annotated[str, Meta(min_length=1, title="the name of a folder")]
Game = Annotated[
    str,
    Meta(
        min_length=1,
        title="a game or a Python file",
        description="The key of a game, or a Python file with your own rulebook.",
    ),
]
LimitPair = Annotated[tuple[Cents, Cents], Meta(title="a minimum and a maximum in cents")]


class FloorSection(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of the whole floor."""

    currency: Annotated[str, Meta(min_length=1, max_length=4)] = FLOOR.currency
    """The sign of money."""

    demo: bool = FLOOR.demo
    """Whether this is a [demo floor](../how-to/floor.md#two-kinds-of-floor): demo staff can sign
    in, and terminals sell demo credit."""

    second_factor: Literal["nobody", "administrators", "everybody"] = FLOOR.second_factor
    """The people who must have a second factor on a real-money floor."""

    refused_passwords: File = ""
    """A list of passwords that the floor refuses, one per line. The path starts at the folder of
    the plan."""

    software: Annotated[
        str, Meta(pattern="^[0-9a-f]{64}$", max_length=64, title="64 lowercase hexadecimal digits")
    ] = FLOOR.software
    """The SHA-256 digest of the approved software, which `/api/staff/audit/overview`, checkpoints
    and the submission pack name. The floor does not open with any other software. Without this
    key it opens with any."""

    metrics_token: Annotated[str, Meta(min_length=20, max_length=200)] = FLOOR.metrics_token
    """The token with which another machine may read `/metrics`. Without it only this machine
    may."""

    staff_host: Annotated[str, Meta(min_length=1, max_length=253, title="a host name")] = (
        FLOOR.staff_host
    )
    """The only host name that serves staff screens. Without it staff and patrons share one."""

    networks: Annotated[
        tuple[Annotated[str, Meta(title="a network such as 10.20.0.0/16")], ...], Meta(min_length=1)
    ] = tuple(map(str, FLOOR.networks))
    """The networks whose machines the floor answers: parts of private ranges. The default is this
    machine and all private and link-local ranges."""

    large_cents: Count = FLOOR.large_cents
    """The amount from which the cage needs two people, and a wager or a win is a significant
    event."""

    zone: Annotated[str, Meta(title="an offset from UTC such as +08:00")] = ZONE
    """The time zone of the house, as its offset from UTC."""

    day_begins: Annotated[str, Meta(title="a time such as 06:00")] = DAY_BEGINS
    """When a gaming day begins, for the pit's figures of today and for reports."""

    shifts: Literal[1, 2, 3, 4, 6, 8] = 3
    """The number of shifts in a gaming day."""

    messages_per_second: Count = FLOOR.messages_per_second
    """How many messages a terminal may send. The floor slows a terminal that sends more, then
    disconnects it."""

    pairings_per_second: Count = FLOOR.pairings_per_second
    """How many new terminals one address may enrol."""

    checkpoints: Folder = ""
    """Where the floor writes signed checkpoints. The path starts at the folder of the plan.
    Without this key they go to a folder beside the journal."""

    checkpoint_seconds: Count = FLOOR.checkpoint_seconds
    """The shortest time between two checkpoints."""


class RulesSection(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game and the settings of a table; keys that a plan leaves out have their defaults."""

    wagers: Annotated[
        tuple[Annotated[str, Meta(title="a wager of the game")], ...], Meta(min_length=1)
    ] = ()
    """The wagers on offer, which include those that the game always has. Without this key the
    table offers all wagers of the game."""

    minimum_cents: Cents = LIMIT.minimum_cents
    """The minimum of every wager."""

    maximum_cents: Cents = LIMIT.maximum_cents
    """The maximum of every wager."""

    limits: Annotated[dict[str, LimitPair], Meta(title="a section [table.limits]")] = msgspec.field(
        default_factory=dict
    )
    """The limits of single wagers, such as `tie = [200, 50000]`."""

    total_minimum_cents: Annotated[int, Meta(ge=0)] = SETTINGS.total_minimum_cents
    """The minimum for all wagers of a patron on a round, added up."""

    denominations_cents: Annotated[tuple[Annotated[int, Meta(ge=1)], ...], Meta(min_length=1)] = (
        DEFAULT_DENOMINATIONS
    )
    """The chips of a terminal."""

    decks: int = SETTINGS.decks
    """The number of decks, within the document's range."""

    cards_behind_cut: Annotated[int, Meta(ge=6)] = SETTINGS.cards_behind_cut
    """The number of cards behind the cutting card."""

    burns: bool = SETTINGS.burns
    """Whether the dealer exposes the first card of a shoe and burns as many cards as it
    counts."""

    rounds_after_cut: Annotated[int, Meta(ge=0)] = SETTINGS.rounds_after_cut
    """How many rounds follow that of the cutting card (R17)."""

    positions: Annotated[int, Meta(ge=1)] = SETTINGS.positions
    """The number of seats; at a dealer's table as the layout has (R21)."""

    wagers_per_area: Annotated[int, Meta(ge=1)] | None = None
    """How many separate stakes one area takes, at a dealer's table up to 3 (R27). The default is
    3 at a dealer's table and 1 on terminals."""

    differential_cents: Annotated[int, Meta(ge=0)] | None = SETTINGS.differential_cents
    """How far the wagers on the two hands may differ, at Tiger live. Without this key there is no
    bound."""

    is_hlga: bool = SETTINGS.is_hlga
    """Whether the table is in an area where Method C is allowed."""

    method: DealingMethod = SETTINGS.method
    """The dealing method. A table with `dealing = "house"` has method B."""

    betting_seconds: Seconds = SETTINGS.betting_seconds
    """How long bets stay open."""

    withdrawal_seconds: Seconds = SETTINGS.withdrawal_seconds
    """How long an offer to withdraw stays open (P17)."""

    ladder: tuple[StaffPosition, ...] = SETTINGS.ladder
    """Each staff position once, from the lowest to the highest (R13). See the note below."""

    shuffles_each_round: bool = SETTINGS.shuffles_each_round
    """Whether a continuous shuffler takes all cards back after each round (R35). See the note
    below."""

    rounds_on_roads: Annotated[int, Meta(ge=1)] = SETTINGS.rounds_on_roads
    """After how many results the roads of a shuffler restart (R35)."""


class ChangeSection(RulesSection, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A planned change of a table; keys that it leaves out stay as they were."""

    game: Game = ""
    since: Annotated[
        datetime,
        Meta(tz=True, title="a date and time with its offset, such as 2026-12-01T00:00:00+08:00"),
    ] = msgspec.field(name="from")
    """The instant from which the change is in force, after that of the change before it."""


class TableSection(RulesSection, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table."""

    name: Annotated[str, Meta(title="a name")]
    """The name of the table, which no other table may have."""

    game: Game
    number: Annotated[int, Meta(ge=0)] | None = None
    """The number of the table in the lobby. The default is its place in the file."""

    dealing: Literal["house", "staff"] = "house"
    """`house`: the house dealer deals while no dealer has the table. `staff`: only a person
    deals."""

    shoe: Annotated[
        str,
        Meta(
            min_length=1, title="an address such as tcp://127.0.0.1:9100 or tls://shoe.example:9100"
        ),
    ] = ""
    """The line to a card-reading shoe: `tls://shoe.example:9100`, or `tcp://127.0.0.1:9100` on
    this machine. Without it the house dealer shuffles."""

    shoe_certificate: File = ""
    """The certificate that the device must present, or that of its signer. A `tls://` line
    requires this key. The path starts at the folder of the plan."""

    road_tail: DragonTail = DragonTail.STICKY
    """How the roads continue a long run after its turn: `sticky`, to the right until it ends, or
    `retry-down`, down again where there is room."""

    then: Annotated[tuple[ChangeSection, ...], Meta(title="sections [[table.then]]")] = ()
    """Planned changes, in order of time."""


class PlanFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The plan of a floor."""

    floor: Annotated[FloorSection, Meta(title="a section [floor]")] = msgspec.field(
        default_factory=FloorSection
    )
    pace: Annotated[Pace, Meta(title="a section [pace]")] = msgspec.field(default_factory=Pace)
    table: Annotated[
        tuple[TableSection, ...], Meta(min_length=1, title="at least one section [[table]]")
    ]
