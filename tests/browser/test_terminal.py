"""Test tables, vouchers, languages, keyboard, recall and limits at a terminal in a browser."""

import json
import re
from typing import Any

from playwright.sync_api import WebSocketRoute

from tests.browser.conftest import NewPatron
from tests.browser.house import House
from tests.browser.patron import Patron, Shown

PHONE = (390, 844)


def test_two_tables_on_one_terminal(new_patron: NewPatron, shown: list[Shown]) -> None:
    patron = new_patron().sit("tiger-5", "seven-up-9")
    assert patron.page.inner_text("#where em") == "tiger-5"
    assert patron.page.inner_text(".pays h2 .clause") == "E 4.7, 4.9, 4.10"
    patron.wait_for_bets()
    patron.bet("player")
    patron.page.evaluate("document.querySelector('.mine-lines').append('of the other table')")
    patron.page.click(".other")
    assert patron.page.inner_text("#where em") == "seven-up-9"
    assert "of the other table" not in patron.page.inner_text(".mine")
    patron.wait_for_bets()
    patron.bet("banker")
    assert re.search(r"tiger-5\s+BET \$5.00|tiger-5", patron.page.inner_text(".other"))
    shown.append(patron.shown())
    # SWAP VIEW shows the roads, then the other table, and changes no wager.
    patron.page.click("[data-act=swap]")
    assert patron.page.get_attribute("#screen", "data-view") == "roads"
    patron.page.click("[data-act=swap]")
    assert patron.page.inner_text("#where em") == "tiger-5"
    # A patron who plays at one table is not sent to the lobby because the other table is idle.
    patron.page.evaluate(
        """() => {
          const [one, other] = punto.terminal.seats.values();
          Object.assign(one, { idleRounds: 20 });
          Object.assign(other, { idleRounds: 0 });
          punto.terminal.betweenRounds(one);
        }"""
    )
    patron.page.wait_for_timeout(200)
    assert patron.page.url.endswith("/play#tiger-5,seven-up-9")


def test_an_unknown_table_leads_to_the_lobby(new_patron: NewPatron, house: House) -> None:
    """The screen once said forever that the server was not reached, although it had answered."""
    patron = new_patron()
    patron.page.goto(f"{house.address}/play#tiger-99")
    patron.page.wait_for_url(f"{house.address}/")
    # The browser itself logs the expected 404.
    patron.errors = [error for error in patron.errors if "404" not in error]


def collected(patron: Patron) -> str:
    """Collect all credit, and return the number of the voucher."""
    patron.until("punto.terminal.canCollect")
    patron.page.click("[data-act=collect]")
    patron.page.click("dialog.collect .key.main")
    patron.until("document.querySelector('[data-voucher]')")
    number = patron.page.get_attribute("[data-voucher]", "data-voucher")
    assert number is not None
    return number


def test_a_voucher_of_one_terminal_is_redeemed_once_at_another(new_patron: NewPatron) -> None:
    giver, taker = new_patron().sit("no-commission-4"), new_patron()
    giver.page.evaluate("punto.terminal.seat.stakes.last.set('player', 500)")
    number = collected(giver)
    assert giver.page.inner_text(".voucher-sum") == "$1,000.00"
    bars = giver.page.inner_html(".barcode svg")
    assert len(re.findall(r"[hHvVzZ]|<rect", bars)) > 60
    giver.page.keyboard.press("Escape")
    giver.until("document.querySelector('[data-meter=credit]').textContent === '$0.00'")
    # RE-BET does not offer the wagers of one patron to the next.
    giver.until("punto.terminal.seat.stakes.last.size === 0")
    taker.sit("no-commission-4", credit_cents=0)
    taker.page.click("[data-do=cage]")
    taker.page.fill("[name=voucher]", number)
    taker.page.click("dialog.cage form .key")
    taker.until("punto.terminal.credit === 100000")
    taker.until(
        "document.querySelector('dialog .said').textContent.includes('added to your credit')"
    )
    assert "$1,000.00" in taker.page.inner_text("dialog .in-credit")
    taker.page.fill("[name=voucher]", number)
    taker.page.click("dialog.cage form .key")
    taker.until("document.querySelector('dialog .said.bad')")
    assert taker.page.evaluate("punto.terminal.credit") == 100_000


