"""Check running counts, bets and earnings of card counting, with published figures."""

from fractions import Fraction

import numpy as np
import pytest

from punto.api import odds_of
from punto.core.cards import Rank
from punto.games.library import game
from punto.odds.composition import full
from punto.simulation import card_counting
from punto.simulation.card_counting import (
    CountResults,
    best_linear_count,
    bets_of,
    earnings,
    empty_results,
    run_counts,
    running_count,
    tags_by_value,
    true_count,
)
from punto.simulation.game_tables import compile_tables
from punto.simulation.shoe_dealing import CountDivisor, CutRule, ShoeDealing
from punto.simulation.shoe_play import ShoeTask, play_records
from tests.odds.reference_wagers import REFERENCE

PUBLISHED = ShoeDealing(burn=True, further_rounds=1, ends=CutRule.PUBLISHED)
BIG_TIGER = tags_by_value(tuple(Fraction(tag) for tag in (0, 0, -1, -1, -1, -2, 1, 2, 2, 0)))[0]
TIGER = ShoeTask(game("tiger"), PUBLISHED, 3)


@pytest.mark.parametrize("over", CountDivisor)
def test_bets_follow_the_running_count(over: CountDivisor) -> None:
    """Compare every bet with a count that adds up the exposed cards one by one."""
    count = true_count("big_tiger", BIG_TIGER, Fraction(8), over)
    records = play_records(TIGER, 0, 40)
    advised = bets_of(count, PUBLISHED, records)
    for order, places, outcomes, bets in zip(*records, advised, strict=True):
        burned = min(order[0] + 1, 10)
        for number in range(len(outcomes)):
            if outcomes[number] < 0:
                assert not bets[number]
                continue
            cards_out = [order[0], *order[1 + burned : places[number]]]
            cards = 416 - (len(cards_out) if over is CountDivisor.UNSEEN else places[number])
            running = sum(BIG_TIGER[rank] for rank in cards_out)
            assert bets[number] == (Fraction(52 * running, int(cards)) >= 8)


def test_a_running_count_starts_at_its_offset() -> None:
    tags = (1,) * 13
    records = play_records(ShoeTask(game("tiger"), ShoeDealing(), 3), 0, 5)
    bets = bets_of(running_count("tie", tags, 0, start=-100), ShoeDealing(), records)
    assert (bets == (records.places[:, :-1] >= 100) & (records.outcomes >= 0)).all()


def test_counts_without_numba_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = (true_count("big_tiger", BIG_TIGER, Fraction(8)), running_count("tie", BIG_TIGER, 9))
    with_numba = run_counts(TIGER, counts, 5, 300)
    monkeypatch.setattr(card_counting, "HAS_NUMBA", False)
    assert run_counts(TIGER, counts, 5, 300) == with_numba


def test_totals_of_counts_do_not_depend_on_the_split() -> None:
    counts = (true_count("big_tiger", BIG_TIGER, Fraction(8)),)
    parts = [
        run_counts(TIGER, counts, first, shoes) for first, shoes in ((0, 700), (700, 1), (701, 999))
    ]
    assert sum(parts, empty_results(counts)) == run_counts(TIGER, counts, 0, 1_700)


def test_a_result_adds_up_its_bets() -> None:
    counts = (true_count("big_tiger", BIG_TIGER, Fraction(2)),)
    records = play_records(TIGER, 0, 200)
    bet = bets_of(counts[0], PUBLISHED, records)
    tables = compile_tables(TIGER.book)
    nets = tables.nets[tables.wager_at("big_tiger")]
    won = [int(nets[tables.ending_at[outcome]]) for outcome in records.outcomes[bet]]
    (found,) = run_counts(TIGER, counts, 0, 200).each
    assert (found.bets, found.won, found.squares) == (len(won), sum(won), sum(w * w for w in won))
    (earned,) = earnings(TIGER.book, counts, CountResults((found,)))
    assert earned.edge == pytest.approx(np.mean(won))
    assert earned.deviation == pytest.approx(np.std(won))
    assert earned.units_per_shoe == pytest.approx(sum(won) / 200)


def test_the_best_linear_count_has_the_exact_effect_of_each_rank() -> None:
    book = game("tiger")
    at = book.wagers.index(book.wager("big_tiger"))
    less_six = {Rank.SIX: full(8)[Rank.SIX] - 1}
    effect = odds_of(book, 8, less_six)[at].expected - odds_of(book, 8)[at].expected
    count = best_linear_count(book, "big_tiger", 8)
    assert count.tags[Rank.SIX - 1] == round(effect * count.part)


@pytest.mark.parametrize(
    ("wager", "tags", "target", "frequency", "edge"),
    [
        ("dragon_7", (0, 0, 0, -1, -1, -1, -1, 2, 2, 0), 4, 9.16, 8.03),
        ("panda_8", (1, 1, -2, -2, -2, -1, -1, -2, 4, 1), 11, 4.61, 6.34),
    ],
)
def test_published_counts_have_the_published_edges(
    wager: str, tags: tuple[int, ...], target: int, frequency: float, edge: float
) -> None:
    """The test plays 60,000 shoes with Dragon 7 and Panda 8; the campaign plays five million."""
    whole, _ = tags_by_value(tuple(Fraction(tag) for tag in tags))
    assert sum(whole) == 0, "the tags of a balanced count add up to 0"
    counts = (true_count(wager, whole, Fraction(target)),)
    task = ShoeTask(REFERENCE, PUBLISHED, 12)
    (earned,) = earnings(REFERENCE, counts, run_counts(task, counts, 0, 60_000))
    assert 100 * earned.frequency == pytest.approx(frequency, abs=0.12)
    assert 100 * abs(earned.edge - edge / 100) < 400 * earned.edge_error
    assert earned.counted.rounds / earned.counted.shoes == pytest.approx(81.281, abs=0.05)


def test_big_tiger_counts_have_the_published_edges() -> None:
    counts = (
        true_count("big_tiger", BIG_TIGER, Fraction(8)),
        best_linear_count(TIGER.book, "big_tiger", 8),
    )
    jacobson, linear = earnings(TIGER.book, counts, run_counts(TIGER, counts, 0, 60_000))
    assert 100 * jacobson.frequency == pytest.approx(3.536, abs=0.12)
    assert abs(jacobson.edge - 0.07227) < 4 * jacobson.edge_error
    assert 100 * linear.frequency == pytest.approx(3.6683, abs=0.12)
    assert abs(linear.edge - 0.07592) < 4 * linear.edge_error


@pytest.mark.parametrize("tags", [(), (1,) * 9, (1,) * 14])
def test_other_than_ten_or_thirteen_tags_are_refused(tags: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected ten, A 2 3 4 5 6 7 8 9 T"):
        tags_by_value(tuple(Fraction(tag) for tag in tags))


def test_fractional_tags_become_whole_numbers() -> None:
    assert tags_by_value((Fraction(1, 2), *(Fraction(1),) * 9)) == ((1, *(2,) * 12), 2)
