"""Define wagers with published odds, some of which no game of ours offers."""

from punto.core.conditions import All, Condition, Is, Not
from punto.core.facts import Fact
from punto.core.rulebook import OWN_CLAUSE, PUSH, PayLine, Rulebook, WagerRule, to
from punto.games import shared_terms
from punto.games.shared_terms import (
    BANKER_WINS,
    BANKER_WINS_NOT_ON_SIX,
    BANKER_WINS_ON_SIX,
    BANKER_WINS_SIX_ON_THREE,
    BANKER_WINS_SIX_ON_TWO,
    PLAYER_WINS,
    TIED,
)

DRAGON_SEVEN = All(BANKER_WINS, Is(Fact.BANKER_TOTAL, 7), Is(Fact.BANKER_CARDS, 3))
PANDA_EIGHT = All(PLAYER_WINS, Is(Fact.PLAYER_TOTAL, 8), Is(Fact.PLAYER_CARDS, 3))


def _line(when: Condition, win: int | str, per: int = 1) -> PayLine:
    return PayLine(OWN_CLAUSE, when, to(win, per))


def _wager(key: str, *lines: PayLine) -> WagerRule:
    return WagerRule(key, key, lines)


PUSH_ON_TIE = PayLine(OWN_CLAUSE, TIED, PUSH)

REFERENCE = Rulebook(
    key="reference",
    name="Wagers with published odds",
    wagers=(
        _wager("player", _line(PLAYER_WINS, 1), PUSH_ON_TIE),
        _wager("banker", _line(BANKER_WINS, "0.95"), PUSH_ON_TIE),
        _wager(
            "banker_half_on_six",
            _line(BANKER_WINS_ON_SIX, 1, 2),
            _line(BANKER_WINS_NOT_ON_SIX, 1),
            PUSH_ON_TIE,
        ),
        _wager("tie", _line(TIED, 8)),
        _wager("tie_9", _line(TIED, 9)),
        _wager("pair", _line(shared_terms.PLAYER_PAIRS, 11)),
        _wager("six_15", _line(BANKER_WINS_ON_SIX, 15)),
        _wager("six_12_20", _line(BANKER_WINS_SIX_ON_TWO, 12), _line(BANKER_WINS_SIX_ON_THREE, 20)),
        _wager("lucky_6", _line(BANKER_WINS_SIX_ON_TWO, 12), _line(BANKER_WINS_SIX_ON_THREE, 23)),
        _wager("small_tiger", _line(BANKER_WINS_SIX_ON_TWO, 22)),
        _wager("big_tiger", _line(BANKER_WINS_SIX_ON_THREE, 50)),
        _wager("tie_on_6_at_45", _line(shared_terms.TIED_ON_SIX, 45)),
        _wager("dragon_7", _line(DRAGON_SEVEN, 40)),
        _wager("panda_8", _line(PANDA_EIGHT, 25)),
        _wager(
            "ez_banker",
            _line(All(BANKER_WINS, Not(DRAGON_SEVEN)), 1),
            PayLine(OWN_CLAUSE, DRAGON_SEVEN, PUSH),
            PUSH_ON_TIE,
        ),
        _wager("natural_9", _line(All(Is(Fact.PLAYER_NATURAL, 1), Is(Fact.PLAYER_TOTAL, 9)), 9)),
        _wager("natural_8", _line(All(Is(Fact.PLAYER_NATURAL, 1), Is(Fact.PLAYER_TOTAL, 8)), 9)),
        *(_wager(f"tie_on_{k}", _line(All(TIED, Is(Fact.PLAYER_TOTAL, k)), 1)) for k in range(10)),
        *(
            _wager(f"banker_on_{k}", _line(All(BANKER_WINS, Is(Fact.BANKER_TOTAL, k)), 1))
            for k in range(1, 10)
        ),
    ),
)