def test_changing_the_language_takes_one_tap_and_keeps_the_wagers(new_patron: NewPatron) -> None:
    patron = new_patron().sit("tiger-nc-6")
    patron.wait_for_bets()
    patron.bet("tie")
    patron.page.click("[data-act=language]")
    assert patron.page.get_attribute("html", "lang") == "zh-Hans"
    area = patron.page.inner_text("[data-wager=tie]")
    assert area.startswith("和")
    assert "8 : 1" in area
    assert "$5.00" in area
    assert patron.page.get_attribute("[data-wager=tie]", "data-state") == "accepted"
    assert "余额" in patron.page.inner_text(".meter.credit")
    patron.page.click("[data-act=language]")
    assert patron.page.inner_text("[data-wager=tie]").startswith("TIE")


def test_every_key_of_the_catalogue_has_both_languages(new_patron: NewPatron) -> None:
    patron = new_patron().sit("tiger-nc-6", credit_cents=0)
    catalogues = patron.page.evaluate(
        "Promise.all(['en', 'zh'].map((name) => fetch(`/catalogues/${name}/terminal.json`)"
        ".then((answer) => answer.json())))"
    )
    english, chinese = catalogues
    assert list(english) == list(chinese)
    for key, text in english.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", chinese[key])), key


def test_a_round_is_played_by_keyboard_only(new_patron: NewPatron, shown: list[Shown]) -> None:
    patron = new_patron().sit("super-six-1", credit_cents=0)
    keys = patron.page.keyboard

    def tab_to(selector: str) -> None:
        for _ in range(60):
            if patron.page.evaluate(f"document.activeElement.matches({selector!r})"):
                return
            keys.press("Tab")
        raise AssertionError(f"no way to {selector} by Tab")

    tab_to("[data-do=cage]")
    keys.press("Enter")
    tab_to("[data-buy='100000']")
    keys.press("Enter")
    patron.until("punto.terminal.credit === 100000 && !document.querySelector('dialog')")
    # The focus returns to the key that opened the dialog.
    assert patron.page.evaluate("document.activeElement.matches('[data-do=cage]')")
    tab_to("[data-wager]")
    while not patron.page.evaluate("document.activeElement.matches('[data-wager=banker]')"):
        keys.press("ArrowRight")
    patron.wait_for_bets()
    keys.press("2")
    keys.press("Enter")
    keys.press("Enter")
    patron.until("document.querySelector('[data-meter=bet]').textContent === '$10.00'")
    keys.press("Backspace")
    patron.until("document.querySelector('[data-meter=bet]').textContent === '$5.00'")
    patron.until("document.querySelector('[data-wager=banker]').dataset.state === 'accepted'")
    assert patron.page.evaluate("document.activeElement.matches('[data-wager=banker]')")
    shown.append(patron.shown())
    patron.until("document.querySelector('#live').textContent.includes('Banker')")
    # The letter of RE-BET places all wagers again.
    patron.wait_for_bets()
    keys.press("r")
    patron.until("document.querySelector('[data-wager=banker]').dataset.state === 'accepted'", 5)
    keys.press("x")
    patron.until("document.querySelector('[data-meter=bet]').textContent === '$10.00'")
    keys.press("c")
    patron.until("document.querySelector('[data-meter=bet]').textContent === '$0.00'")


