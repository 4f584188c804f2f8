import pytest

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Irregularity, Remedy, RemedyDetail, RemedyStep, Trigger
from punto.core.rulebook import Rulebook
from punto.core.rules import Rule
from punto.core.staff_positions import Permission, PositionAuthority, StaffPosition
from punto.core.standings import Standing, is_conclusive, standings
from punto.core.tableau import next_side
from punto.games.mbs_electronic_2021 import (
    DOCUMENT,
    FORTUNE_SIX,
    NO_COMMISSION,
    SUPER_6,
    SUPER_SIX,
    TIGER,
    TIGER_NO_COMMISSION,
)
from tests.clauses import clause
from tests.rounds import played

WITH_PAIRS = (SUPER_SIX, FORTUNE_SIX, SUPER_6, NO_COMMISSION)
MAIN_WAGERS = ("player", "banker", "tie")

VOID = (RemedyStep(Remedy.VOID),)
PLAY_ON = (RemedyStep(Remedy.PLAY_ON),)
RECONSTRUCT = (RemedyStep(Remedy.RECONSTRUCT),)


def rows(trigger: Trigger) -> list[Irregularity]:
    """The rows of the document for a trigger."""
    return [row for row in DOCUMENT.irregularities if row.trigger is trigger]


def is_established(book: Rulebook, line: str, *offered: str) -> bool:
    """Whether a wager on offer has conclusively won or lost; all wagers if none is named."""
    keys = offered or [wager.key for wager in book.wagers]
    return is_conclusive(book, played(book, line), keys)


# Cards


@clause("mbs-electronic-2021", "5.1", "5.1.1")
@pytest.mark.parametrize("trigger", [Trigger.FOREIGN_CARD, Trigger.CARD_COUNT, Trigger.UNSHUFFLED])
def test_5_1_foreign_extra_missing_or_unshuffled_cards_void_the_round(trigger: Trigger) -> None:
    assert rows(trigger) == [
        Irregularity(trigger, ("5.1", "5.1.1", "5.1.2"), VOID, (When.IN_ROUND,))
    ]


@clause("mbs-electronic-2021", "5.1.2")
def test_5_1_2_no_row_affects_a_settled_round() -> None:
    assert not [row for row in DOCUMENT.irregularities if When.BEFORE_NEXT_ROUND in row.when]


@clause("mbs-electronic-2021", "5.2")
def test_5_2_an_order_that_cannot_be_reconstructed_voids_the_round() -> None:
    assert rows(Trigger.ORDER_LOST) == [
        Irregularity(
            Trigger.ORDER_LOST, ("5.2",), VOID, (When.IN_ROUND, When.CANNOT_BE_RECONSTRUCTED)
        )
    ]


@clause("mbs-electronic-2021", "5.3")
def test_5_3_too_few_cards_to_complete_a_round_void_it() -> None:
    assert rows(Trigger.SHOE_SHORT) == [Irregularity(Trigger.SHOE_SHORT, ("5.3",), VOID)]


@clause("mbs-electronic-2021", "5.4")
def test_5_4_no_row_allows_withdrawal_after_the_close() -> None:
    assert NO_COMMISSION.cite(Rule.NO_LATE_WITHDRAWAL) == "E 5.4"
    remedies = {step.remedy for row in DOCUMENT.irregularities for step in row.steps}
    assert Remedy.OFFER_WITHDRAWAL not in remedies
    # It is refused, so it never happens to a round.
    assert rows(Trigger.LATE_WITHDRAWAL) == []


@clause("mbs-electronic-2021", "5.5")
def test_5_5_no_row_reopens_bets_after_the_close() -> None:
    assert NO_COMMISSION.cite(Rule.NO_LATE_WAGER) == "E 5.5"
    remedies = {step.remedy for row in DOCUMENT.irregularities for step in row.steps}
    assert Remedy.REOPEN_BETS not in remedies
    assert rows(Trigger.LATE_WAGER) == []


