"""Bring a game to one state of a round, in which an irregularity can occur."""

from dataclasses import dataclass, field

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod, Rulebook
from punto.core.sides import Side
from punto.core.staff_positions import StaffPosition
from punto.games.library import game
from punto.ledger.postings import transfers_of
from punto.table.actors import DEVICE
from punto.table.commands import (
    AnswerWithdrawal,
    ChooseMethod,
    CloseBets,
    ConfirmParticipants,
    DisconnectTerminal,
    ExposeCards,
    HandOverDevice,
    LoadShoe,
    OpenBets,
    ReportIrregularity,
    SettleRound,
)
from punto.table.next_step import NextStep, next_step
from punto.table.settings import Limit, default_settings
from punto.table.state import IN_ROUND
from tests.live import CASINO_MANAGER, lay
from tests.tables import Play, dealer, patron, seated, staff

STATES = (
    "idle",
    "betting",
    "closed",
    "1",
    "2",
    "3",
    "initial",
    "5",
    "finished",
    "settled",
)

#: The game that stands for each document.
GAMES = {
    "E": game("tiger"),
    "U": game("seven-up"),
    "F": game("fortune-six-live"),
    "T": game("tiger-no-commission-live"),
    "R": game("super-six-plus"),
}

#: Player 9 against Banker 6, both with three cards and nothing decided early; in 7 Up the Player
#: hand has its printed seven and Banker wins by 6 to 4.
PLAIN = ("2s", "Kc", "3d", "4c", "4h", "2c")
PLAIN_SEVEN_UP = ("Kc", "3d", "4c", "4h", "2c")

#: The same totals with something decided as early as may be: a pair, in 7 Up a second seven.
EARLY = ("2s", "Kc", "2d", "4c", "5h", "2c")
EARLY_SEVEN_UP = ("7h", "3d", "7c", "4h", "2c")

DEALT = {"plain": (-110_00, 50_00), "seven-up": (90_00, -50_00)}


def _limits(least: int, most: int) -> tuple[Limit, ...]:
    return tuple(
        Limit("player", least, most) if each.wager == "player" else each
        for each in default_settings(GAMES["T"]).limits
    )


#: Where a clause needs a table of its own, and where the patron at position 2 plays with chips.
SETTINGS: dict[str, dict[str, object]] = {
    **{key: {"is_hlga": True} for key in ("T 5.12.1", "T 5.12.2")},
    "T 5.14": {"limits": _limits(100_00, 500_00)},
    **{key: {"limits": _limits(1_00, 50_00)} for key in ("T 5.15", "T 5.16")},
    **{key: {"differential_cents": 40_00} for key in ("T 5.18.1", "T 5.18.2")},
    "T 5.18.3": {"differential_cents": 60_00},
}
CHIPS = {
    **dict.fromkeys(("F 5.6", "F 5.7", "T 5.4", "T 5.5", "T 5.14"), 50_00),
    **dict.fromkeys(("T 5.15", "T 5.16"), 80_00),
}

PROOF = "seen by two, on camera"
SHIFT_MANAGER = staff(StaffPosition.GAMING_SHIFT_MANAGER, "Max", second="Bob")
TWO = staff(StaffPosition.DEALER, "Dora", second="Bob")


