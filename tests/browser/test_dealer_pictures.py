"""Test the dealer console and the terminal with views of rare states, made by the test."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser

from punto.core.irregularities import Circumstance, Trigger
from punto.core.rulebook import DealingMethod
from punto.core.sides import Side
from punto.core.staff_positions import StaffPosition
from punto.floor.dealer_console.table_view import StaffTableView, TableContext, staff_table_view
from punto.floor.plan import TablePlan
from punto.floor.public_view.table_view import Countdown, public_view, seat_view
from punto.floor.public_view.views import CountdownView
from punto.floor.read_models.table_history import TableHistory
from punto.games.library import game
from punto.house.staff.state import DealerAssignment
from punto.table.commands import (
    AnswerWithdrawal,
    CloseTable,
    EndShoe,
    GiveRuling,
    OpenBets,
    PassCards,
    RemoveWagers,
    ReportIrregularity,
    RequestLowerWagers,
    RulingOutcome,
    SettleRound,
)
from punto.table.differential import balancing_proposal
from punto.table.events import RoundReversed
from punto.table.settings import Limit, default_settings
from punto.table.stakes import Stake, chips_at
from tests.browser.chromium import resize
from tests.browser.desks import DEALER, SLIP_MS, Staff, live_house
from tests.browser.evening import Evening
from tests.browser.patron import Patron
from tests.floor.read_models.test_history import remembered
from tests.live import BANKER_WINS, PIT_MANAGER, PLAYER_WINS, TIE, by_method, dealt, lay
from tests.live import DEALER as ONE
from tests.tables import LIVE, Play, betting, patron, physical, staff

SIZES = ((1600, 1000), (1366, 768), (1280, 800))
NO_CLOCK = Countdown(None, {})
AT = "2026-01-01T20:00:00Z"


class Console:
    """A dealer console that receives views made by the test."""

    def __init__(self, dealer: Staff) -> None:
        self.dealer, self.page, self._version = dealer, dealer.page, 1_000_000

    def shows(self, play: Play, timing: Countdown = NO_CLOCK) -> None:
        """Draw a table from the view that the server would send."""
        book, past = play.table.game, remembered(play).table("t")
        for each in past.held_events:
            each.at = AT
        plan = TablePlan("t", "T", 1, book, default_settings(book))
        around = TableContext(attended=DealerAssignment(DEALER, AT), at=AT, timing=timing)
        self.draws(staff_table_view(plan, play.table, past, around, staff(StaffPosition.DEALER)))

    def draws(self, picture: StaffTableView, **changed: Any) -> None:
        self._version += 1
        shown = msgspec.to_builtins(picture) | changed | {"version": self._version}
        self.page.evaluate("picture => punto.dealer.see(picture)", shown)

    def outside(self, panel: str, selector: str) -> int:
        """Count the elements that extend beyond a panel."""
        count = """([panel, selector]) => {
          const box = document.querySelector(panel).getBoundingClientRect();
          return [...document.querySelectorAll(selector)]
            .map((each) => each.getBoundingClientRect())
            .filter((each) => each.bottom > box.bottom + 1 || each.right > box.right + 1).length;
        }"""
        return int(self.page.evaluate(count, [panel, selector]))

    def reads(self, selector: str) -> str:
        return " ".join(self.page.inner_text(selector).split())


class Screen:
    """A patron's terminal that receives views made by the test."""

    def __init__(self, patron: Patron) -> None:
        self.patron, self.page, self._version = patron, patron.page, 1_000_000

    def shows(self, past: TableHistory) -> None:
        """Draw a table from the view that the server would send to seat 1."""
        self._version += 1
        plan = TablePlan("t", "T", 1, LIVE, default_settings(LIVE))
        view = public_view(plan, past.state, past, NO_CLOCK, may_answer=False)
        drawn = msgspec.to_builtins(view) | {
            "own": msgspec.to_builtins(seat_view(past.state, past, 1)),
            "version": self._version,
            "round": 1_000_000,
        }
        self.page.evaluate(
            """view => {
              const { table, layout_version, roads } = punto.terminal.seat.view;
              const own = { table, layout_version, roads, credit_cents: null };
              punto.terminal.hear_view({ ...view, ...own });
            }""",
            drawn,
        )

    def reads(self, selector: str) -> str:
        return " ".join(self.page.inner_text(selector).split())


