"""Test the dealer console in a browser, by keyboard, with patrons at their terminals."""

from punto.floor.access.demo_staff import demo_password
from punto.journal.stores.sqlite import SqliteJournal
from punto.table.events import RoundCorrected, RoundSettled, RoundVoided
from tests.browser import truth
from tests.browser.desks import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, TABLE, Staff
from tests.browser.evening import Evening, bet, seat_of
from tests.browser.patron import Patron, Shown


def test_a_round_of_the_live_game_is_dealt_by_keyboard_only(evening: Evening) -> None:
    """The first of two equal wagers gets the cards; if that patron declines, the second does."""
    dealer = evening.staff().sign_in_by_keys(DEALER, f"/dealer/{TABLE}").takes_over()
    dealer.deal_until("open-bets")
    first, second = evening.patron(), evening.patron()
    dealer.step()
    bet(first, "banker", 2)
    bet(second, "banker", 2)
    dealer.until("punto.dealer.view.stakes.totals.banker === 2000")
    dealer.deal_until("expose")
    handler = dealer.page.evaluate("punto.dealer.view.handlers.banker")
    assert handler["seat"] == seat_of(first)
    dealer.step()
    first.until("punto.terminal.seat.view.own.squeeze?.side === 'banker'")
    # Only the patron who holds the cards receives their values.
    faces = first.page.evaluate("punto.terminal.seat.view.own.squeeze.cards")
    assert second.page.evaluate("punto.terminal.seat.view.own.squeeze ?? null") is None
    hidden = second.page.evaluate("JSON.stringify(punto.terminal.seat.view.hands)")
    assert all(face not in hidden for face in faces)
    first.page.click("[data-act=refuse_cards]")
    dealer.until(f"punto.dealer.view.next.title.values.seat === {seat_of(second)}")
    assert "equal" in dealer.page.inner_text(".panel.handlers")
    dealer.step()
    second.until("punto.terminal.seat.view.own.squeeze?.side === 'banker'")
    first.until("!punto.terminal.seat.view.own.squeeze")
    dealer.deal_until("expose")
    dealer.press("g")
    dealer.until("punto.dealer.view.next.act?.command === 'ExposeCards'")
    # The patron lifts an edge by keyboard, then turns the cards up for the table.
    second.page.focus(".squeeze .lift >> nth=0")
    second.page.keyboard.press("Enter")
    second.page.click("[data-act=expose_cards]")
    dealer.until("punto.dealer.view.hands.banker.cards.every((card) => !card.includes('?'))")
    first.until("punto.terminal.seat.view.hands.banker.cards.every((card) => card !== '?')")
    shown = first.page.evaluate("punto.terminal.seat.view.hands.banker.cards")
    assert shown[:2] == faces
    dealer.deal_until("settle")
    assert dealer.page.locator(".stakes [data-seat] .pays-line").count() == 2
    dealer.step()
    screens: list[Shown] = [first.shown(), second.shown()]
    dealer.deal_until("open-bets")
    evening.house.close()
    assert truth.disagreements(evening.house.journal, screens) == []


def deal_to_the_players_third(dealer: Staff, first: Patron, second: Patron) -> None:
    """Deal rounds until the Player hand draws a third card."""
    for _ in range(12):
        dealer.deal_until("open-bets")
        dealer.step()
        bet(first, "banker")
        bet(second, "player")
        dealer.deal_until("expose")
        dealer.deal_until("draw", "settle")
        if dealer.title == "Player draws a third card":
            return
        dealer.deal_until("settle")
        dealer.step()
    raise AssertionError("twelve rounds without a third card for the Player hand")


