"""Rules that shared code carries out; each document states them in clauses of its own."""

from enum import StrEnum


class Rule(StrEnum):
    """A rule by name; a document says in which of its clauses it stands, if it stands there."""

    # The cards and what they count
    DECKS = "decks"
    POINT_VALUE = "point-value"
    POINT_TOTAL = "point-total"
    PAIR = "pair"

    # The deal
    TWO_HANDS = "two-hands"
    INITIAL_DEAL = "initial-deal"
    NATURAL = "natural"
    PLAYER_THIRD_CARD = "player-third-card"
    BANKER_THIRD_CARD = "banker-third-card"
    BANKER_WHEN_PLAYER_STANDS = "banker-when-player-stands"
    CUTTING_CARD = "cutting-card"

    # The outcome
    HIGHEST_TOTAL_WINS = "highest-total-wins"
    TIE = "tie"
    PAIRS_BY_INITIAL_DEAL = "pairs-by-initial-deal"
    ROUND_OF_PLAY = "round-of-play"

    # Wagers and money
    LAYOUT = "layout"
    LIMITS = "limits"
    WAGERS_PER_AREA = "wagers-per-area"
    AVAILABLE_WAGERS = "available-wagers"
    BETS_OPEN = "bets-open"
    BETS_CLOSED = "bets-closed"
    OWN_SELECTION = "own-selection"
    NO_LATE_WAGER = "no-late-wager"
    NO_LATE_WITHDRAWAL = "no-late-withdrawal"
    CREDIT = "credit"

    # Whatever else happens
    UNCOVERED = "uncovered"
    HIGHER_POSITION = "higher-position"
    DISPLAY = "display"
