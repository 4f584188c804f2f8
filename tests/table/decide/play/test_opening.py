from dataclasses import replace

import pytest
from msgspec import structs

from punto.core.rulebook import DealingMethod, Rulebook
from punto.core.sides import Side
from punto.core.staff_positions import StaffPosition
from punto.games.library import game
from punto.table.commands import (
    AllowDrawing,
    ChangeSettings,
    ChooseMethod,
    CloseTable,
    EndShoe,
    ExposeCards,
    HandOverDevice,
    LeaveSeat,
    LoadShoe,
    OpenBets,
    OpenTable,
    SettleRound,
    TakeSeat,
)
from punto.table.events import SettingsChanged, ShoeEnded, ShoeLoaded, TableClosed, TableOpened
from punto.table.refusals import Refusal
from punto.table.settings import Limit, SettingsError, check_settings, default_settings
from punto.table.state import Phase
from tests.live import BANKER_WINS, CASINO_MANAGER, by_method, dealt, lay
from tests.tables import LIVE, TIGER, Play, betting, opened, patron, staff

PIT = staff(StaffPosition.PIT_MANAGER)
PIT_AND_SECOND = staff(StaffPosition.PIT_MANAGER, second="Bob")
DEALER = staff(StaffPosition.DEALER)
USUAL = default_settings(TIGER)


def test_a_table_opens_with_its_rulebook_and_settings_whole() -> None:
    play = Play()
    (event,) = play.done(OpenTable(TIGER.text, USUAL), PIT)
    assert event == TableOpened(TIGER.text, TIGER.digest, USUAL)
    assert (play.table.phase, play.table.book) == (Phase.IDLE, TIGER)


def test_a_dealer_does_not_open_a_table() -> None:
    assert Play().refused(OpenTable(TIGER.text, USUAL), DEALER) == "not-allowed"


def test_an_open_table_is_not_opened_again() -> None:
    assert opened().refused(OpenTable(TIGER.text, USUAL), PIT) == "table-open"


def test_a_closed_table_refuses_commands() -> None:
    assert Play().refused(OpenBets()) == "table-closed"
    assert Play().refused(TakeSeat(1, "visit-1"), patron(1)) == "table-closed"


def test_an_unreadable_rulebook_is_refused() -> None:
    assert Play().refused(OpenTable("{}", USUAL), PIT) == "bad-rulebook"


@pytest.mark.parametrize(
    ("changes", "words", "code", "values"),
    [
        (
            {"decks": 3},
            "decks: 3; tiger is played with 4 to 10",
            "decks-not-allowed",
            {"decks": 3, "minimum": 4, "maximum": 10},
        ),
        (
            {"cards_behind_cut": 5},
            "a round may need six cards",
            "cut-out-of-range",
            {"cards": 5, "minimum": 6, "maximum": 415},
        ),
        (
            {"cards_behind_cut": 416},
            "the shoe has fewer cards",
            "cut-out-of-range",
            {"cards": 416, "minimum": 6, "maximum": 415},
        ),
        (
            {"positions": 0},
            "positions: 0; expected 1 to 200",
            "seats-out-of-range",
            {"seats": 0, "maximum": 200},
        ),
        (
            {"positions": 201},
            "positions: 201; expected 1 to 200",
            "seats-out-of-range",
            {"seats": 201, "maximum": 200},
        ),
        (
            {"wagers_per_area": 2},
            "wagers_per_area: 2; expected 1 to 1",
            "area-limit-out-of-range",
            {"wagers": 2, "maximum": 1},
        ),
        (
            {"rounds_after_cut": -1},
            "rounds_after_cut: -1; expected 0 or more",
            "rounds-after-cut-negative",
            {"rounds": -1},
        ),
        (
            {"total_minimum_cents": 110},
            "total_minimum_cents 110 cents; expected a multiple of 20",
            "total-not-in-unit",
            {"minimum": 110, "unit": 20},
        ),
        (
            {"limits": USUAL.limits[1:]},
            "limits: no player; tiger always offers it",
            "wager-missing",
            {"wager": "player"},
        ),
        (
            {"limits": (*USUAL.limits, Limit("super_six", 1_00, 2_00))},
            "has no wager 'super_six'",
            "unknown-wager",
            {"wager": "super_six"},
        ),
        (
            {"limits": (*USUAL.limits, Limit("tie", 1_00, 2_00))},
            "limits: tie twice",
            "limit-twice",
            {"wager": "tie"},
        ),
        (
            {"limits": (*USUAL.limits[:-1], Limit("tiger_pair", 2_00, 1_00))},
            "tiger_pair from 200",
            "limit-range",
            {"wager": "tiger_pair", "minimum": 200, "maximum": 100},
        ),
        (
            {"limits": (*USUAL.limits[:-1], Limit("tiger_pair", 0, 1_00))},
            "minimum above zero",
            "limit-range",
            {"wager": "tiger_pair", "minimum": 0, "maximum": 100},
        ),
        (
            {"limits": (*USUAL.limits[:-1], Limit("tiger_pair", 1_10, 2_00))},
            "multiple of 20",
            "limit-not-in-unit",
            {"wager": "tiger_pair", "limit": 110, "unit": 20},
        ),
    ],
)
def test_settings_that_do_not_fit_are_refused_with_their_name(
    changes: dict[str, object], words: str, code: str, values: dict[str, object]
) -> None:
    settings = structs.replace(USUAL, **changes)
    refusal = Play().ask(OpenTable(TIGER.text, settings), PIT)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.values) == (code, values)
    with pytest.raises(SettingsError, match=words):
        check_settings(TIGER, settings)


