"""An action is on or off as `decide` answers, with the clause and the position that may act."""

from punto.core.rulebook import DealingMethod
from punto.core.staff_positions import StaffPosition
from punto.floor.dealer_console.available_actions import available_actions
from punto.floor.dealer_console.command_forms import CommandForm, check_command
from punto.table.actors import Actor
from punto.table.commands import (
    ChangeSettings,
    EnterCard,
    InterruptRound,
    RefuseCards,
    RequestLowerWagers,
)
from punto.table.state import Table
from tests import irregularities
from tests.live import (
    BANKER,
    BANKER_WINS,
    CASINO_MANAGER,
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    by_method,
    dealt,
)
from tests.tables import LIVE, TIGER, Play, betting, dealing, opened, staff
from tests.texts import text


def by_key(play: Play, by: Actor = DEALER) -> dict[str, CommandForm]:
    return {each.key: each for each in available_actions(play.table, by, play.table.game)}


def test_a_closed_table_offers_to_open_it_and_a_held_one_no_action() -> None:
    (opening,) = available_actions(Table(), PIT_MANAGER, LIVE)
    assert (opening.act.command, opening.off_because) == ("OpenTable", None)
    (off,) = available_actions(Table(), DEALER, LIVE)
    assert off.off_because is not None
    play = dealing(LIVE, "2s")
    play.done(InterruptRound(), DEALER)
    assert by_key(play) == {}


def test_every_key_belongs_to_one_action() -> None:
    for play in (opened(LIVE), betting(LIVE, differential_cents=0), dealing(LIVE, "2s")):
        keys = [each.key for each in available_actions(play.table, SHIFT_MANAGER, play.table.game)]
        assert len(keys) == len(set(keys))


def test_entering_a_card_by_hand_needs_two_people() -> None:
    play = irregularities.dealt(LIVE, "2s")
    card = by_key(play)["C"]
    assert (card.off_because, card.needs_second) == (None, True)
    assert (card.act.command, card.act.fields) == ("EnterCard", {"number": 2})
    assert [(each.field, each.kind, each.choices) for each in card.fields] == [("card", "text", ())]
    two = staff(StaffPosition.DEALER, second="Sam")
    assert check_command(play.table, EnterCard(2, "9s"), two) == (None, False)


def test_only_an_unread_card_of_a_committed_shoe_is_entered_by_hand() -> None:
    assert "C" not in by_key(dealing(LIVE, "2s"))
    assert "C" not in by_key(opened(LIVE, burns=True))
    card = by_key(dealing(LIVE, "2s", "?", "3d", "4c"))["C"]
    assert (card.off_because, card.act.fields) == (None, {"number": 2})


def test_a_refusal_names_the_position_with_the_authority() -> None:
    play = betting(LIVE, differential_cents=0)
    play.bet(1, banker=100_00)
    remove = by_key(play)["V"]
    assert remove.off_because is not None
    assert text(remove.off_because) == "This position may not do that. Pit Manager or higher."
    assert remove.clause == "T 6.2"
    first = by_key(play, PIT_MANAGER)["V"]
    assert first.off_because is not None
    assert text(first.off_because) == "First ask patrons to lower their bets."
    play.done(RequestLowerWagers(), DEALER)
    assert by_key(play, PIT_MANAGER)["V"].off_because is None


def test_the_document_names_who_chooses_a_method() -> None:
    play = opened(LIVE, is_hlga=True)
    by_pit, by_casino = by_key(play, PIT_MANAGER)["1"], by_key(play, CASINO_MANAGER)["1"]
    assert [each.value for each in by_pit.fields[0].choices] == ["A", "B"]
    assert [each.value for each in by_casino.fields[0].choices] == ["A", "B", "C"]
    assert by_key(play)["1"].off_because is not None
    assert "1" not in by_key(opened(TIGER), PIT_MANAGER)


def test_the_pit_supervisor_chooses_the_handler_of_refused_cards() -> None:
    play = by_method(DealingMethod.A)
    play.bet(1, banker=100_00)
    dealt(play, *BANKER_WINS)
    assert "N" not in by_key(play)
    play.done(RefuseCards(BANKER, 1), DEALER)
    assert by_key(play)["N"].off_because is not None
    chosen = by_key(play, SUPERVISOR)["N"]
    assert chosen.off_because is None
    assert chosen.clause == "T 3.9.4.1"
    assert [each.value for each in chosen.fields[0].choices] == list(range(1, 9))


def test_an_action_cites_the_clause_that_allows_it() -> None:
    play = by_method(DealingMethod.A)
    play.bet(1, banker=100_00)
    found = by_key(dealt(play, *BANKER_WINS))
    assert {key: found[key].clause for key in "FGEK"} == {
        "F": "T 3.9.6",
        "G": "T 3.9.6",
        "E": "T 3.9.3",
        "K": "T 5.7.1",
    }


def test_under_method_c_patrons_control_the_device() -> None:
    play = by_method(DealingMethod.C)
    play.bet(2, banker=100_00)
    over = by_key(play)["B"]
    assert [each.value for each in over.fields[0].choices] == [2]
    assert over.clause == "T 3.11.1"
    assert "X" not in by_key(play)


def test_new_settings_need_two_people() -> None:
    play = opened(LIVE)
    change = ChangeSettings(play.table.settings_in_force)
    assert check_command(play.table, change, PIT_MANAGER) == (None, True)
