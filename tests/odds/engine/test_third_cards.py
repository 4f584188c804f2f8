from collections import Counter

from punto.core.drawing_rules import STOOD, rule_for_banker, rule_for_player
from punto.odds.engine.known_cards import Third
from punto.odds.engine.third_cards import TotalsCell, all_totals_cells, third_card_cases


def test_a_round_draws_up_to_two_third_cards() -> None:
    by_cards = Counter(len(take.values) for take in third_card_cases())
    assert by_cards == {0: 1, 1: 10, 2: 55}
    assert {len(take.values) + take.places_left for take in third_card_cases()} == {2}


def test_a_round_ends_in_one_of_205_cells() -> None:
    assert len(all_totals_cells()) == 205
    assert TotalsCell(9, 9, 2, 2) in all_totals_cells()
    assert TotalsCell(9, 8, 2, 3) not in all_totals_cells(), "a natural ends the deal"


def test_every_round_has_exactly_one_end() -> None:
    """Two totals and two third cards decide a round, so each combination has exactly one end."""
    found = Counter(
        (end.player, end.banker, take.values) for take in third_card_cases() for end in take.ends
    )
    for player in range(10):
        for banker in range(10):
            for c in range(10):
                draws = rule_for_player(player, banker).draws
                third = c if draws else STOOD
                for d in range(10):
                    banker_draws = rule_for_banker(player, banker, third).draws
                    drawn = tuple(sorted([c] * draws + [d] * banker_draws))
                    assert found[player, banker, drawn] >= 1
    # Two different third cards can be drawn in either order, so such a case can count twice.
    assert set(found.values()) == {1, 2}


def thirds(player: Third, banker: Third) -> set[tuple[int, int]]:
    return {
        (end.cell.player_cards, end.cell.banker_cards)
        for take in third_card_cases(player, banker)
        for end in take.ends
    }


def test_third_cards_on_the_layout_exclude_rounds_that_do_not_draw_them() -> None:
    assert thirds((), ()) == {(2, 2), (2, 3), (3, 2), (3, 3)}
    assert thirds((6,), ()) == {(3, 2), (3, 3)}
    assert thirds((), (6,)) == {(2, 3)}
    assert thirds((None,), (None,)) == {(3, 3)}


def test_only_unknown_third_cards_are_drawn_from_the_shoe() -> None:
    assert {take.values for take in third_card_cases((6,), (2,))} == {()}
    assert {len(take.values) for take in third_card_cases((None,), (2,))} == {1}