def test_after_a_ruling_on_two_cards_drawn_together_a_patron_withdraws(
    evening: Evening,
) -> None:
    dealer, first, second = evening.opened(), evening.patron(), evening.patron()
    deal_to_the_players_third(dealer, first, second)
    credit = first.page.evaluate("punto.terminal.credit")
    dealer.report("drawn-together", "order-unknown")
    dealer.until("punto.dealer.view.hold")
    assert "5.8.2.2" in dealer.page.inner_text(".band")
    assert dealer.page.locator(".felt-row .back").count() == 2
    assert "Pit Manager" in dealer.page.inner_text(".wait")
    # The round cannot continue before the ruling, and the dealer cannot give it.
    dealer.press("Space", "1")
    assert "Pit Manager" in dealer.refusal()
    pit = evening.staff().sign_in(PIT_MANAGER, f"/dealer/{TABLE}")
    pit.until("globalThis.punto?.dealer?.view?.hold")
    # The Pit Manager sees the possible results of each seat, then refers the ruling.
    assert pit.page.locator(".held-money .way").count() >= 3
    pit.press("u")
    pit.until("document.activeElement?.name === 'reason'")
    pit.page.keyboard.type("I know both patrons")
    pit.press("Enter")
    dealer.until("document.querySelector('.wait').textContent.includes('I know both patrons')")
    manager = evening.staff().sign_in(SHIFT_MANAGER, f"/dealer/{TABLE}")
    manager.until("globalThis.punto?.dealer?.view?.hold")
    manager.choose("1", reason="As surveillance saw it")
    first.until("punto.terminal.seat.view.hold?.may_answer")
    second.until("punto.terminal.seat.view.hold?.may_answer")
    dealer.until("punto.dealer.view.hold.answers.length === 2")
    first.page.click("[data-act=withdraw]")
    dealer.until("document.querySelector('.held-money .answer-withdraws')")
    second.page.click("[data-act=stay]")
    dealer.until("!punto.dealer.view.hold")
    first.until(f"punto.terminal.credit === {credit + 500}")
    dealer.deal_until("settle")
    dealer.step()
    shown = second.shown()
    evening.house.close()
    assert truth.disagreements(evening.house.journal, [shown]) == []


def test_bets_close_only_within_the_differential(evening: Evening) -> None:
    dealer, patron = evening.opened(), evening.patron()
    dealer.step()
    bet(patron, "banker", 6, chip_cents=10_000)
    dealer.until("punto.dealer.view.differential.proposal")
    assert "$600 of $500" in dealer.page.inner_text(".panel.differential")
    dealer.step()
    assert "exceeds the limit" in dealer.refusal()
    dealer.press("m")
    dealer.until("punto.dealer.view.differential.is_lower_requested")
    pit = evening.staff().sign_in(PIT_MANAGER, f"/dealer/{TABLE}")
    pit.until("globalThis.punto?.dealer?.view?.differential?.proposal")
    pit.choose("v", reason="placed last")
    patron.until("punto.terminal.credit === 100000")
    dealer.until("!punto.dealer.view.differential.proposal")
    dealer.step()
    assert dealer.next["key"] != "close-bets"


def test_a_void_needs_evidence_and_a_second_person(evening: Evening) -> None:
    dealer, patron = evening.opened(), evening.patron()
    dealer.step()
    bet(patron, "player", 3)
    dealer.deal_until("draw")
    dealer.step()
    dealer.report("foreign-card", evidence="The back is of another deck")
    assert "15" in dealer.page.inner_text("dialog .money")
    # The dealer cannot approve their own request.
    dealer.page.keyboard.type(DEALER)
    dealer.press("Tab")
    dealer.page.keyboard.type(demo_password(DEALER))
    dealer.press("Enter")
    dealer.until("document.querySelector('dialog .told .refused')")
    assert patron.page.evaluate("punto.terminal.credit") == 98_500
    dealer.page.fill("[name=second]", "")
    dealer.page.focus("[name=second]")
    dealer.second(SUPERVISOR)
    patron.until("punto.terminal.credit === 100000")
    patron.until("punto.terminal.seat.view.void")
    evening.house.close()
    voids = [event for event in told(evening) if isinstance(event, RoundVoided)]
    assert len(voids) == 1


def test_a_settled_round_is_corrected_to_the_cards_that_were_dealt(evening: Evening) -> None:
    """The first settlement stays in the journal beside the correction."""
    dealer, patron = evening.opened(emulator=True), evening.patron()
    dealer.step()
    bet(patron, "player", 2)
    dealer.deal_until("settle")
    dealer.step()
    won = patron.shown().winner == "player"
    dealer.report("wrong-display", cards="Kc 9s 2h Kd" if won else "9s Kc Kd 2h")
    dealer.second(PIT_MANAGER)
    dealer.until("!punto.dealer.busy")
    evening.house.close()
    events = told(evening)
    (settled,) = [event for event in events if isinstance(event, RoundSettled)]
    (again,) = [event for event in events if isinstance(event, RoundCorrected)]
    (was,), (now,) = settled.wagers, again.wagers
    assert (was.returned_cents > 1_000) is won
    assert (now.returned_cents > 1_000) is not won


def told(evening: Evening) -> list[object]:
    """The events of the table in the journal."""
    kept = SqliteJournal(evening.house.journal, read_only=True)
    try:
        return [event for each in kept.read(TABLE) for event in each.entry.events]
    finally:
        kept.close()