UNDONE = """async () => {
  const { Stakes } = await import('/static/terminal/wagers.js');
  const stakes = new Stakes(punto.terminal.seat.layout);
  stakes.see({ round: 1, phase: 'bets-open', own: { set: 0 } });
  const sent = (id) => stakes.went(id, stakes.next());
  stakes.add('player', 500);
  sent('one');
  stakes.accept({ id: 'one', number: 1 });
  stakes.see({ round: 1, phase: 'bets-open', own: { set: 1, stakes: stakes.sent.stakes } });
  stakes.add('player', 900000);
  sent('two');
  stakes.refuse({ id: 'two', words: { en: 'No.' } });
  const stood = [...stakes.wanted].flat();
  stakes.undo();
  return [stood, [...stakes.wanted].flat()];
}"""


def test_a_refusal_gives_its_reason_and_places_no_stake(new_patron: NewPatron) -> None:
    patron = new_patron().sit("super-six-1", credit_cents=10_000)
    patron.wait_for_bets()
    patron.page.click("[data-cents='50000']")
    patron.page.click("[data-wager=player]")
    patron.until("document.querySelector('[data-wager=player]').dataset.state === 'refused'")
    assert "credit" in patron.page.inner_text(".phase .note")
    assert patron.page.inner_text("[data-meter=bet]") == "$0.00"
    # The line below the cards shows the full text, which the phase line truncates, with the wager.
    patron.wait_for_bets()
    patron.page.evaluate(
        "punto.terminal.changed(() => punto.terminal.seat.stakes.add('player', 600000))"
    )
    patron.until(
        "document.querySelector('.now.bad')?.textContent.startsWith('Player: Above the maximum')"
    )
    whole = "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)"
    assert patron.page.evaluate(f"{whole}(document.querySelector('.reason p'))")
    patron.wait_for_bets()
    # A stake below the minimum is a draft, and the screen says so.
    patron.page.click("[data-cents='100']")
    patron.page.click("[data-wager=tie]")
    patron.until("document.querySelector('[data-wager=tie]').dataset.state === 'draft'", 2)
    assert "the $5.00 minimum" in patron.page.inner_text(".phase .note")
    assert "the $5.00 minimum" in patron.page.inner_text(".now.bad")
    # Wagers accepted before a refusal can still be taken back.
    assert patron.page.evaluate(UNDONE) == [["player", 500], []]


def test_a_round_on_a_phone(new_patron: NewPatron, shown: list[Shown]) -> None:
    patron = new_patron(PHONE, has_touch=True, is_mobile=True, reduced_motion="no-preference").sit(
        "fortune-six-2"
    )
    page = "document.documentElement"
    patron.wait_for_bets()
    patron.bet("banker", "tie", "fortune_six")
    size = patron.page.evaluate(f"[{page}.scrollWidth, {page}.scrollHeight]")
    assert size == list(PHONE), "the page fits on the screen"
    small = patron.page.evaluate(
        """[...document.querySelectorAll('button')].filter((key) => key.offsetParent)
        .map((key) => [key.className || key.dataset.act, key.getBoundingClientRect()])
        .filter(([, box]) => box.width < 24 || box.height < 24).map(([name]) => name)"""
    )
    assert small == []
    # The panel switches to the cards by itself during the deal.
    patron.wait_for("dealing")
    assert patron.page.get_attribute("#screen", "data-tab") == "cards"
    assert patron.page.is_visible(".hand.banker")
    shown.append(patron.shown())