def test_an_optional_wager_need_not_be_offered() -> None:
    play = Play()
    play.done(OpenTable(TIGER.text, structs.replace(USUAL, limits=USUAL.limits[:3])), PIT)
    assert play.table.settings_in_force.offered_wagers == ("player", "banker", "tie")


def test_settings_change_between_rounds_with_a_second_person() -> None:
    play = opened()
    settings = structs.replace(USUAL, total_minimum_cents=2_00)
    assert play.refused(ChangeSettings(settings), PIT) == "needs-second"
    assert (
        play.refused(ChangeSettings(settings), staff(StaffPosition.DEALER, second="Bob"))
        == "not-allowed"
    )
    assert play.done(ChangeSettings(settings), PIT_AND_SECOND) == (SettingsChanged(settings),)
    assert play.table.settings_in_force.total_minimum_cents == 2_00


def test_a_person_cannot_approve_their_own_command() -> None:
    alone = staff(StaffPosition.PIT_MANAGER, name="Ann", second="Ann")
    assert opened().refused(ChangeSettings(USUAL), alone) == "needs-second"


def test_settings_do_not_change_in_a_round_or_against_the_loaded_shoe() -> None:
    assert betting().refused(ChangeSettings(USUAL), PIT_AND_SECOND) == "bets-open"
    six = structs.replace(USUAL, decks=6)
    assert opened().refused(ChangeSettings(six), PIT_AND_SECOND) == "shoe-loaded"
    # The cut and the burning of a shoe are fixed when it is loaded.
    for changed in (
        structs.replace(USUAL, cards_behind_cut=20),
        structs.replace(USUAL, burns=True),
    ):
        assert opened().refused(ChangeSettings(changed), PIT_AND_SECOND) == "shoe-loaded"
    assert (
        opened().refused(ChangeSettings(structs.replace(USUAL, decks=3)), PIT_AND_SECOND)
        == "decks-not-allowed"
    )


def test_the_position_of_a_seated_patron_cannot_be_removed() -> None:
    play = opened(TIGER, (1, 3))
    few = structs.replace(USUAL, positions=2)
    assert play.refused(ChangeSettings(few), PIT_AND_SECOND) == "seats-in-use"
    play.done(ChangeSettings(structs.replace(USUAL, positions=3)), PIT_AND_SECOND)
    play.done(LeaveSeat(3), patron(3))
    play.done(ChangeSettings(few), PIT_AND_SECOND)


