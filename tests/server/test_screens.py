"""A picture shows what everybody may see, and no card that lies face down."""

import json

from punto.core.rulebook import Method
from punto.server import screens
from punto.server.config import TablePlan
from punto.server.screens import Timing
from punto.server.table_history import TableHistory
from punto.table.settings import usual_settings
from tests.tables import LIVE, Play, dealing


def shown(play: Play) -> dict[str, object]:
    plan = TablePlan("t", "T", 1, LIVE, usual_settings(LIVE))
    view = screens.public_view(plan, play.table, TableHistory(), Timing(None, {}), may_answer=False)
    text = json.loads(screens.ENCODE(view))
    assert isinstance(text, dict)
    return text


def test_cards_in_patrons_hands_are_in_no_picture() -> None:
    play = dealing(LIVE, "9s", "Kd", "Ks", "8d", method=Method.A)
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