def test_a_patron_recalls_replays_and_disputes_a_round(new_patron: NewPatron) -> None:
    patron = new_patron().sit("seven-up-9")
    patron.wait_for_bets()
    patron.bet("player")
    seen = patron.shown()
    patron.page.click("[data-act=rounds]")
    patron.page.click(f".round-row[data-round='{seen.round}']")
    patron.until("document.querySelector('.recall-cards [data-card]')")
    story = patron.page.inner_text(".recall")
    assert "$5.00" in story
    assert "Receipt" in story
    assert re.search(r"Credit \$995\.00 →|Credit \$1,000\.00 →", story)
    cards = patron.page.eval_on_selector_all(
        ".recall-cards [data-card]", "cards => cards.map((card) => card.dataset.card)"
    )
    assert sorted(cards) == sorted(seen.cards.replace("/", "").split())
    assert patron.page.locator(".recall-hand.player .printed").count() == 1
    patron.page.click("[data-do=dispute]")
    patron.until("document.querySelector('.recall .said').textContent")
    assert "Dispute sent for game #" in patron.page.inner_text(".recall .said")
    # Without a seat, pressing an area names the missing seat and does not claim closed bets.
    why = patron.page.evaluate(
        """() => {
          const { seat } = punto.terminal;
          seat.view = { ...seat.view, phase: 'bets-open', own: null };
          const unsaid = punto.terminal.whyNot;
          seat.unseated = 'Full.';
          return [unsaid, punto.terminal.whyNot];
        }"""
    )
    assert why == ["You are not seated at this table yet.", "Full."]


def test_the_limits_that_a_patron_sets_are_enforced(new_patron: NewPatron) -> None:
    patron = new_patron().sit("super-6-3")
    patron.page.click("[data-act=session]")
    # The field itself rejects an invalid value. The server would refuse it, too.
    patron.page.fill("dialog form label:nth-child(2) input", "2000")
    patron.page.click("dialog form .key.main")
    assert "between 1 and 1,440" in patron.page.inner_text("dialog .said")
    refused = patron.page.evaluate(
        "punto.terminal.connection.ask({ type: 'limits', minutes: 2000 })"
    )
    assert (refused["ok"], refused["code"]) == (False, "not-understood")
    patron.until("document.querySelector('#screen').dataset.line === 'connected'")
    patron.page.fill("dialog form label:nth-child(2) input", "")
    patron.page.fill("dialog form label:nth-child(1) input", "20")
    patron.page.click("dialog form .key.main")
    patron.until("document.querySelector('dialog .said').textContent === 'Saved.'")
    assert "$20.00" in patron.page.inner_text("dialog .facts")
    # A raised limit waits, and the dialog shows the limit in force until then.
    patron.page.fill("dialog form label:nth-child(1) input", "90")
    patron.page.click("dialog form .key.main")
    patron.until("document.querySelector('dialog .said').textContent.includes('until then $20.00')")
    # The figures of the open dialog equal those of the header.
    patron.page.evaluate(
        "punto.terminal.connection.dispatchEvent(new CustomEvent('balance',"
        " { detail: { credit_cents: 100000, net_cents: -700, rounds: 3, commission_cents: 0 } }))"
    )
    net = patron.page.inner_text("#care").rpartition(" ")[2]
    assert "7.00" in net
    assert net in patron.page.inner_text("dialog .facts")
    patron.page.keyboard.press("Escape")
    patron.wait_for_bets()
    patron.page.click("[data-cents='2500']")
    patron.page.click("[data-wager=player]")
    patron.until("document.querySelector('[data-wager=player]').dataset.state === 'refused'")
    assert "limit" in patron.page.inner_text(".phase .note")


BEFORE_AND_AFTER = """() => {
  const one = (name) => document.querySelector(name);
  const read = () => ({
    total: one('.tile.player strong').textContent,
    beads: punto.terminal.screen.scoreboard.view.roads.bead.length,
    told: [
      one('.phase').dataset.banner && 'banner',
      [...document.querySelectorAll('.tag')].some((tag) => tag.textContent) && 'tag',
      one('.line.lit') && 'lit',
      one('[data-meter=win]').textContent !== '$0.00' && 'win',
      one('[data-meter=credit]').textContent !== '$995.00' && 'credit',
    ].filter(Boolean),
  });
  const covered = read();
  one('[data-act=reveal]').click();
  return [covered, read()];
}"""


