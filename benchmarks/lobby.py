"""Measure how long the browser takes to draw a lobby of forty tables again.

Run `python -m benchmarks.lobby`. It serves the modules of the lobby without a floor, and draws what
follows from views and lists like those of a floor.
"""

import random
import statistics
from typing import Any

from playwright.sync_api import Page, Route, sync_playwright

from punto.core.facts import Winner
from punto.floor.web.screen_pages import STATIC, screen_page
from punto.floor.web.security_headers import CONTENT_SECURITY_POLICY
from punto.messages.catalogue import FOLDER as CATALOGUES
from punto.table.roads import Result, roads_of
from tests.browser.chromium import launched

TABLES, ROUNDS = 40, 60
ADDRESS = "http://localhost/"
LETTERS = {Winner.PLAYER: "P", Winner.BANKER: "B", Winner.NEITHER: "T"}
CHANCES = (44.6, 45.9, 9.5)
"""How often Player, Banker and Tie come, nearly, in percent."""

SETUP = """async (rows) => {
  const { draw } = await import('/static/shared/draw.js');
  const { choose, readCatalogues } = await import('/static/shared/messages.js');
  const { screen } = await import('/static/lobby/screen.js');
  const { initialState, reduce } = await import('/static/lobby/state.js');
  await import('/static/shared/countdown-element.js');
  await readCatalogues();
  const main = document.querySelector('#lobby');
  let state = initialState({ now: Date.now(), columns: 22, line: 'connected' });
  const take = (action) => {
    state = reduce(state, action);
    const start = performance.now();
    draw(main, screen(state));
    return performance.now() - start;
  };
  take({ type: 'tables', tables: rows });
  const table = (at) => state.snapshot.tables[at % rows.length];
  const view = (at) => ({
    ...table(at),
    phase: ['dealing', 'bets-open'][Math.floor(at / rows.length) % 2],
    phrase: { en: `Round ${at}`, zh: `第 ${at} 局` },
    roads: { ...table(at).roads, revision: 1000 + at },
    occupied_seats: [1, 2],
  });
  const list = (at) => structuredClone(rows).map((row) => ({ ...row, taken: at % 8 }));
  const tongue = (at) => ['zh', 'en'][at % 2];
  const actions = {
    second: (at) => ({ type: 'tick', now: at * 1000 }),
    view: (at) => ({ type: 'view', view: view(at) }),
    list: (at) => ({ type: 'tables', tables: list(at) }),
    language: (at) => (choose(tongue(at)), { type: 'language', language: tongue(at) }),
  };
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  window.measured = async (name, times) => {
    const found = [];
    for (let at = 0; at < times; at += 1) {
      await frame();
      found.push(take(actions[name](at)));
    }
    return found;
  };
  return main.querySelectorAll('*').length;
}"""

MEASURED = {
    "second": (400, "the clock goes on"),
    "view": (400, "one table has another phase and another result"),
    "list": (200, "the list of all tables comes, and each has another number of patrons"),
    "language": (100, "another language: everything is drawn again"),
}
"""How often each action is drawn, and what it means."""


def row(number: int, dice: random.Random) -> dict[str, Any]:
    """A table of the lobby with the results of most of a shoe."""
    winners = dice.choices((Winner.PLAYER, Winner.BANKER, Winner.NEITHER), CHANCES, k=ROUNDS)
    roads = roads_of(Result(winner, at) for at, winner in enumerate(winners))
    return {
        "table": f"table-{number}",
        "name": f"Baccarat-{number}",
        "title": {"en": "Tiger No Commission Baccarat", "zh": "老虎免佣百家乐"},
        "mode": "table" if number % 4 == 0 else "terminals",
        "phase": "bets-open",
        "phase_words": {"en": "Place your bets, please", "zh": "请下注"},
        "limits": {"minimum_cents": 500, "maximum_cents": 500_000},
        "seats": 8,
        "taken": 3,
        "shoe": {"number": 2, "cards_out": 300, "cards": 416},
        "timer": {"left_ms": 8_000, "of_ms": 20_000, "ends": 1_000_000},
        "roads": {
            "revision": ROUNDS,
            "leading_ties": roads.leading_ties,
            "bead": [{"result": LETTERS[each.result.winner]} for each in roads.bead],
            "big": [
                {
                    "row": each.place.row,
                    "column": each.place.column,
                    "side": LETTERS[each.result.winner],
                    "ties": each.ties,
                    "pairs": [],
                    "mark": "",
                }
                for each in roads.big
            ],
        },
    }


def answer(route: Route) -> None:
    """Serve the page, modules and catalogues of the lobby, without the module that connects."""
    path = route.request.url.removeprefix(ADDRESS)
    headers = {"content-security-policy": CONTENT_SECURITY_POLICY}
    if not path:
        script = '<script type="module" src="/static/lobby/lobby.js"></script>'
        body = screen_page("lobby").replace(script, "")
        route.fulfill(body=body, content_type="text/html", headers=headers)
    elif path.startswith("catalogues/"):
        route.fulfill(path=CATALOGUES / path.removeprefix("catalogues/"), headers=headers)
    else:
        route.fulfill(path=STATIC / path.removeprefix("static/"), headers=headers)


def print_times(page: Page) -> None:
    """Print the times of this machine, in milliseconds."""
    dice = random.Random(1)
    elements = page.evaluate(SETUP, [row(number, dice) for number in range(TABLES)])
    print(f"{TABLES} tables with {ROUNDS} rounds each, {elements} elements")
    for name, (count, meaning) in MEASURED.items():
        times = page.evaluate("([name, count]) => measured(name, count)", [name, count])
        middle, high = statistics.median(times), statistics.quantiles(times, n=100)[98]
        print(f"{name:9} {middle:6.2f} ms median {high:6.2f} ms p99 of {count}: {meaning}")


def main() -> None:
    """Draw in a browser without a window."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        context = browser.new_context(viewport={"width": 1920, "height": 1080})
        context.route("**", answer)
        page = context.new_page()
        page.goto(ADDRESS)
        print_times(page)
        browser.close()


if __name__ == "__main__":
    main()
