from collections import Counter

import pytest

from punto.core.facts import Winner
from punto.core.irregularities import Remedy, Trigger
from punto.core.rulebook import WagerPlacement
from punto.core.rules import Rule
from punto.core.settlement import settle
from punto.core.shoe import Cut, Shoe, cards_of_decks, deal_round, shuffle
from punto.core.tableau import WrongCard, ending, lay_out
from punto.devices.continuous_shuffler import ContinuousShuffler
from punto.games.rws_super_six_plus_2019 import DOCUMENT, SUPER_SIX_PLUS
from tests.clauses import clause
from tests.rounds import cards, played, won_cents


@clause("rws-super-six-plus-2019", "Baccarat Table of Play")
def test_word_baccarat_table_of_play_a_card_it_forbids_is_refused() -> None:
    with pytest.raises(WrongCard, match="stands on 6"):
        played(SUPER_SIX_PLUS, "Ks 6h 2d / Kc 7d")


@clause("rws-super-six-plus-2019", "Baccarat Table of Play")
def test_word_baccarat_table_of_play_a_round_lacking_a_card_it_orders_is_not_settled() -> None:
    with pytest.raises(ValueError, match="not finished"):
        won_cents(SUPER_SIX_PLUS, "Ks 5h / Kc 7d", "banker")


@clause("rws-super-six-plus-2019", "Bet")
def test_word_bet_every_bet_is_a_wager_of_the_game() -> None:
    assert [wager.name for wager in SUPER_SIX_PLUS.wagers] == [
        "Player",
        "Banker",
        "Tie",
        "Player Pair",
        "Banker Pair",
        "Super Six Plus",
    ]


@clause("rws-super-six-plus-2019", "Card Shoe")
def test_word_card_shoe_a_round_is_dealt_from_it_in_its_order() -> None:
    shoe = Shoe(cards("Ks Kc Qh 2d 4d 4h 9s 9h 9d 9c"), Cut(6))
    tableau, after = deal_round(SUPER_SIX_PLUS.order, shoe)
    assert tableau == played(SUPER_SIX_PLUS, "Ks Qh 4d / Kc 2d 4h")
    assert after.cards_left == 4


@clause("rws-super-six-plus-2019", "Electronic Card Shuffler")
def test_word_electronic_card_shuffler_changes_the_order_of_its_decks_and_nothing_else() -> None:
    decks = cards_of_decks(2)
    mixed = shuffle(decks, lambda _: 0)
    assert mixed != decks
    assert Counter(mixed) == Counter(decks)


