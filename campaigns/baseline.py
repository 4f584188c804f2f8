"""Record every result that a change of names or structure must leave as it is, and compare.

`python -m campaigns.baseline full` computes all results and compares their digests with
`campaigns/baseline.txt`; `small` does so for a sample. `record` writes that file. A second word
names a folder for the results themselves, one text file per part, so that `diff` shows a change.

Names and words may change, results may not. So a record is its values in their order, without
field names, and `Names` replaces every other word by the number of its first appearance.
"""

import hashlib
import json
import random
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

from campaigns.requested_size import known
from punto.api import odds_of, settle
from punto.audit import audit
from punto.certification.days.day import Day
from punto.certification.days.sample_floor import SampleFloor
from punto.cli.table.playthrough import transcript
from punto.core.cards import Card, Rank, Suit
from punto.core.endings import endings, endings_from_two_cards
from punto.core.facts import Ending
from punto.core.rulebook import Rulebook
from punto.core.standings import Standing, standings
from punto.core.tableau import DealOrder, Tableau, ending, lay_out, next_side
from punto.games.library import GAMES
from punto.journal.entry import StoredEntry
from punto.journal.stores.memory import MemoryJournal
from punto.journal.stores.sqlite import SqliteJournal
from punto.reports.floor.journal_totals import totals_of
from punto.reports.floor.period import Calendar, PeriodLength, period_of
from punto.reports.floor.report import Report
from punto.reports.floor.report_kinds import KINDS
from punto.reports.formats.cells import Writer
from punto.reports.formats.sheet import Band, SheetColumn, SheetTable
from punto.table.roads import DragonTail, result_of, roads_of
from tests.reports.conftest import DAY, REQUEST
from tests.table.cell import Cell
from tests.table.cells import ACTS, found
from tests.table.test_cells import POSSIBLE

FILE = Path(__file__).with_suffix(".txt")
PLAYTHROUGHS = Path(__file__).parent.parent / "tests" / "playthroughs"

STAKE_CENTS = 100_00
SHOES = 12
ROAD_SHOES = 40
DAY_SEEDS = range(1, 31)
DAY_ROUNDS = 60
REPORT_ROUNDS = 40

Values: TypeAlias = Iterator[object]
Part: TypeAlias = Callable[[], Values]


# The parts


def parts() -> Iterator[tuple[str, Part]]:
    """Every part of the baseline, with its name."""
    for book in GAMES:
        yield f"settlement {book.key}", partial(settlements, book)
        yield f"counts {book.key}", partial(counts, book)
        yield f"standings {book.key}", partial(wager_standings, book)
        yield f"roads {book.key}", partial(roads, book)
    yield "irregularities", cells
    for path in sorted(PLAYTHROUGHS.glob("*.txt")):
        yield f"playthrough {path.stem}", partial(playthrough, path)
    yield "reports", reports
    for seed in DAY_SEEDS:
        yield f"day {seed}", partial(day, seed)


SAMPLE = (
    "settlement seven-up",
    "standings super-six",
    "roads tiger",
    "irregularities",
    "playthrough irregularities",
    "playthrough live-procedures",
    "reports",
    "day 3",
)


def settlements(book: Rulebook) -> Iterator[tuple[list[int], list[tuple[str, int]]]]:
    """The win of a stake on every wager, for one round of every ending."""
    for end, tableau in one_round_per_ending(book.order):
        stakes = {wager.key: STAKE_CENTS for wager in book.wagers}
        settled = settle(book, tableau, stakes)
        yield list(end), [(each.wager.key, each.win_cents) for each in settled]


def counts(book: Rulebook) -> Values:
    """Exact odds of every wager: full shoes, random depleted shoes, random partial rounds."""
    chance = random.Random(book.key)
    for decks in (1, 6, 8):
        yield decks, [odds_values(each) for each in odds_of(book, decks)]
    for _ in range(SHOES):
        left = {rank: chance.randrange(4, 28) for rank in Rank}
        dealt = random_prefix(book.order, chance)
        text = " ".join(str(int(card.rank)) for _, card in dealt.cards_in_order() if card)
        yield text, [odds_values(each) for each in odds_of(book, 8, left, dealt)]


def odds_values(odds: Any) -> list[object]:
    """The figures of a wager: its return, and the chance of each of its lines."""
    return [odds.wager.key, odds.expected, [line.chance for line in odds.lines]]


def wager_standings(book: Rulebook) -> Values:
    """The standing of every wager after every prefix of a round, by rank."""
    codes = {Standing.OPEN: 0, Standing.LOST: 1, Standing.PUSHED: 2, Standing.WON: 3}
    for tableau in prefixes(Tableau(book.order), book.order.max_cards):
        yield [codes[each] for each in standings(book, tableau).values()]


