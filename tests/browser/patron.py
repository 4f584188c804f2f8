"""Drive a patron's terminal as a person does: press keys and read the screen."""

import time
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

PATIENCE = 25.0

#: Errors that Chromium logs when a server stops. The screens themselves report the lost connection.
LINE_LOST = ("ERR_CONNECTION", "ERR_SOCKET_NOT_CONNECTED")


@dataclass(frozen=True)
class Shown:
    """The result of a round as read from the page of a terminal."""

    table: str
    round: int
    terminal: str
    cards: str
    player_total: int
    banker_total: int
    winner: str
    bet: str
    win: str
    credit: str
    areas: tuple[tuple[str, str, str], ...]
    """The wager, result and tag of every betting area with a stake."""

    lit: int = field(default=0, compare=False)
    """The number of highlighted pay lines, which the journal does not record."""


READ = """() => {
  const one = (name) => document.querySelector(name);
  const text = (name) => one(name)?.textContent ?? '';
  const number = (name) => Number(text(name));
  const cards = (side) => ['first', 'second', 'third']
    .map((name) => one(`.hand.${side} .place.${name} [data-card]`)?.dataset.card)
    .filter(Boolean).join(' ');
  const tag = (area) => area.querySelector('.tag').textContent;
  return {
    round: Number(text('[data-value=game]').slice(1)),
    terminal: text('[data-value=terminal]'),
    cards: `${cards('player')} / ${cards('banker')}`,
    player_total: number('.tile.player strong'),
    banker_total: number('.tile.banker strong'),
    winner: one('.phase').dataset.banner,
    bet: text('[data-meter=bet]'),
    win: text('[data-meter=win]'),
    credit: text('[data-meter=credit]'),
    areas: [...document.querySelectorAll('.area')].filter(tag)
      .map((area) => [area.dataset.wager, area.dataset.state, tag(area)]),
    lit: document.querySelectorAll('.line.lit').length,
  };
}"""


class Patron:
    """One browser page at the terminal of one or more tables."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console",
            lambda line: (
                self.errors.append(line.text)
                if line.type == "error" and not any(each in line.text for each in LINE_LOST)
                else None
            ),
        )

    def until(self, expression: str, patience: float = PATIENCE) -> Any:
        """Wait until an expression is true. Polling works under the CSP of the page."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            found = self.page.evaluate(expression)
            if found:
                return found
            self.page.wait_for_timeout(25)
        state = self.page.evaluate("document.body.innerText")
        raise AssertionError(f"not seen in {patience} s: {expression}\n{state}\n{self.errors}")

    def sit(self, *tables: str, credit_cents: int = 100_000) -> "Patron":
        """Open the terminal at some tables, and buy credit."""
        self.page.goto(f"{self.address}/play#{','.join(tables)}")
        self.until("document.querySelector('#screen').dataset.line === 'connected'")
        self.until("[...punto.terminal.seats.values()].every((seat) => seat.view?.own)")
        if credit_cents:
            self.page.click("[data-do=cage]")
            self.page.click(f"[data-buy='{credit_cents}']")
            self.until("punto.terminal.credit > 0")
        return self

    def wait_for(self, phase: str, patience: float = PATIENCE) -> None:
        self.until(f"document.querySelector('#screen').dataset.phase === '{phase}'", patience)

    def wait_for_bets(self) -> None:
        """Wait until bets are open with enough time to place some."""
        self.until(
            "punto.terminal.canBet"
            " && punto.terminal.screen.countdown.ends - performance.now() > 900"
        )

    def bet(self, *wagers: str) -> None:
        """Bet on some areas. If betting closes first, as on a slow machine, try the next round."""
        accepted = " && ".join(
            f"document.querySelector('[data-wager={wager}]').dataset.state === 'accepted'"
            for wager in wagers
        )
        for _ in range(4):
            self.wait_for_bets()
            for wager in wagers:
                self.page.click(f"[data-wager={wager}]")
            self.until(f"({accepted}) || !punto.terminal.canBet", 10)
            if self.page.evaluate(accepted):
                return
        raise AssertionError(f"never accepted in time: {wagers}")

    def kept(self, table: str, number: int) -> dict[str, Any]:
        """A finished round from the recall, with the wagers of this terminal."""
        found: dict[str, Any] = self.until(
            f"""(async () => {{
              const {{ terminal, key }} = JSON.parse(localStorage['punto.terminal']);
              const headers = {{ authorization: `Terminal ${{terminal}} ${{key}}` }};
              const answer = await fetch('/api/tables/{table}/rounds?limit=10', {{ headers }});
              return (await answer.json()).rounds.find((each) => each.round === {number});
            }})()""",
            40,
        )
        return found

    def shown(self) -> Shown:
        """Read the screen after a round is settled and the WIN meter has its final value."""
        self.wait_for("settled")
        self.until(
            "punto.terminal.chipTray.meters.win.cents === punto.terminal.seat.view.own.win_cents"
        )
        read = self.page.evaluate(READ)
        table = self.page.evaluate("punto.terminal.active")
        areas = tuple(sorted(tuple(each) for each in read.pop("areas")))
        return Shown(table=table, areas=areas, **read)