@clause("mbs-electronic-2021", "5.6")
def test_5_6_a_card_face_up_in_the_device_is_played_once_the_first_card_is_dealt() -> None:
    assert rows(Trigger.FACE_UP) == [
        Irregularity(Trigger.FACE_UP, ("5.6",), PLAY_ON, (When.AFTER_FIRST_CARD,))
    ]


@clause("mbs-electronic-2021", "5.7")
def test_5_7_cards_dealt_in_a_wrong_order_are_reconstructed() -> None:
    assert rows(Trigger.WRONG_ORDER) == [Irregularity(Trigger.WRONG_ORDER, ("5.7",), RECONSTRUCT)]


@clause("mbs-electronic-2021", "5.8", "5.8.1")
def test_5_8_cards_drawn_together_are_reconstructed_if_their_order_is_known_else_void() -> None:
    # The void applies to later cards as to initial ones, without a ruling on the order.
    assert rows(Trigger.DRAWN_TOGETHER) == [
        Irregularity(Trigger.DRAWN_TOGETHER, ("5.8",), RECONSTRUCT, (When.ORDER_KNOWN,)),
        Irregularity(Trigger.DRAWN_TOGETHER, ("5.8.1",), VOID, (When.ORDER_UNKNOWN,)),
    ]


# Interruptions


@clause("mbs-electronic-2021", "5.9", "5.9.1", "5.9.2")
def test_5_9_an_interrupted_round_is_void_unless_an_outcome_is_established() -> None:
    assert rows(Trigger.INTERRUPTED) == [
        Irregularity(Trigger.INTERRUPTED, ("5.9", "5.9.1"), VOID, (When.NOT_ESTABLISHED,)),
        Irregularity(Trigger.INTERRUPTED, ("5.9", "5.9.2"), PLAY_ON, (When.ESTABLISHED,)),
    ]


@clause("mbs-electronic-2021", "5.9.1")
@pytest.mark.parametrize(
    "book", [*WITH_PAIRS, TIGER, TIGER_NO_COMMISSION], ids=lambda book: book.key
)
@pytest.mark.parametrize("line", ["/", "Ks /", "Ks / Kc", "9s / 9c"])
def test_5_9_1_two_cards_establish_no_outcome_in_any_game(book: Rulebook, line: str) -> None:
    assert not is_established(book, line)


@clause("mbs-electronic-2021", "5.9.1")
@pytest.mark.parametrize("line", ["Ks 5d / 4c", "Ks 5d / Kc 4h", "Ks 5d 3h / Kc 4h"])
def test_5_9_1_player_banker_and_tie_stay_open_until_the_last_card(line: str) -> None:
    # With the pairs on offer too, the same cards establish an outcome (R11).
    assert next_side(played(NO_COMMISSION, line)) is not None
    assert not is_established(NO_COMMISSION, line, *MAIN_WAGERS)
    assert is_established(NO_COMMISSION, line)


@clause("mbs-electronic-2021", "5.9.1")
def test_5_9_1_a_push_is_neither_won_nor_lost() -> None:
    line = "9s Kd / 9c Kh"
    by_wager = standings(SUPER_6, played(SUPER_6, line))
    assert by_wager["player_dragon_bonus"] is Standing.PUSHED
    assert not is_established(SUPER_6, line, "player_dragon_bonus", "banker_dragon_bonus")


@clause("mbs-electronic-2021", "5.9.2")
@pytest.mark.parametrize("book", WITH_PAIRS, ids=lambda book: book.key)
@pytest.mark.parametrize(
    ("line", "standing"), [("Ks 4d / 4c", Standing.LOST), ("Ks Kd / 4c", Standing.WON)]
)
def test_5_9_2_the_players_second_card_decides_player_pair_and_so_establishes_an_outcome(
    book: Rulebook, line: str, standing: Standing
) -> None:
    assert standings(book, played(book, line))["player_pair"] is standing
    assert is_established(book, line)


