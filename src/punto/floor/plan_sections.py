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

    currency: Annotated[str, Meta(min_length=1, max_length=4, description="The sign of money.")] = (
        FLOOR.currency
    )
    demo: Annotated[
        bool,
        Meta(
            description="Whether this is a [demo floor](../how-to/floor.md#two-kinds-of-floor):"
            " demo staff can sign in, and terminals sell demo credit."
        ),
    ] = FLOOR.demo
    second_factor: Annotated[
        Literal["nobody", "administrators", "everybody"],
        Meta(description="The people who must have a second factor on a real-money floor."),
    ] = FLOOR.second_factor
    refused_passwords: Annotated[
        File,
        Meta(
            description="A list of passwords that the floor refuses, one per line. The path "
            "starts at the folder of the plan."
        ),
    ] = ""
    software: Annotated[
        str,
        Meta(
            pattern="^[0-9a-f]{64}$",
            max_length=64,
            title="64 lowercase hexadecimal digits",
            description="The SHA-256 digest of the approved software, which "
            "`/api/staff/audit/overview`, checkpoints and the submission pack name. The floor "
            "does not open with any other software. Without this key it opens with any.",
        ),
    ] = FLOOR.software
    metrics_token: Annotated[
        str,
        Meta(
            min_length=20,
            max_length=200,
            description="The token with which another machine may read `/metrics`. Without it "
            "only this machine may.",
        ),
    ] = FLOOR.metrics_token
    staff_host: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=253,
            title="a host name",
            description="The only host name that serves staff screens. Without it staff and "
            "patrons share one.",
        ),
    ] = FLOOR.staff_host
    networks: Annotated[
        tuple[Annotated[str, Meta(title="a network such as 10.20.0.0/16")], ...],
        Meta(
            min_length=1,
            description="The networks whose machines the floor answers: parts of private ranges. "
            "The default is this machine and all private and link-local ranges.",
        ),
    ] = tuple(map(str, FLOOR.networks))
    large_cents: Annotated[
        Count,
        Meta(
            description="The amount from which the cage needs two people, and a wager or a win "
            "is a significant event."
        ),
    ] = FLOOR.large_cents
    zone: Annotated[
        str,
        Meta(
            title="an offset from UTC such as +08:00",
            description="The time zone of the house, as its offset from UTC.",
        ),
    ] = ZONE
    day_begins: Annotated[
        str,
        Meta(
            title="a time such as 06:00",
            description="When a gaming day begins, for the pit's figures of today and for reports.",
        ),
    ] = DAY_BEGINS
    shifts: Annotated[
        Literal[1, 2, 3, 4, 6, 8], Meta(description="The number of shifts in a gaming day.")
    ] = 3
    messages_per_second: Annotated[
        Count,
        Meta(
            description="How many messages a terminal may send. The floor slows a terminal "
            "that sends more, then disconnects it."
        ),
    ] = FLOOR.messages_per_second
    pairings_per_second: Annotated[
        Count, Meta(description="How many new terminals one address may enrol.")
    ] = FLOOR.pairings_per_second
    checkpoints: Annotated[
        Folder,
        Meta(
            description="Where the floor writes signed checkpoints. The path starts at the "
            "folder of the plan. Without this key they go to a folder beside the journal."
        ),
    ] = ""
    checkpoint_seconds: Annotated[
        Count, Meta(description="The shortest time between two checkpoints.")
    ] = FLOOR.checkpoint_seconds