def test_the_position_of_a_patron_who_may_draw_cannot_be_removed() -> None:
    play = opened(LIVE, (1,), is_hlga=True)
    play.done(ChooseMethod(DealingMethod.C), CASINO_MANAGER)
    play.done(AllowDrawing(4), CASINO_MANAGER)
    few = structs.replace(play.table.settings_in_force, positions=3)
    assert play.refused(ChangeSettings(few), PIT_AND_SECOND) == "seats-in-use"


def test_the_position_that_controls_the_device_cannot_be_removed() -> None:
    """Before, the device remained with a removed position, and could not be handed over."""
    play = by_method(DealingMethod.C)
    lay(play, 6, banker=100_00)
    play.done(HandOverDevice(6), DEALER)
    dealt(play, *BANKER_WINS)
    for side in Side:
        play.done(ExposeCards(side), DEALER)
    play.done(SettleRound(), DEALER)
    assert play.table.live.device == 6
    few = structs.replace(play.table.settings_in_force, positions=5)
    assert play.refused(ChangeSettings(few), PIT_AND_SECOND) == "seats-in-use"
    play.done(ChangeSettings(structs.replace(few, positions=6)), PIT_AND_SECOND)


def test_a_shoe_is_loaded_and_ended_between_rounds() -> None:
    play = opened()
    assert play.done(EndShoe("9sKd", "00"), DEALER) == (ShoeEnded("shoe-1", "9sKd", "00"),)
    assert play.refused(EndShoe(), DEALER) == "no-shoe"
    assert play.done(LoadShoe("shoe-2", "beef"), DEALER) == (ShoeLoaded("shoe-2", 8, "beef"),)
    assert play.refused(LoadShoe("shoe-3"), DEALER) == "shoe-loaded"


def test_a_shoe_cannot_be_ended_in_a_round() -> None:
    assert betting().refused(EndShoe(), DEALER) == "bets-open"


def test_a_table_closes_between_rounds_without_a_shoe() -> None:
    play = opened()
    assert play.refused(CloseTable(), PIT) == "shoe-loaded"
    play.done(EndShoe(), DEALER)
    assert play.done(CloseTable(), PIT) == (TableClosed(),)
    assert play.table.phase is Phase.CLOSED
    assert play.table.seats == {}


def test_round_numbers_continue_when_a_table_reopens() -> None:
    play = betting()
    assert play.table.rounds == 1
    play = Play(structs.replace(play.table, phase=Phase.IDLE, shoe=None))
    play.done(CloseTable(), PIT)
    play.done(OpenTable(TIGER.text, USUAL), PIT)
    play.done(LoadShoe("shoe-9", "beef"), DEALER)
    play.done(OpenBets())
    assert play.table.current.number == 2


@pytest.mark.parametrize("book", [LIVE, game("fortune-six-live")], ids=lambda each: each.key)
def test_a_layout_has_at_most_sixteen_positions(book: Rulebook) -> None:
    for positions in (0, 17):
        with pytest.raises(ValueError, match=f"positions: {positions}; expected 1 to 16"):
            check_settings(book, structs.replace(default_settings(book), positions=positions))
    for positions in (1, 16):
        check_settings(book, structs.replace(default_settings(book), positions=positions))


def test_settings_at_their_limits_are_accepted() -> None:
    check_settings(TIGER, structs.replace(USUAL, cards_behind_cut=52 * USUAL.decks - 1))
    with pytest.raises(ValueError, match="cards_behind_cut: 416; the shoe has fewer cards"):
        check_settings(TIGER, structs.replace(USUAL, cards_behind_cut=52 * USUAL.decks))
    check_settings(TIGER, structs.replace(USUAL, rounds_on_roads=1))
    same = tuple(structs.replace(each, maximum_cents=each.minimum_cents) for each in USUAL.limits)
    check_settings(TIGER, structs.replace(USUAL, limits=same))


def test_a_method_is_one_of_those_that_the_document_names() -> None:
    few = replace(LIVE, document=replace(LIVE.document, methods=LIVE.document.methods[:1]))
    usual = default_settings(few)
    assert [each.method for each in few.document.methods] == [DealingMethod.A]
    with pytest.raises(ValueError, match="method: B; tiger-no-commission-live is dealt by A"):
        check_settings(few, usual)
