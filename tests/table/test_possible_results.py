"""Test the possible endings of a round, by the wagers on it, and each seat's results."""

from punto.core.facts import Winner
from punto.core.rulebook import DealingMethod
from punto.games.library import game
from punto.table.commands import OpenBets
from punto.table.possible_results import CentsRange, PossibleResults, possible_results
from tests.live import DEALER, by_method, dealt, lay, limits
from tests.tables import LIVE, TIGER, Play, betting

SUPER_SIX = game("super-six")

INITIAL = ("2s", "2c", "3d", "2d")
"""Player has five, Banker four by a pair of twos."""


def known(cents: int) -> CentsRange:
    return CentsRange(cents, cents)


def nets(found: PossibleResults, seat: int) -> tuple[CentsRange, ...]:
    return next(each.nets for each in found.seats if each.seat == seat)


def live(**settings: object) -> Play:
    return betting(LIVE, (1, 2, 3), **settings)


def test_ranges_of_cents_are_added_end_by_end() -> None:
    assert CentsRange(-5, 2) + CentsRange(3, 4) == CentsRange(-2, 6)


def test_each_seat_has_one_result_per_possible_ending() -> None:
    play = live()
    play.bet(1, banker=100_00, tiger_pair=10_00)
    play.bet(2, player=50_00)
    lay(play, 5, tiger=20_00)
    play.close()
    play.draw(*INITIAL)
    found = possible_results(play.table)
    assert found.wagers == ("player", "banker", "tiger", "tiger_pair")
    assert found.decided == {"tiger_pair"}
    assert [way.winner for way in found.ways] == [
        Winner.PLAYER,
        Winner.BANKER,
        Winner.BANKER,
        Winner.NEITHER,
    ]
    # Banker wins with other totals, or with six on three cards: half, and Tiger pays 20 to 1.
    assert nets(found, 1) == (known(-60_00), known(140_00), known(90_00), known(40_00))
    assert nets(found, 2) == (known(50_00), known(-50_00), known(-50_00), known(0))
    assert nets(found, -5) == (known(-20_00), known(-20_00), known(400_00), known(-20_00))
    assert {each.seat: each.decided_cents for each in found.seats} == {-5: 0, 1: 40_00, 2: 0}


def test_many_endings_are_grouped_by_the_main_wagers() -> None:
    play = live()
    play.bet(1, banker=100_00, tiger_pair=10_00, tiger=10_00, small_tiger=10_00)
    play.close()
    found = possible_results(play.table)
    assert [way.winner for way in found.ways].count(Winner.BANKER) == 2
    (player, _, _, _) = nets(found, 1)
    assert player == CentsRange(-130_00, -120_00 + 10_00 * 100)
    assert found.decided == frozenset()


def test_seven_endings_are_grouped() -> None:
    play = betting(TIGER)
    play.bet(1, player=10_00, tie=10_00, small_tiger=10_00, tiger_pair=10_00)
    play.close()
    play.draw("Qs", "6s", "3c")
    found = possible_results(play.table)
    assert len({(way.winner, lines) for way in found.ways for lines in way.lines}) == 7
    assert [way.winner for way in found.ways] == [Winner.PLAYER, Winner.BANKER, Winner.NEITHER]


def test_six_endings_are_distinguished_and_ordered_by_wins() -> None:
    play = betting(SUPER_SIX)
    play.bet(1, player_pair=10_00)
    play.close()
    found = possible_results(play.table)
    (pair,) = SUPER_SIX.wager("player_pair").lines
    assert [(way.winner, way.lines) for way in found.ways] == [
        (winner, ((line,),))
        for winner in (Winner.PLAYER, Winner.BANKER, Winner.NEITHER)
        for line in (None, pair)
    ]


def test_a_round_without_main_wagers_is_grouped_by_winner() -> None:
    play = betting(TIGER)
    play.bet(1, **{each.key: 10_00 for each in TIGER.wagers if each.key not in ("player", "tie")})
    play.close()
    found = possible_results(play.table)
    assert len(found.ways) <= 6
    assert all(net.minimum_cents < net.maximum_cents for net in found.seats[0].nets)


def test_face_down_cards_may_be_any_card() -> None:
    play = by_method(DealingMethod.A)
    play.bet(1, player=50_00)
    found = possible_results(dealt(play, "9s", "Kc", "Kd", "6h").table)
    assert [way.winner for way in found.ways] == [Winner.PLAYER, Winner.BANKER, Winner.NEITHER]


def test_a_finished_round_has_one_possible_ending() -> None:
    play = live()
    play.bet(2, player=50_00)
    play.close()
    play.draw("9s", "Kc", "Kd", "6h")
    found = possible_results(play.table)
    assert [way.winner for way in found.ways] == [Winner.PLAYER]
    assert nets(found, 2) == (known(50_00),)
    assert found.ways[0].lines_of(0) == (LIVE.wager("player").lines[0],)


def test_stakes_outside_the_limits_count_as_settlement_will_apply_them() -> None:
    play = live(limits=limits())
    lay(play, 5, player=600_00)
    lay(play, 6, player=20_00)
    lay(play, 8, player=20_00)
    play.close()
    play.finish("9s", "Kc", "Kd", "6h")
    again = outlook_of_next(play)
    assert nets(again, -5)[0] == known(500_00)
    assert nets(again, -6)[0] == known(0)
    assert nets(again, -7)[0] == known(20_00)
    assert nets(again, -8)[0] == known(100_00)


def outlook_of_next(play: Play) -> PossibleResults:
    """The next round, with chips above the maximum, below the minimum again, once, and at it."""
    play.done(OpenBets(), DEALER)
    lay(play, 5, player=600_00)
    lay(play, 6, player=20_00)
    lay(play, 7, player=20_00)
    lay(play, 8, player=100_00)
    play.close()
    return possible_results(play.table)
