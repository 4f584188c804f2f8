"""Name the rules that shared code carries out; each document states them in its own clauses."""

from enum import StrEnum


class Rule(StrEnum):
    """A rule by name; `Document.clause_of` finds the clause of a document that states it."""

    # The cards and their points
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

    # Patrons who handle cards and the device
    METHODS = "methods"
    FIRST_HAND_SHOWN = "first-hand-shown"
    THIRD_CARDS_FACE_DOWN = "third-cards-face-down"
    HIGHEST_STAKE_HANDLES = "highest-stake-handles"
    NEXT_HIGHEST_HANDLES = "next-highest-handles"
    FIRST_PLACED_HANDLES = "first-placed-handles"
    NEXT_EQUAL_HANDLES = "next-equal-handles"
    NOBODY_HANDLES = "nobody-handles"
    PATRON_DRAWS = "patron-draws"
    THROUGH_A_DEALER = "through-a-dealer"
    RELEVANT_PATRON_EXPOSES = "relevant-patron-exposes"
    GIVES_DEVICE_UP = "gives-device-up"
    LOSES_DEVICE = "loses-device"

    # Wagers on the two hands
    DIFFERENTIAL = "differential"
    LIGHT_SIDE_MAY_RAISE = "light-side-may-raise"

    # Other situations
    UNCOVERED = "uncovered"
    HIGHER_POSITION = "higher-position"
    DISPLAY = "display"