@pytest.fixture(scope="module")
def evening(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    house = live_house(tmp_path_factory.mktemp("pictures"))
    house.open()
    found = Evening(browser, house)
    yield found
    errors = found.close()
    house.close()
    assert errors == []


@pytest.fixture(scope="module")
def console(evening: Evening) -> Console:
    return Console(evening.opened())


def test_a_returned_stake_is_not_collected(console: Console) -> None:
    play = physical(game("fortune-six-live"))
    play.done(OpenBets(), ONE)
    play.bet(1, banker=20_00, player=10_00)
    play.close()
    play.draw(*TIE)
    console.shows(play)
    assert "Banker: stake returned" in console.reads(".stakes [data-seat='1'] .note")
    play.done(SettleRound(), ONE)
    console.shows(play)
    assert console.reads(".stakes [data-seat='1'] .note") == (
        "Banker: stake returned, Player: stake returned"
    )
    over = tuple(Limit(wager.key, 100_00, 100_00) for wager in LIVE.wagers)
    play = betting(LIVE, limits=over)
    lay(play, 5, player=150_00)
    lay(play, 6, banker=100_00)
    play.close()
    play.finish(*BANKER_WINS)
    console.shows(play)
    assert console.reads(".stakes [data-seat='5'] .note").startswith(
        "Player: lost; $50.00 outside the limits is returned"
    )
    lost = physical(game("fortune-six-live"))
    lost.done(OpenBets(), ONE)
    lost.bet(1, banker=20_00)
    lost.close()
    lost.finish(*PLAYER_WINS)
    console.shows(lost)
    assert console.reads(".stakes [data-seat='1'] .note") == "collect"


def test_the_column_heads_show_the_full_odds(console: Console) -> None:
    console.shows(physical(game("fortune-six-live")))
    assert "0.95 : 1" in console.reads(".stakes thead")
    console.shows(betting(LIVE))
    heads = console.reads(".stakes thead")
    assert "4 : 1 – 100 : 1" in heads
    assert "1 : 1, 1 : 2" in heads
    assert "12 : 1, 20 : 1" in heads


def test_the_sum_of_two_stacks_is_visible(console: Console) -> None:
    play = betting(LIVE)
    lay(play, 5, Stake("player", 10_00, 0, 1), Stake("player", 20_00, 0, 2))
    console.shows(play)
    row = console.reads(".stakes [data-seat='5']")
    assert "30" in row.split()
    assert "Player 10 + 20" in row


def held() -> Play:
    """A held round with seats and chips, where the order of two cards is unknown."""
    play = betting(LIVE)
    play.bet(1, banker=10_00, tiger_pair=5_00)
    lay(play, 1, player=15_00)
    play.bet(2, player=15_00)
    play.close()
    play.draw("2s", "2c", "3d", "2d")
    unknown = (Circumstance.ORDER_UNKNOWN,)
    report = ReportIrregularity(Trigger.DRAWN_TOGETHER, unknown, ("6s", "7d"), evidence="tape")
    play.done(report, staff(StaffPosition.DEALER, second="Sam"))
    return play


def test_cards_keep_their_letters_and_sums_agree_while_patrons_answer(
    console: Console,
) -> None:
    play = held()
    console.shows(play)
    captions = ".felt-row figcaption"
    assert console.page.locator(captions).all_inner_texts() == ["A", "B"]
    play.done(GiveRuling(RulingOutcome.CONTINUE, "r", ("7d", "6s")), PIT_MANAGER)
    play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    play.done(AnswerWithdrawal(chips_at(1), withdraws=True), ONE)
    console.shows(play)
    assert console.page.locator(captions).all_inner_texts() == ["B", "A"]
    lines = console.page.locator(".held-money tbody tr").all_inner_texts()
    assert [" ".join(each.split()) for each in lines] == [
        "1 – 5 5 +20 10 +20 +20 +20 +20 Withdraws 20:00:00",
        "1 chips – – – – 15 0 – – – Withdraws 20:00:00",
        "2 15 – 15 – 15 0 +15 −15 0 not answered yet",
        "All 15 5 20 +20 40 +20 +35 +5 +20 Patrons who do not answer in time stay in.",
    ]


def test_after_a_void_the_dealer_reads_the_reason_and_the_returns(console: Console) -> None:
    play = betting(LIVE)
    play.bet(1, banker=100_00)
    lay(play, 5, player=7_00, tie=500_00)
    play.close()
    play.draw("2s", "3c")
    unknown = (Circumstance.ORDER_UNKNOWN,)
    report = ReportIrregularity(Trigger.DRAWN_TOGETHER, unknown, ("6s", "7d"), evidence="tape")
    play.done(report, staff(StaffPosition.DEALER, second="Sam"))
    console.shows(play)
    assert console.reads(".notices").startswith("Round 1 is void: Two or more cards drawn at once")
    assert "5.8.2.1" in console.reads(".notices")
    assert console.reads(".stakes [data-seat='1'] .note") == "Banker: $100.00 is back in credit"
    assert "hand back $500.00 in chips" in console.reads(".stakes [data-seat='5'] .note")
    assert console.reads(".stakes .tot .note") == "in chips: hand back $507, take back $0"
    assert console.page.locator(".recent .cur").count() == 0
    play.done(OpenBets(), ONE)
    console.shows(play)
    assert console.reads(".notices") == ""


def test_after_a_reversal_the_dealer_reads_the_chips_to_take_back(console: Console) -> None:
    play = physical(game("fortune-six-live"))
    play.done(OpenBets(), ONE)
    play.bet(1, player=45_00)
    lay(play, 5, banker=20_00)
    play.close()
    play.finish(*BANKER_WINS)
    cannot = (Circumstance.CANNOT_BE_RECONSTRUCTED,)
    report = ReportIrregularity(Trigger.WRONG_NUMBER, cannot, evidence="tape")
    play.done(report, staff(StaffPosition.PIT_MANAGER, second="Sam"))
    console.shows(play)
    assert console.reads(".stakes [data-seat='1'] .note") == "Player: the cage pays $45.00"
    assert console.reads(".stakes [data-seat='5'] .note") == "Banker: take back $19.00 in chips"
    assert console.reads(".stakes .tot .note") == "in chips: hand back $0, take back $19"


def test_the_closing_notice_and_the_last_payouts_stay_on_the_screen(console: Console) -> None:
    play = betting(LIVE)
    lay(play, 5, banker=80_00)
    console.shows(play, Countdown(None, {}, 0))
    assert console.reads(".notices") == "The table closes after this round."
    play.close()
    play.finish(*BANKER_WINS)
    play.done(EndShoe(), ONE)
    play.done(CloseTable(), PIT_MANAGER)
    console.shows(play)
    assert "80.00 × 1 : 1" in console.reads(".stakes [data-seat='5'] .note")


@pytest.mark.parametrize("size", SIZES, ids=["desk", "laptop", "small"])
def test_every_button_stays_inside_its_panel(console: Console, size: tuple[int, int]) -> None:
    resize(console.page, size)
    play = betting(LIVE, differential_cents=500_00)
    play.bet(1, banker=600_00)
    console.shows(play)
    assert console.outside(".wrong", ".irr button") == 0
    # The button that balances the hands is visible even if the column uses tabs.
    assert console.page.locator(".differential .btn").first.is_visible()
    squeezed = by_method(DealingMethod.A, is_hlga=False)
    squeezed.bet(1, banker=100_00)
    squeezed.bet(2, player=50_00)
    dealt(squeezed, *BANKER_WINS)
    squeezed.done(PassCards(Side.PLAYER, 2), ONE)
    squeezed.done(PassCards(Side.BANKER, 1), ONE)
    console.shows(squeezed)
    # Turning up a hand by mistake must not answer the question which hand is first.
    assert console.page.locator(".go-choices .btn").count() == 2
    assert console.outside(".say", ".go-choices .btn, .act .two .btn") == 0
    resize(console.page, SIZES[0])


def test_a_disabled_step_gives_its_reason_once_and_its_clock_is_readable(console: Console) -> None:
    play = betting(LIVE, differential_cents=500_00)
    for seat in (1, 2, 3):
        play.bet(seat, banker=5_000_00)
    console.shows(play, Countdown(CountdownView(30_000, 30_000), {}))
    console.page.wait_for_timeout(SLIP_MS)
    console.dealer.press("Space")
    console.dealer.until("document.querySelector('.go .lit')")
    assert "exceeds the limit" in console.reads(".go .lit")
    assert console.page.locator(".told:not(.unseen) .refused").count() == 0
    inks = """() => ['.go .ring-figure', '.go'].map((each) => getComputedStyle(
      document.querySelector(each))).map(({ fill, color }, i) => (i ? color : fill))"""
    figure, words = console.page.evaluate(inks)
    assert figure != "rgb(36, 27, 8)", "the text colour for gold, on a disabled button"
    assert words != figure
    # A sum is never truncated.
    resize(console.page, (1024, 768))
    cut = """() => [...document.querySelectorAll('.stakes td.num')]
      .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.innerText)"""
    assert console.page.evaluate(cut) == []
    assert console.page.evaluate("document.documentElement.scrollHeight") == 768
    resize(console.page, SIZES[0])


def test_the_list_of_all_actions_accepts_their_keys(console: Console) -> None:
    console.shows(betting(LIVE))
    assert console.reads(".handlers .muted") == "The Dealer turns all cards at this table."
    console.dealer.press("y")
    console.dealer.until("document.querySelector('dialog .act-list')")
    console.dealer.press("s")
    console.dealer.until("document.activeElement?.name === 'position'")
    assert console.page.locator("dialog[open]").count() == 1
    console.dealer.press("Escape")


def test_opening_a_table_is_offered_only_to_positions_that_may_open_it(console: Console) -> None:
    play = betting(LIVE)
    play.close()
    play.finish(*BANKER_WINS)
    play.done(EndShoe(), ONE)
    play.done(CloseTable(), PIT_MANAGER)
    console.shows(play)
    assert console.page.locator(".act .two .btn").count() == 0
    console.dealer.press("x")
    assert "Pit Manager or higher" in console.dealer.refusal()


@pytest.mark.usefixtures("console")
def test_a_reversal_clears_the_win_on_the_patrons_screen(evening: Evening) -> None:
    screen = Screen(evening.patron())
    play = betting(LIVE)
    play.bet(1, banker=20_00, tie=5_00)
    play.close()
    play.finish(*BANKER_WINS)
    screen.shows(remembered(play).table("t"))
    screen.patron.until("document.querySelector('[data-meter=win]').textContent === '$40.00'")
    assert "$20.00 × 1 : 1 = $20.00" in screen.reads(".mine")
    undone = RoundReversed(1, Trigger.WRONG_NUMBER, "P11", play.table.current.settled)
    screen.shows(remembered(play, undone).table("t"))
    screen.patron.until("document.querySelector('[data-meter=win]').textContent === '$0.00'")
    told = screen.reads(".mine")
    assert "Reversed. $20.00 must be paid back at the cage." in told
    assert "Reversed; the cage pays $5.00." in told
    assert "To pay back at the cage $15.00" in told
    assert screen.page.get_attribute("[data-wager=banker]", "data-state") == "reversed"


@pytest.mark.usefixtures("console")
def test_a_patron_reads_the_full_reason_of_a_void_and_of_a_hold(evening: Evening) -> None:
    screen = Screen(evening.patron())
    cut = """() => [...document.querySelectorAll('.phase-text, .phase .note')].some((each) =>
      each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 8)"""
    resize(screen.page, (390, 844))
    screen.shows(remembered(held()).table("t"))
    assert "attendant is coming" in screen.reads(".phase")
    assert not screen.page.evaluate(cut)
    play = betting(LIVE)
    play.bet(1, banker=100_00)
    play.close()
    play.draw("2s", "3c")
    unknown = (Circumstance.ORDER_UNKNOWN,)
    report = ReportIrregularity(Trigger.DRAWN_TOGETHER, unknown, ("6s", "7d"), evidence="tape")
    play.done(report, staff(StaffPosition.DEALER, second="Sam"))
    resize(screen.page, (1366, 768))
    screen.shows(remembered(play).table("t"))
    assert "5.8.2.1" in screen.reads(".phase")
    assert not screen.page.evaluate(cut)


@pytest.mark.usefixtures("console")
def test_the_terminal_reports_a_removed_stake_at_once(evening: Evening) -> None:
    screen = Screen(evening.patron())
    play = betting(LIVE, differential_cents=0)
    play.bet(1, banker=20_00)
    play.done(RequestLowerWagers(), ONE)
    screen.shows(remembered(play).table("t"))
    found = balancing_proposal(play.table)
    assert found is not None
    play.done(RemoveWagers(found.removed, "placed last"), PIT_MANAGER)
    screen.shows(remembered(play).table("t"))
    assert "Banker $20.00: Removed while bets were open" in screen.reads(".phase")