def prefixes(tableau: Tableau, maximum: int) -> Iterator[Tableau]:
    """A tableau and every unfinished one after it. Third cards count by their value only."""
    side = next_side(tableau)
    if side is None:
        return
    yield tableau
    ranks = list(Rank)[:10] if tableau.is_initial_deal_complete else list(Rank)
    for rank in ranks if tableau.cards_drawn < maximum else ():
        yield from prefixes(tableau.with_card(side, Card(rank, Suit.SPADES)), maximum)


def roads(book: Rulebook) -> Values:
    """Every road of random shoes, for both ways to draw a long run."""
    chance = random.Random(book.key)
    all_endings = sorted(endings(book.order))
    for tail in DragonTail:
        for _ in range(ROAD_SHOES):
            drawn = chance.choices(all_endings, k=chance.randrange(90))
            results = [result_of(book, end, at) for at, end in enumerate(drawn, start=1)]
            yield values_of(roads_of(results, tail))


def cells() -> Values:
    """Round, wagers, money and events of every irregularity in every state of a round."""
    for clause, state in POSSIBLE:
        letter, number = clause.split()
        cell = Cell(letter, number, state)
        ACTS[clause](cell)
        yield clause, state, found(cell), [values_of(event) for event in cell.play.events]


def playthrough(path: Path) -> Values:
    """The events, refusals and sums of a playthrough."""
    # Only the commands: the printed lines below them would change the numbers of the lines.
    written = path.read_text(encoding="utf-8").splitlines()
    lines = [line for line in written if not line.startswith(" ")]
    for line in transcript([*lines, "> money"], seed=1, as_json=True):
        if '"help"' not in line:
            yield json_values(line)


def reports() -> Values:
    """Every figure of every report on the sample day and on the life of its journal."""
    floor = SampleFloor(MemoryJournal())
    floor.play(REPORT_ROUNDS)
    entries = list(floor.entries())
    for span in (PeriodLength.DAY, PeriodLength.LIFE):
        books = totals_of(entries, floor.journal.balances(), period_of(span, DAY, Calendar()))
        for kind in KINDS.values():
            report = kind.build(books, REQUEST)
            yield report.is_reconciled, list(figures(report))


def figures(report: Report) -> Iterator[str]:
    """The figures of a report and of its tables, without names and texts."""
    writer = Writer()
    for figure in report.figures:
        yield writer.plain_cell(figure.value, SheetColumn(figure.label, figure.cell_format))
    for part in (*report.parts, report.reconciliation):
        if isinstance(part, SheetTable):
            for row in part.rows:
                for value, column in zip(row.cells, part.columns, strict=True):
                    if isinstance(value, int | Fraction | Band):
                        yield writer.plain_cell(value, column)


def day(seed: int) -> Values:
    """The entries, the balances and the audit result of a day with every fault."""
    with tempfile.TemporaryDirectory() as folder:
        journal = SqliteJournal(Path(folder) / "day.db")
        played = Day(seed, journal, book=GAMES[seed % len(GAMES)])
        played.play(DAY_ROUNDS)
        for stream in ("cage", "table"):
            yield from (entry_values(stored) for stored in journal.read(stream, 0))
        yield sorted(cents for cents in journal.balances().values() if cents)
        journal.close()
        report = audit(Path(folder) / "day.db", {})
        yield report.is_clean, report.entries, report.rounds_settled, report.rounds_void


def entry_values(stored: StoredEntry) -> list[object]:
    """An entry without its chain, its digest and its time, which depend on names."""
    entry = stored.entry
    money = [values_of(transfer) for transfer in entry.transfers]
    return [
        stored.number,
        entry.id,
        values_of(entry.by),
        [values_of(e) for e in entry.events],
        money,
    ]


# Rounds


@cache
def one_round_per_ending(order: DealOrder) -> list[tuple[Ending, Tableau]]:
    """Every ending of a deal order with one round that ends so, sorted."""
    found_rounds: dict[Ending, Tableau] = {}
    hands = [(a, b) for a, b in product(Rank, repeat=2)]
    for player, banker in product(hands, repeat=2):
        if order.permanent is not None and player[0] is not order.permanent:
            continue
        for player_third, banker_third, end in endings_from_two_cards(player, banker, (), ()):
            if end not in found_rounds:
                thirds = [third for third in (player_third, banker_third) if third]
                found_rounds[end] = dealt_round(order, player, banker, thirds)
                assert ending(found_rounds[end]) == end
    assert set(found_rounds) == endings(order)
    return sorted(found_rounds.items(), key=lambda each: tuple(each[0]))


def dealt_round(
    order: DealOrder, player: tuple[Rank, Rank], banker: tuple[Rank, Rank], thirds: list[int]
) -> Tableau:
    """The round of two hands and their third cards."""
    p1, p2 = player
    b1, b2 = banker
    ranks = [b1, p2, b2] if order.permanent is not None else [p1, b1, p2, b2]
    # Use four suits in turn, so that no card occurs more often than in eight decks.
    suits = list(Suit) * 2
    cards = [Card(Rank(rank), suit) for rank, suit in zip([*ranks, *thirds], suits, strict=False)]
    tableau, left_over = lay_out(order, cards)
    assert not left_over
    return tableau


