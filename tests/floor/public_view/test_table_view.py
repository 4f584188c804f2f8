"""Test that a view shows the public cards, and no card that is face down."""

import json
from typing import Any, cast

from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod
from punto.core.staff_positions import StaffPosition
from punto.core.tableau import ending
from punto.floor.plan import TablePlan
from punto.floor.public_view import table_view
from punto.floor.public_view.table_view import Countdown
from punto.floor.read_models.table_history import ShoeResult, TableHistory
from punto.table.commands import ReportIrregularity, SettleRound
from punto.table.roads import DragonTail
from punto.table.settings import default_settings
from tests.rounds import played
from tests.tables import LIVE, Play, betting, dealer, dealing, staff


def shown(play: Play) -> dict[str, object]:
    plan = TablePlan("t", "T", 1, LIVE, default_settings(LIVE))
    view = table_view.public_view(
        plan, play.table, TableHistory(), Countdown(None, {}), may_answer=False
    )
    text = json.loads(table_view.ENCODE(view))
    assert isinstance(text, dict)
    return text


def test_cards_in_patrons_hands_are_in_no_view() -> None:
    play = dealing(LIVE, "9s", "Kd", "Ks", "8d", method=DealingMethod.A)
    view = shown(play)
    text = json.dumps(view)
    for card in ("9s", "Kd", "Ks", "8d"):
        assert card not in text
    assert view["hands"] == {
        "player": {"cards": ["?", "?"], "total": None, "two_card_total": None},
        "banker": {"cards": ["?", "?"], "total": None, "two_card_total": None},
    }
    assert (view["winner"], view["reasons"], view["phase"]) == (None, [], "dealing")


def test_cards_dealt_face_up_are_shown_with_their_totals() -> None:
    view = shown(dealing(LIVE, "9s", "Kd", "Ks", "8d"))
    assert view["hands"] == {
        "player": {"cards": ["9s", "Ks"], "total": 9, "two_card_total": 9},
        "banker": {"cards": ["Kd", "8d"], "total": 8, "two_card_total": 8},
    }
    assert (view["winner"], view["phase"]) == ("P", "complete")


def test_the_side_wagers_that_a_result_pays_are_named_by_their_lines() -> None:
    play = dealing(LIVE, "2s", "3h", "3d", "3c", "6h", "Kh")
    assert shown(play)["paid"] == []
    play.done(SettleRound(), dealer(play.table))
    view = shown(play)
    paid = [(each["wager"], each["line"]) for each in cast("list[dict[str, Any]]", view["paid"])]
    assert view["winner"] == "B"
    assert sorted(paid) == [("big_tiger", 1), ("tiger", 2), ("tiger_pair", 1)]


def test_the_other_tail_is_sent_only_if_it_differs() -> None:
    ends = {"B": ending(played(LIVE, "Ks Kd / 9s Kc")), "P": ending(played(LIVE, "9s Kc / Ks Kd"))}

    def roads(text: str, tail: DragonTail = DragonTail.STICKY) -> dict[str, Any]:
        results = [ShoeResult(at, ends[each]) for at, each in enumerate(text)]
        return table_view.roads_view(LIVE, TableHistory(results=results), tail)

    assert roads("BBPPPBPBB")["other"] is None
    sticky, dropping = (roads("B" * 9 + "P" * 10, tail) for tail in DragonTail)
    assert [(each["row"], each["column"]) for each in sticky["big"][-2:]] == [(4, 5), (4, 6)]
    assert sticky["other"]["big"][-2:] == [{"row": 5, "column": 4}, {"row": 5, "column": 5}]
    for ours, theirs in ((sticky, dropping), (dropping, sticky)):
        for kind in ("big", "big_eye", "small", "cockroach"):
            moved = [each | at for each, at in zip(ours[kind], ours["other"][kind], strict=True)]
            assert moved == theirs[kind]
        for side, answer in ours["ask"].items():
            assert answer | ours["other"]["ask"][side] == theirs["ask"][side]


def test_an_offer_has_the_sum_that_a_seat_may_withdraw() -> None:
    play = betting(LIVE)
    play.bet(1, banker=10_00, tiger_pair=5_00)
    play.close()
    play.draw("2s", "2c", "3d", "2d")
    assert table_view.offered_cents(play.table, 1) is None
    known = ReportIrregularity(Trigger.DRAWN_TOGETHER, (), ("6s", "7d"), evidence="tape")
    play.done(known, staff(StaffPosition.DEALER, second="Sam"))
    own = table_view.seat_view(play.table, TableHistory(), 1)
    assert own is not None
    # The pair is won already and stays.
    assert (own.offered_cents, own.bet_cents) == (10_00, 15_00)