def test_a_private_slow_reveal_hides_the_total_until_it_is_turned(new_patron: NewPatron) -> None:
    patron = new_patron()
    patron.page.add_init_script(
        "localStorage['punto.settings'] ??= JSON.stringify({ slowReveal: true })"
    )
    patron.sit("tiger-5")
    patron.wait_for_bets()
    patron.bet("player")
    patron.until("document.querySelector('.hand.player .covered')")
    assert patron.page.inner_text(".tile.player strong") == "?"
    # The rest of the screen does not reveal the result before the cards are turned up.
    patron.until("punto.terminal.seat.view.phase === 'settled'")
    covered, turned = patron.page.evaluate(BEFORE_AND_AFTER)
    assert (covered["total"], covered["told"], covered["beads"]) == ("?", [], turned["beads"] - 1)
    assert turned["total"] != "?"
    assert {"banner", "tag"} <= set(turned["told"])


def test_a_terminal_works_in_one_window_at_a_time(new_patron: NewPatron, house: House) -> None:
    patron = new_patron().sit("tiger-5", credit_cents=0)
    second = patron.page.context.new_page()
    second.goto(f"{house.address}/play#tiger-5")
    patron.until("document.querySelector('#screen').dataset.line === 'left'")
    assert "another window" in patron.page.inner_text(".connection-words")


def test_a_terminal_of_another_floor_is_enrolled_again(new_patron: NewPatron, house: House) -> None:
    patron = new_patron()
    patron.page.goto(f"{house.address}/")
    patron.page.evaluate(
        "localStorage['punto.terminal'] = JSON.stringify({ terminal: 'T-9999', key: 'ab' })"
    )
    patron.sit("tiger-5", credit_cents=0)
    assert patron.page.inner_text("[data-value=terminal]") != "T-9999"


OFFER = {
    "words": {"key": "trigger.drawn-together", "values": {}},
    "source": "T 5.8.1",
    "is_offer": True,
    "is_any": True,
    "may_answer": True,
    "timer": {"left_ms": 25_000, "of_ms": 30_000},
}

ANSWERED = {"type": "command-done", "ok": True, "number": 1, "voucher": None, "receipt": None}


def test_a_patron_reads_and_answers_an_offer_to_withdraw(new_patron: NewPatron) -> None:
    """The house dealer never makes this offer, so the test puts one into the messages."""
    patron, answers, held = new_patron(), [], list[str]()

    def carried(text: str) -> str:
        message: dict[str, Any] = json.loads(text)
        if message["type"] != "view":
            return text
        own = message["own"] or {"stakes": ()}
        if not held and message["phase"] == "bets-closed" and len(own["stakes"]) > 1:
            held.append(json.dumps({**message, "hold": OFFER}))
        # The floor continues to deal, but this patron's table stays in the held round.
        return held[0] if held else text

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def heard(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "answer-withdrawal":
                answers.append(message)
                line.send(json.dumps(ANSWERED | {"id": message["id"]}))
            else:
                server.send(text)

        line.on_message(heard)
        server.on_message(lambda text: line.send(carried(str(text))))

    patron.page.route_web_socket("**/ws", between)
    patron.sit("tiger-live-8")
    patron.bet("banker", "tie")
    patron.until("!document.querySelector('.offer.choice').hidden")
    assert "Two or more cards drawn at once" in patron.page.inner_text(".offer.choice")
    assert "T 5.8.1" in patron.page.inner_text(".offer.choice")
    assert int(patron.page.text_content(".phase .ring-figure") or 0) > 15
    patron.page.dblclick("[data-act=stay]")
    for _ in range(400):
        if answers:
            break
        patron.page.wait_for_timeout(25)
    # Wait long enough to notice a second answer.
    patron.page.wait_for_timeout(200)
    assert [(each["type"], each["withdraws"]) for each in answers] == [("answer-withdrawal", False)]
    # If single wagers may be withdrawn, the patron chooses which.
    patron.page.click("[data-act=withdraw]")
    patron.page.click("dialog.withdraw label >> nth=0")
    patron.page.click("dialog.withdraw .answers button")
    patron.until("!document.querySelector('dialog.withdraw')")
    assert [each["wager"] for each in answers[-1]["stakes"]] == ["tie"]