@clause("mbs-electronic-2021", "5.9.2")
@pytest.mark.parametrize("book", [TIGER, TIGER_NO_COMMISSION], ids=lambda book: book.key)
@pytest.mark.parametrize(
    ("line", "answer"),
    [("Ks 5d / 4c", False), ("Ks 6d / 4c", True), ("9s Kd / 4c", True), ("2s 2d / 4c", True)],
)
def test_5_9_2_in_the_tiger_games_the_third_card_decides_by_its_value(
    book: Rulebook, line: str, answer: bool
) -> None:
    # From a Player six on no Banker six can win, and a Player pair has won Tiger Pair.
    assert is_established(book, line) is answer


@clause("mbs-electronic-2021", "5.9.2")
def test_5_9_2_a_wager_counts_only_if_it_is_on_offer() -> None:
    # The Tiger Pair is won though it may still become a Double or a Twin (R11).
    assert is_established(TIGER, "2s 2d / 4c", *MAIN_WAGERS, "tiger_pair")
    assert not is_established(TIGER, "2s 2d / 4c", *MAIN_WAGERS, "tiger")
    assert not is_established(TIGER, "2s 2d / 4c", *MAIN_WAGERS)


@clause("mbs-electronic-2021", "5.9.2")
@pytest.mark.parametrize("line", ["Ks 6d / Kc 6h", "Ks 7d / Kc 6h", "Ks Qd / 9c Kh"])
def test_5_9_2_a_finished_round_is_always_established(line: str) -> None:
    assert is_established(NO_COMMISSION, line, *MAIN_WAGERS)


@clause("mbs-electronic-2021", "5.10", "5.10.1", "5.10.2")
def test_5_10_a_round_continues_when_terminals_fail_with_or_without_their_seats() -> None:
    without_seat = (RemedyStep(Remedy.PLAY_ON, RemedyDetail.WITHOUT_SEAT),)
    assert rows(Trigger.TERMINAL_CUT_OFF) == [
        Irregularity(
            Trigger.TERMINAL_CUT_OFF,
            ("5.10", "5.10.1"),
            PLAY_ON,
            (When.CLOSED_AND_ACCEPTED, When.ESTABLISHED),
        ),
        Irregularity(
            Trigger.TERMINAL_CUT_OFF,
            ("5.10", "5.10.2"),
            without_seat,
            (When.NEITHER_CLOSED_NOR_ACCEPTED,),
        ),
    ]


# General provisions


@clause("mbs-electronic-2021", "6.1")
def test_6_1_the_gaming_shift_manager_rules_on_uncovered_cases() -> None:
    ruling = RemedyStep(
        Remedy.RULING, RemedyDetail.WHATEVER_IS_NEEDED, StaffPosition.GAMING_SHIFT_MANAGER
    )
    assert rows(Trigger.UNCOVERED) == [Irregularity(Trigger.UNCOVERED, ("6.1",), (ruling,))]
    assert NO_COMMISSION.cite(Rule.UNCOVERED) == "E 6.1"
    assert DOCUMENT.authorities == (
        PositionAuthority(StaffPosition.GAMING_SHIFT_MANAGER, Permission.RULE_ON_UNCOVERED, "6.1"),
    )


@clause("mbs-electronic-2021", "6.1")
@pytest.mark.parametrize(
    "trigger", [Trigger.DEVICE_RESET, Trigger.WRONG_NUMBER, Trigger.AFTER_VOID]
)
def test_6_1_the_document_has_no_row_for_cases_of_other_documents(trigger: Trigger) -> None:
    assert rows(trigger) == []


@clause("mbs-electronic-2021", "6.2")
def test_6_2_a_higher_position_has_the_permissions_of_a_lower_one_by_this_clause() -> None:
    assert NO_COMMISSION.cite(Rule.HIGHER_POSITION) == "E 6.2"


@clause("mbs-electronic-2021", "6.3")
def test_6_3_a_wrong_display_changes_nothing_about_the_round() -> None:
    assert rows(Trigger.WRONG_DISPLAY) == [Irregularity(Trigger.WRONG_DISPLAY, ("6.3",), PLAY_ON)]
    assert NO_COMMISSION.cite(Rule.DISPLAY) == "E 6.3"