@clause("rws-super-six-plus-2019", "Electronic Card Shuffler")
def test_word_electronic_card_shuffler_deals_each_round_from_all_its_decks() -> None:
    shuffler = ContinuousShuffler(1, lambda cards: cards // 2)
    first = [shuffler.draw() for _ in range(6)]
    assert (len(set(first)), shuffler.cards_out) == (6, 6)
    shuffler.give_back(first)
    assert Counter(shuffler.draw() for _ in range(52)) == Counter(map(str, cards_of_decks(1)))


@clause("rws-super-six-plus-2019", "House")
def test_word_house_the_house_is_the_casino_that_runs_the_game() -> None:
    assert DOCUMENT.casino == "Resorts World Sentosa"


@clause("rws-super-six-plus-2019", "Natural")
@pytest.mark.parametrize(
    ("line", "naturals"),
    [
        ("Ks 8h / Kc 7d", (1, 0)),
        ("Ks 7h / 4c 5d", (0, 1)),
        ("Ks 8h / Kc 9d", (1, 1)),
        ("2s 3h 3d / Kc 7d", (0, 0)),  # eight on three cards
        ("Ks 6h / Kc 5d 4d", (0, 0)),  # nine on three cards
    ],
)
def test_word_natural_is_eight_or_nine_on_two_cards_of_either_hand_or_both(
    line: str, naturals: tuple[int, int]
) -> None:
    outcome = ending(played(SUPER_SIX_PLUS, line))
    assert (outcome.player_natural, outcome.banker_natural) == naturals


@clause("rws-super-six-plus-2019", "Non-Commission")
@pytest.mark.parametrize("line", ["2s 3h Kd / Kc 6d", "Ks Qh 4d / Kc 2d 4h"])
def test_word_non_commission_banker_winning_with_six_is_paid_half(line: str) -> None:
    assert won_cents(SUPER_SIX_PLUS, line, "banker") == 50_00


@clause("rws-super-six-plus-2019", "Non-Commission")
@pytest.mark.parametrize("line", ["Ks 6h / Kc 7d", "Ks 6h / Kc 8d", "Ks Qh Ad / Kc 2d 3h"])
def test_word_non_commission_banker_winning_with_any_other_total_is_paid_in_full(line: str) -> None:
    assert won_cents(SUPER_SIX_PLUS, line, "banker") == 100_00


@clause("rws-super-six-plus-2019", "Original Bet")
def test_word_original_bet_only_wagers_on_the_hands_are_returned_on_a_tie() -> None:
    returned = [
        wager.key
        for wager in SUPER_SIX_PLUS.wagers
        if won_cents(SUPER_SIX_PLUS, "Ks 7h / Kc 7d", wager.key) == 0
    ]
    assert returned == ["player", "banker"]


@clause("rws-super-six-plus-2019", "Player")
def test_word_player_a_patron_may_wager_on_either_hand_and_be_paid_on_either() -> None:
    # The person is our patron. A wager on Player is a wager on a hand.
    stakes = {"player": 10_00, "banker": 20_00}
    banker_wins, player_wins = (
        settle(SUPER_SIX_PLUS, played(SUPER_SIX_PLUS, line), stakes)
        for line in ("Ks 6h / Kc 7d", "Ks 7h / Kc 6d")
    )
    assert [each.win_cents for each in banker_wins] == [-10_00, 20_00]
    assert [each.win_cents for each in player_wins] == [10_00, -20_00]


@clause("rws-super-six-plus-2019", "Player Pair or Banker Pair")
@pytest.mark.parametrize("line", ["Ts Th Ad / Kc 7d", "Ks Kh Ad / Kc 7d", "4s 4s / Kc 7d"])
def test_word_player_pair_or_banker_pair_two_first_cards_of_one_rank_win(line: str) -> None:
    assert won_cents(SUPER_SIX_PLUS, line, "player_pair") == 1100_00
    assert won_cents(SUPER_SIX_PLUS, line, "banker_pair") == -100_00


@clause("rws-super-six-plus-2019", "Player Pair or Banker Pair")
@pytest.mark.parametrize(
    "line",
    [
        "Ks 9h / Tc Jd",  # both count nothing, but a Ten is no Jack
        "Ks 6h / 2c 3d 3h",  # the third card pairs too late
        "9s 9h / Kc 7d",  # the other hand's pair
    ],
)
def test_word_player_pair_or_banker_pair_any_other_cards_are_not_a_banker_pair(line: str) -> None:
    assert won_cents(SUPER_SIX_PLUS, line, "banker_pair") == -100_00


@clause("rws-super-six-plus-2019", "Player Terminal")
def test_word_player_terminal_is_where_patrons_hold_credit_and_wager() -> None:
    assert DOCUMENT.placement is WagerPlacement.TERMINALS
    assert SUPER_SIX_PLUS.cite(Rule.CREDIT) == "R Player Terminal"


@clause("rws-super-six-plus-2019", "Point Total")
@pytest.mark.parametrize(
    ("line", "totals"),
    [
        ("Ks 9h / Kc 7d", (9, 7)),
        ("4s 6h Kd / Kc 7d", (0, 7)),  # ten counts nothing
        ("9s 9h / Kc 7d", (8, 7)),
        ("5s 6h 9d / 9c 8d", (0, 7)),  # twenty counts nothing
        ("Ks 7h / 5c 6d 9h", (7, 0)),
        ("9s 5h 9d / Kc 7d", (3, 7)),
    ],
)
def test_word_point_total_is_the_last_digit_of_the_sum(line: str, totals: tuple[int, int]) -> None:
    outcome = ending(played(SUPER_SIX_PLUS, line))
    assert (outcome.player_total, outcome.banker_total) == totals


@clause("rws-super-six-plus-2019", "Reconstruction")
def test_word_reconstruction_the_order_drawn_says_where_each_card_belongs() -> None:
    # The last card is an excess card, and the first of the next round (R25).
    tableau, left = lay_out(SUPER_SIX_PLUS.order, cards("Ks Kc 6h 7d 9s"))
    assert tableau == played(SUPER_SIX_PLUS, "Ks 6h / Kc 7d")
    assert left == cards("9s")


@clause("rws-super-six-plus-2019", "Round of play")
def test_word_round_of_play_begins_with_the_opening_phrase() -> None:
    assert DOCUMENT.opening == ("Place Your Bets",)
    assert SUPER_SIX_PLUS.cite(Rule.ROUND_OF_PLAY) == "R Round of play"


@clause("rws-super-six-plus-2019", "Super Six Plus")
@pytest.mark.parametrize(
    ("line", "cents"),
    [("2s 3h Kd / Kc 6d", 1200_00), ("Ks Qh 4d / Kc 2d 4h", 2000_00)],
    ids=["on-two-cards", "on-three-cards"],
)
def test_word_super_six_plus_wins_when_banker_wins_with_six(line: str, cents: int) -> None:
    assert won_cents(SUPER_SIX_PLUS, line, "super_six_plus") == cents


@clause("rws-super-six-plus-2019", "Super Six Plus")
@pytest.mark.parametrize(
    "line",
    [
        "Ks 6h / Kc 7d",  # Banker wins, but with seven
        "Ks 7h / Kc 6d",  # Banker has six and loses
        "Ks 6h / Kc 6d",  # both have six
        "Ks 6h / Kc 5d Kh",  # Player wins with six
    ],
)
def test_word_super_six_plus_loses_with_any_other_outcome(line: str) -> None:
    assert won_cents(SUPER_SIX_PLUS, line, "super_six_plus", 10_00) == -10_00


@clause("rws-super-six-plus-2019", "Tie")
def test_word_tie_is_a_round_with_equal_totals_at_its_end() -> None:
    assert ending(played(SUPER_SIX_PLUS, "2s 3h Kd / Kc 5d")).winner == Winner.NEITHER
    # Both hands begin with five and part at the third card.
    assert ending(played(SUPER_SIX_PLUS, "2s 3h 4d / Kc 5d Kd")).winner == Winner.PLAYER


@clause("rws-super-six-plus-2019", "Void")
def test_word_void_is_the_result_of_each_of_four_faults() -> None:
    voiding = [
        row.trigger
        for row in DOCUMENT.irregularities
        if [step.remedy for step in row.steps] == [Remedy.VOID]
    ]
    assert voiding == [
        Trigger.FOREIGN_CARD,
        Trigger.CARD_COUNT,
        Trigger.WRONG_NUMBER,
        Trigger.SHOE_SHORT,
    ]