def random_prefix(order: DealOrder, chance: random.Random) -> Tableau:
    """A random round, cut off after a random number of cards."""
    tableau = Tableau(order)
    for _ in range(chance.randrange(5)):
        side = next_side(tableau)
        if side is None:
            break
        tableau = tableau.with_card(
            side, Card(chance.choice(list(Rank)), chance.choice(list(Suit)))
        )
    return tableau


# Values without names


def values_of(record: object) -> object:
    """The class of a record and its values in order, without field names."""
    match record:
        case Enum():
            return record.value
        case _ if is_dataclass(record):
            each = [values_of(getattr(record, field.name)) for field in fields(record)]
            return [type(record).__name__, *each]
        case _ if hasattr(record, "__struct_fields__"):
            each = [values_of(getattr(record, name)) for name in record.__struct_fields__]
            return [type(record).__name__, *each]
        case Mapping():
            return [[values_of(key), values_of(value)] for key, value in record.items()]
        case tuple() | list():
            return [values_of(each) for each in record]
        case frozenset() | set():
            return sorted((values_of(each) for each in record), key=repr)
        case _:
            return record


def json_values(line: str) -> object:
    """The values of a JSON line in order."""
    return json.loads(line, object_pairs_hook=lambda pairs: [value for _, value in pairs])


#: Words that are results and not names: cards, clauses, amounts and numbers.
RESULT = re.compile(r"(10|[A2-9TJQK])[shdc]|-?[\d.,:%/]+|[EUTFR] [\d.]+")


class Names:
    """Numbers for words, in the order of their first appearance."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def without(self, value: object) -> str:
        """The text of a value with each name replaced by its number."""
        if isinstance(value, str) and not isinstance(value, Enum):
            if not value or RESULT.fullmatch(value):
                return value
            return f"#{self._numbers.setdefault(value, len(self._numbers))}"
        if isinstance(value, Enum):
            return self.without(value.value)
        if isinstance(value, list | tuple):
            return f"({' '.join(self.without(each) for each in value)})"
        return str(value)


# Record and compare


def record(part: Part, folder: Path | None, name: str) -> tuple[int, str]:
    """The number of values of a part and their digest. `folder` also gets the values."""
    names, count, digest = Names(), 0, hashlib.sha256()
    file = (
        (folder / f"{name.replace(' ', '-')}.txt").open("w", encoding="utf-8") if folder else None
    )
    for value in part():
        text = names.without(value)
        count += len(re.findall(r"[^\s()]+", text))
        digest.update(f"{text}\n".encode())
        if file:
            file.write(f"{text}\n")
    if file:
        file.close()
    return count, digest.hexdigest()


def compare(size: str, folder: Path | None = None) -> tuple[int, list[str]]:
    """The number of compared values, and the parts that differ from the recorded ones."""
    recorded = dict(read())
    total, differing = 0, []
    for name, part in parts():
        if size == "small" and name not in SAMPLE:
            continue
        count, digest = record(part, folder, name)
        total += count
        if recorded.get(name) != (count, digest):
            differing.append(name)
    return total, differing


def read() -> Iterator[tuple[str, tuple[int, str]]]:
    """Every recorded part with its number of values and their digest."""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        digest, count, name = line.split(" ", 2)
        yield name, (int(count), digest)


def write(folder: Path | None) -> None:
    """Write the record of every part to the repository's file."""
    lines = []
    for name, part in parts():
        count, digest = record(part, folder, name)
        print(f"{count:>9,} values  {name}", flush=True)
        lines.append(f"{digest} {count} {name}\n")
    FILE.write_text("".join(lines), encoding="utf-8")


def control() -> bool:
    """Whether one cent more in one settlement changes the digest of its part."""
    book = GAMES[0]

    def wrong() -> Values:
        for at, (end, wins) in enumerate(settlements(book)):
            yield end, [(key, cents + (at == 7)) for key, cents in wins]

    honest = record(partial(settlements, book), None, "")
    return record(wrong, None, "") != honest


def main() -> int:
    """Record or compare, and print one line per difference."""
    size = known("baseline", (sys.argv[1:] or ["full"])[0], ("full", "small", "record"))
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    if size == "record":
        write(folder)
        return 0
    total, differing = compare(size, folder)
    print(f"{total:,} values compared, {len(differing)} parts differ")
    for name in differing:
        print(f"differs: {name}")
    print(f"control (one cent more in one settlement): {'found' if control() else 'NOT FOUND'}")
    return bool(differing) or not control()


if __name__ == "__main__":
    sys.exit(main())