@dataclass
class Cell:
    """One clause in one state of a round, with the table at which a test tries it."""

    letter: str
    clause: str
    state: str
    play: Play = field(default_factory=Play)
    earlier: bool = False

    @property
    def book(self) -> Rulebook:
        """The game that represents the document."""
        return GAMES[self.letter]

    @property
    def is_seven_up(self) -> bool:
        """Whether the initial deal has three cards."""
        return self.letter == "U"

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards of the round, in the order in which they leave the device."""
        early = self.clause in ("5.9.2", "5.10.1", "5.17.2") and self.letter in "ETU"
        if self.is_seven_up:
            return EARLY_SEVEN_UP if early else PLAIN_SEVEN_UP
        return EARLY if early else PLAIN

    @property
    def drawn(self) -> int:
        """The number of cards drawn in this state."""
        if self.state in ("finished", "settled"):
            return len(self.cards)
        if self.state in ("initial", "5"):
            return len(self.cards) - (2 if self.state == "initial" else 1)
        return int(self.state) if self.state.isdigit() else 0

    def reach(self, cards: tuple[str, ...] | None = None) -> None:
        """Bring the table into the state."""
        settings = SETTINGS.get(f"{self.letter} {self.clause}", {})
        self.play = seated(self.book, (1, 2), settings)
        self.play.done(LoadShoe("shoe-1"), staff(StaffPosition.DEALER))
        if "is_hlga" in settings:
            self.play.done(ChooseMethod(DealingMethod.C), CASINO_MANAGER)
        if self.earlier:
            self.begin()
            self.play.close()
            self.play.finish(*self.cards)
        if self.state == "idle":
            return
        self.begin()
        if self.state == "betting":
            return
        self.play.done(CloseBets(), dealer(self.play.table))
        if self.state == "closed":
            return
        for card in (cards or self.cards)[: self.drawn]:
            while (step := next_step(self.play.table)) is not NextStep.DRAW:
                self.step(step)
            self.play.draw(card)
        while self.state == "settled" and (step := next_step(self.play.table)) is NextStep.EXPOSE:
            self.step(step)
        if self.state == "settled":
            self.play.done(SettleRound(), dealer(self.play.table))

    def begin(self) -> None:
        """Open bets and place the stakes of both patrons."""
        self.play.done(OpenBets(), dealer(self.play.table))
        self.play.bet(1, banker=100_00, tie=10_00)
        if self.clause == "5.10.2":
            self.play.done(DisconnectTerminal(2), DEVICE)
        elif cents := CHIPS.get(f"{self.letter} {self.clause}"):
            lay(self.play, 2, player=cents)
        else:
            self.play.bet(2, player=50_00)

    def rest(self) -> None:
        """Play the round to its end, one due step after the other."""
        for _ in range(60):
            if self.play.table.phase not in IN_ROUND:
                return
            self.step(next_step(self.play.table))
        raise AssertionError("the round does not end")

    def step(self, step: NextStep) -> None:
        """Take one step of a round."""
        play, by = self.play, dealer(self.play.table)
        match step:
            case NextStep.CLOSE_BETS:
                play.done(CloseBets(), by)
            case NextStep.HAND_OVER_DEVICE:
                play.done(HandOverDevice(1), by)
            case NextStep.CONFIRM_SEATS:
                play.done(ConfirmParticipants(), by)
            case NextStep.DRAW:
                play.draw(self.cards[len(play.table.current.numbers)])
            case NextStep.EXPOSE:
                for side in Side:
                    play.ask(ExposeCards(side), by)
            case NextStep.SETTLE:
                play.done(SettleRound(), by)
            case _:
                raise AssertionError(f"{step} is due")

    def report(self, trigger: Trigger, *saw: When, **facts: object) -> None:
        """Report an irregularity by two people."""
        asked = ReportIrregularity(trigger, saw, evidence=PROOF, **facts)  # type: ignore[arg-type]
        self.play.done(asked, TWO)

    def answer(self) -> None:
        """Withdraw the offered stakes of seat 1; seat 2 stays in."""
        self.play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
        self.play.done(AnswerWithdrawal(2, withdraws=False), patron(2))

    def next_cards(self, many: int) -> tuple[str, ...]:
        """The next cards, which may be beyond the round."""
        return (*self.cards, "9h", "8h", "7h")[self.drawn : self.drawn + many]

    def cents(self) -> tuple[int, int]:
        """The gain or loss of both patrons from all events so far."""
        held = {"visit-1": 0, "visit-2": 0}
        for each in transfers_of("t", "c", self.play.events):
            for account, cents in ((each.source, -each.cents), (each.target, each.cents)):
                kind, _, name = account.partition("/")
                if kind in ("credit", "claim", "stakes", "chips"):
                    owner = name.partition("/")[0]
                    held[owner if owner in held else "visit-2"] += cents
        return held["visit-1"], held["visit-2"]
