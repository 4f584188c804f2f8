import pytest

from punto.core.rules import Rule
from punto.games.mbs_tiger_no_commission_2022 import DOCUMENT
from punto.games.mbs_tiger_no_commission_2022 import TIGER_NO_COMMISSION_LIVE as TIGER

STATED_IN = {
    Rule.DECKS: "2.1",
    Rule.POINT_VALUE: "3.3",
    Rule.POINT_TOTAL: "3.4",
    Rule.PAIR: "1.1.13",
    Rule.TWO_HANDS: "3.12",
    Rule.INITIAL_DEAL: "3.12",
    Rule.NATURAL: "3.14",
    Rule.PLAYER_THIRD_CARD: "3.14",
    Rule.BANKER_THIRD_CARD: "3.14",
    Rule.BANKER_WHEN_PLAYER_STANDS: "3.14",
    Rule.CUTTING_CARD: "3.17",
    Rule.HIGHEST_TOTAL_WINS: "3.15",
    Rule.TIE: "3.15.1",
    Rule.PAIRS_BY_INITIAL_DEAL: "3.13",
    Rule.ROUND_OF_PLAY: "1.1.6",
    Rule.LAYOUT: "2.2",
    Rule.LIMITS: "3.5.1",
    Rule.WAGERS_PER_AREA: "3.6",
    Rule.AVAILABLE_WAGERS: "3.5",
    Rule.BETS_OPEN: "3.1",
    Rule.BETS_CLOSED: "3.2",
    Rule.OWN_SELECTION: "3.7",
    Rule.NO_LATE_WAGER: "5.4",
    Rule.NO_LATE_WITHDRAWAL: "5.5",
    Rule.METHODS: "3.8",
    Rule.HIGHEST_STAKE_HANDLES: "3.9.2",
    Rule.NEXT_HIGHEST_HANDLES: "3.9.3",
    Rule.FIRST_PLACED_HANDLES: "3.9.4",
    Rule.NEXT_EQUAL_HANDLES: "3.9.5",
    Rule.FIRST_HAND_SHOWN: "3.9.6",
    Rule.THIRD_CARDS_FACE_DOWN: "3.9.7",
    Rule.NOBODY_HANDLES: "3.10.2",
    Rule.PATRON_DRAWS: "3.11.1",
    Rule.THROUGH_A_DEALER: "3.11.3",
    Rule.RELEVANT_PATRON_EXPOSES: "3.11.6",
    Rule.GIVES_DEVICE_UP: "3.11.8.1",
    Rule.LOSES_DEVICE: "3.11.8.2",
    Rule.DIFFERENTIAL: "5.18",
    Rule.LIGHT_SIDE_MAY_RAISE: "5.18.2",
    Rule.UNCOVERED: "6.1",
    Rule.HIGHER_POSITION: "6.2",
    Rule.DISPLAY: "6.3",
}


@pytest.mark.parametrize("rule", STATED_IN)
def test_a_rule_is_cited_by_the_clause_that_states_it(rule: Rule) -> None:
    assert DOCUMENT.clause_of(rule) == STATED_IN[rule]


def test_the_document_does_not_mention_credit() -> None:
    assert set(Rule) - STATED_IN.keys() == {Rule.CREDIT}
    assert TIGER.cite(Rule.CREDIT) == "POLICY"


@pytest.mark.parametrize(
    ("wager", "defined_in", "paid_by"),
    [
        ("player", "3.5", {"4.1", "3.15.1"}),
        ("banker", "3.5", {"4.1", "3.15.1"}),
        ("tie", "1.1.11", {"4.1"}),
        ("tiger", "1.1.12", {"4.3"}),
        ("small_tiger", "1.1.7", {"4.3"}),
        ("big_tiger", "1.1.1", {"4.3"}),
        ("tiger_tie", "1.1.14", {"4.3"}),
        ("tiger_pair", "1.1.13", {"4.2"}),
    ],
)
def test_a_wager_cites_its_definition_and_its_paytable(
    wager: str, defined_in: str, paid_by: set[str]
) -> None:
    rule = TIGER.wager(wager)
    assert rule.clause == defined_in
    assert {line.clause for line in rule.lines} == paid_by


def test_the_document_is_version_5_in_force_from_7_april_2022() -> None:
    assert (DOCUMENT.version, DOCUMENT.effective) == ("5", "2022-04-07")