class RulesSection(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game and the settings of a table; keys that a plan leaves out have their defaults."""

    wagers: Annotated[
        tuple[Annotated[str, Meta(title="a wager of the game")], ...],
        Meta(
            min_length=1,
            description="The wagers on offer, which include those that the game always has. "
            "Without this key the table offers all wagers of the game.",
        ),
    ] = ()
    minimum_cents: Annotated[Cents, Meta(description="The minimum of every wager.")] = (
        LIMIT.minimum_cents
    )
    maximum_cents: Annotated[Cents, Meta(description="The maximum of every wager.")] = (
        LIMIT.maximum_cents
    )
    limits: Annotated[
        dict[str, LimitPair],
        Meta(
            title="a section [table.limits]",
            description="The limits of single wagers, such as `tie = [200, 50000]`.",
        ),
    ] = msgspec.field(default_factory=dict)
    total_minimum_cents: Annotated[
        int, Meta(ge=0, description="The minimum for all wagers of a patron on a round, added up.")
    ] = SETTINGS.total_minimum_cents
    denominations_cents: Annotated[
        tuple[Annotated[int, Meta(ge=1)], ...],
        Meta(min_length=1, description="The chips of a terminal."),
    ] = DEFAULT_DENOMINATIONS
    decks: Annotated[int, Meta(description="The number of decks, within the document's range.")] = (
        SETTINGS.decks
    )
    cards_behind_cut: Annotated[
        int, Meta(ge=6, description="The number of cards behind the cutting card.")
    ] = SETTINGS.cards_behind_cut
    burns: Annotated[
        bool,
        Meta(
            description="Whether the dealer exposes the first card of a shoe and burns as many "
            "cards as it counts."
        ),
    ] = SETTINGS.burns
    rounds_after_cut: Annotated[
        int,
        Meta(ge=0, description="How many rounds follow that of the cutting card (R17)."),
    ] = SETTINGS.rounds_after_cut
    positions: Annotated[
        int,
        Meta(ge=1, description="The number of seats; at a dealer's table as the layout has (R21)."),
    ] = SETTINGS.positions
    wagers_per_area: (
        Annotated[
            int,
            Meta(
                ge=1,
                description="How many separate stakes one area takes, at a dealer's table up to 3 "
                "(R27). The default is 3 at a dealer's table and 1 on terminals.",
            ),
        ]
        | None
    ) = None
    differential_cents: (
        Annotated[
            int,
            Meta(
                ge=0,
                description="How far the wagers on the two hands may differ, at Tiger live. "
                "Without this key there is no bound.",
            ),
        ]
        | None
    ) = SETTINGS.differential_cents
    is_hlga: Annotated[
        bool, Meta(description="Whether the table is in an area where Method C is allowed.")
    ] = SETTINGS.is_hlga
    method: Annotated[
        DealingMethod,
        Meta(description='The dealing method. A table with `dealing = "house"` has method B.'),
    ] = SETTINGS.method
    betting_seconds: Annotated[Seconds, Meta(description="How long bets stay open.")] = (
        SETTINGS.betting_seconds
    )
    withdrawal_seconds: Annotated[
        Seconds, Meta(description="How long an offer to withdraw stays open (P17).")
    ] = SETTINGS.withdrawal_seconds
    ladder: Annotated[
        tuple[StaffPosition, ...],
        Meta(
            description="Each staff position once, from the lowest to the highest (R13). See "
            "the note below."
        ),
    ] = SETTINGS.ladder
    shuffles_each_round: Annotated[
        bool,
        Meta(
            description="Whether a continuous shuffler takes all cards back after each round "
            "(R35). See the note below."
        ),
    ] = SETTINGS.shuffles_each_round
    rounds_on_roads: Annotated[
        int,
        Meta(ge=1, description="After how many results the roads of a shuffler restart (R35)."),
    ] = SETTINGS.rounds_on_roads


class ChangeSection(RulesSection, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A planned change of a table; keys that it leaves out stay as they were."""

    game: Game = ""
    since: Annotated[
        datetime,
        Meta(
            tz=True,
            title="a date and time with its offset, such as 2026-12-01T00:00:00+08:00",
            description="The instant from which the change is in force, after that of the change "
            "before it.",
        ),
    ] = msgspec.field(name="from")


class TableSection(RulesSection, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table."""

    name: Annotated[
        str,
        Meta(title="a name", description="The name of the table, which no other table may have."),
    ]
    game: Game
    number: (
        Annotated[
            int,
            Meta(
                ge=0,
                description="The number of the table in the lobby. The default is its place in "
                "the file.",
            ),
        ]
        | None
    ) = None
    dealing: Annotated[
        Literal["house", "staff"],
        Meta(
            description="`house`: the house dealer deals while no dealer has the table. `staff`: "
            "only a person deals."
        ),
    ] = "house"
    shoe: Annotated[
        str,
        Meta(
            min_length=1,
            title="an address such as tcp://127.0.0.1:9100 or tls://shoe.example:9100",
            description="The line to a card-reading shoe: `tls://shoe.example:9100`, or "
            "`tcp://127.0.0.1:9100` on this machine. Without it the house dealer shuffles.",
        ),
    ] = ""
    shoe_certificate: Annotated[
        File,
        Meta(
            description="The certificate that the device must present, or that of its signer. "
            "A `tls://` line requires this key. The path starts at the folder of the plan."
        ),
    ] = ""
    road_tail: Annotated[
        DragonTail,
        Meta(
            description="How the roads continue a long run after its turn: `sticky`, to the right "
            "until it ends, or `retry-down`, down again where there is room."
        ),
    ] = DragonTail.STICKY
    then: Annotated[
        tuple[ChangeSection, ...],
        Meta(title="sections [[table.then]]", description="Planned changes, in order of time."),
    ] = ()


class PlanFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The plan of a floor."""

    floor: Annotated[FloorSection, Meta(title="a section [floor]")] = msgspec.field(
        default_factory=FloorSection
    )
    pace: Annotated[Pace, Meta(title="a section [pace]")] = msgspec.field(default_factory=Pace)
    table: Annotated[
        tuple[TableSection, ...], Meta(min_length=1, title="at least one section [[table]]")
    ]
