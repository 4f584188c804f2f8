"""Test that drawing a view changes only the differences, and preserves focus and typing."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, Route

from punto.floor.web.screen_pages import STATIC
from punto.floor.web.security_headers import CONTENT_SECURITY_POLICY

ADDRESS = "http://localhost"
PAGE = '<!doctype html><main></main><script type="module" src="/static/shared/draw.js"></script>'

SETUP = """async () => {
  const { h, draw, listen } = await import('/static/shared/draw.js');
  const { Store } = await import('/static/shared/store.js');
  const main = document.querySelector('main');
  const sent = [];
  listen(main, (command) => sent.push(command));
  const row = (key, ...children) => h('li', { key }, h('input', { name: key }), ...children);
  const list = (...keys) => draw(main, [h('ul', {}, ...keys.map((key) => row(key)))]);
  const keys = () => [...main.querySelectorAll('input')].map((input) => input.name).join('');
  Object.assign(window, { h, draw, Store, main, sent, list, keys });
}"""

WATCHED = """(again) => {
  const seen = new MutationObserver(() => {});
  const all = { attributes: true, characterData: true, childList: true, subtree: true };
  seen.observe(main, all);
  again();
  return seen.takeRecords().map(({ type, attributeName }) => attributeName ?? type);
}"""


def answer(route: Route) -> None:
    """Serve a page and the static files under the policy of a floor, without a floor."""
    path = route.request.url.removeprefix(f"{ADDRESS}/")
    headers = {"content-security-policy": CONTENT_SECURITY_POLICY}
    if path.startswith("static/"):
        route.fulfill(path=STATIC / path.removeprefix("static/"), headers=headers)
    else:
        route.fulfill(body=PAGE, content_type="text/html", headers=headers)


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    context.route("**", answer)
    yield context.new_page()
    context.close()


@pytest.fixture
def page(tab: Page) -> Page:
    tab.goto(f"{ADDRESS}/")
    tab.evaluate(SETUP)
    return tab


def run(page: Page, script: str) -> Any:
    return page.evaluate(f"() => {{ {script} }}")


def changes(page: Page, script: str) -> list[str]:
    """The attributes and lists that a script changes on the page."""
    found: list[str] = page.evaluate(f"() => ({WATCHED})(() => {{ {script} }})")
    return found


def test_a_view_becomes_elements_with_attributes_and_text(page: Page) -> None:
    run(
        page,
        """draw(main, [
          h('p', { class: 'note', hidden: true, title: null, 'aria-busy': 'false', tabindex: 0 },
            'One ', h('b', {}, 'two')),
        ])""",
    )
    drawn = '<p class="note" hidden="" aria-busy="false" tabindex="0">One <b>two</b></p>'
    assert page.inner_html("main") == drawn


def test_text_never_becomes_markup(page: Page) -> None:
    run(page, "draw(main, ['<img src=x>', h('p', { title: '\"><b>' }, '<b>bold</b>')])")
    assert page.evaluate("main.querySelectorAll('img, b').length") == 0
    assert page.inner_text("p") == "<b>bold</b>"


def test_an_equal_view_is_not_written_again(page: Page) -> None:
    view = "[h('p', { class: 'a', hidden: true }, 'One'), h('input', { value: '5' })]"
    run(page, f"draw(main, {view})")
    assert changes(page, f"draw(main, {view})") == []


def test_only_what_differs_is_written(page: Page) -> None:
    run(page, "draw(main, [h('p', { class: 'a', title: 'A' }, 'One'), h('p', {}, 'Two')])")
    again = "draw(main, [h('p', { class: 'b' }, 'One'), h('p', {}, 'Three')])"
    assert changes(page, again) == ["class", "title", "characterData"]
    assert page.inner_html("main") == '<p class="b">One</p><p>Three</p>'


def test_an_identical_object_is_not_compared_again(page: Page) -> None:
    run(page, "window.part = h('p', {}, 'One'); draw(main, [part])")
    run(page, "part.children = ['Two']; draw(main, [part])")
    assert page.inner_text("main") == "One"


@pytest.mark.parametrize("order", ["cba", "bca", "cab", "b", "ac", "xaybzc", "cxa", "dabc", "abcd"])
def test_children_with_keys_stay_themselves_in_any_order(page: Page, order: str) -> None:
    run(
        page,
        """list('a', 'b', 'c');
        for (const input of main.querySelectorAll('input')) {
          input.own = input.name;
          input.value = `typed ${input.name}`;
        }""",
    )
    page.evaluate("(order) => list(...order)", order)
    assert page.evaluate("keys()") == order
    own = page.evaluate("[...main.querySelectorAll('input')].map((input) => input.own ?? null)")
    assert own == [key if key in "abc" else None for key in order]
    typed = page.evaluate("[...main.querySelectorAll('input')].map((input) => input.value)")
    assert typed == [f"typed {key}" if key in "abc" else "" for key in order]


@pytest.mark.parametrize("order", ["bca", "cb", "xbz", "cab", "b"])
@pytest.mark.parametrize("has_move_before", [True, False])
def test_the_focus_and_the_caret_survive_a_redraw(
    page: Page, order: str, has_move_before: bool
) -> None:
    if not has_move_before:
        run(page, "delete Element.prototype.moveBefore")
    run(page, "list('a', 'b', 'c')")
    page.focus("[name=b]")
    page.keyboard.type("1500")
    page.keyboard.press("ArrowLeft")
    page.evaluate("(order) => list(...order)", order)
    assert page.evaluate("[document.activeElement.name, document.activeElement.value]") == [
        "b",
        "1500",
    ]
    page.keyboard.type("9")
    assert page.input_value("[name=b]") == "15090"


def test_removing_children_moves_no_other_child(page: Page) -> None:
    run(page, "list('a', 'b', 'c', 'd')")
    moved = """(() => {
      const seen = new MutationObserver(() => {});
      seen.observe(main, { childList: true, subtree: true });
      list('b', 'd', 'e');
      return seen.takeRecords().flatMap((record) => [
        ...[...record.removedNodes].map((node) => `-${node.firstChild.name}`),
        ...[...record.addedNodes].filter((node) => node.localName === 'li').map((node) => '+'),
      ]);
    })()"""
    assert page.evaluate(moved) == ["-a", "-c", "+"]


def test_two_siblings_with_the_same_key_are_an_error(page: Page) -> None:
    with pytest.raises(Error, match="two siblings have one key: a, a"):
        run(page, "list('a', 'a')")


def test_an_element_with_another_key_is_another_element(page: Page) -> None:
    run(page, "draw(main, [h('input', { key: 'round 1' })])")
    page.fill("input", "typed")
    run(page, "draw(main, [h('input', { key: 'round 2' })])")
    assert page.input_value("input") == ""


def test_a_redraw_preserves_the_text_that_a_person_typed(page: Page) -> None:
    run(page, "draw(main, [h('input', { value: '5' })])")
    assert page.input_value("input") == "5"
    page.fill("input", "17")
    run(page, "draw(main, [h('input', { value: '6' })])")
    assert page.input_value("input") == "17"


def test_pictures_are_drawn_as_svg_and_updated_in_place(page: Page) -> None:
    view = """(x) => draw(main, [h('svg', { viewBox: '0 0 9 9' },
      h('linearGradient', { id: 'ink' }), h('circle', { cx: x, r: 2 }),
      h('foreignObject', {}, h('p', {}, 'words')))])"""
    page.evaluate(f"({view})(1)")
    spaces = "[...main.querySelectorAll('*')].map((node) => node.namespaceURI.split('/').at(-1))"
    assert page.evaluate(spaces) == ["svg", "svg", "svg", "svg", "xhtml"]
    assert page.evaluate("main.querySelector('svg').viewBox.baseVal.width") == 9
    assert changes(page, f"({view})(1)") == []
    assert changes(page, f"({view})(3)") == ["cx"]


def test_a_custom_element_keeps_its_children(page: Page) -> None:
    run(
        page,
        """customElements.define('punto-leaf', class extends HTMLElement {
          connectedCallback() { this.append('drawn by itself'); }
        });
        draw(main, [h('punto-leaf', { card: 'As' })]);
        draw(main, [h('punto-leaf', { card: 'Kd' })]);""",
    )
    assert page.inner_html("main") == '<punto-leaf card="Kd">drawn by itself</punto-leaf>'


def test_a_press_sends_the_command_of_the_nearest_element(page: Page) -> None:
    run(
        page,
        """draw(main, [h('section', { command: { type: 'outer' } },
          h('button', { command: { type: 'stake', cents: 500 } }, h('b', {}, '5')),
          h('i', {}, 'outside'))])""",
    )
    page.click("b")
    page.click("i")
    assert page.evaluate("sent") == [{"type": "stake", "cents": 500}, {"type": "outer"}]


def test_the_command_of_the_last_redraw_is_sent(page: Page) -> None:
    for cents in (500, 1000):
        run(page, f"draw(main, [h('button', {{ command: {{ type: 'stake', cents: {cents} }} }})])")
    page.click("button")
    assert page.evaluate("sent") == [{"type": "stake", "cents": 1000}]
    run(page, "draw(main, [h('button', {})])")
    page.click("button")
    assert page.evaluate("sent.length") == 1


@pytest.mark.parametrize("attributes", ["disabled: true", "'aria-disabled': 'true'"])
def test_a_disabled_element_sends_nothing(page: Page, attributes: str) -> None:
    run(page, f"draw(main, [h('button', {{ {attributes}, command: {{ type: 'x' }} }}, h('b'))])")
    run(page, "main.querySelector('button').click()")
    run(page, "main.querySelector('b').click()")
    assert page.evaluate("sent") == []


def test_a_form_sends_its_fields_with_its_command(page: Page) -> None:
    run(
        page,
        """draw(main, [h('form', { command: { type: 'pay' } }, h('input', { name: 'amount' }),
          h('button', { name: 'how', value: 'cash' }, 'Cash'), h('button', {}, 'Other'))])""",
    )
    page.fill("input", "20.00")
    page.click("text=Cash")
    page.click("input")
    assert page.evaluate("sent") == [
        {"type": "pay", "fields": {"amount": "20.00", "how": "cash"}},
    ]
    assert page.url == f"{ADDRESS}/"


def test_a_form_without_a_command_sends_nothing(page: Page) -> None:
    run(page, "draw(main, [h('form', {}, h('button', {}, 'Send'))])")
    page.click("button")
    assert page.evaluate("[sent.length, main.childElementCount]") == [0, 1]


def test_a_field_with_a_command_sends_its_value(page: Page) -> None:
    run(
        page,
        """draw(main, [
          h('input', { type: 'checkbox', command: { type: 'mute' } }),
          h('select', { command: { type: 'language' } },
            h('option', {}, 'en'), h('option', {}, 'zh')),
        ])""",
    )
    page.check("input")
    page.select_option("select", "zh")
    assert page.evaluate("sent") == [
        {"type": "mute", "value": True},
        {"type": "language", "value": "zh"},
    ]


def test_a_custom_element_sends_its_own_commands(page: Page) -> None:
    run(page, "draw(main, [h('punto-card', {})])")
    run(
        page,
        """const detail = { type: 'expose-cards', side: 'player' };
        main.firstChild.dispatchEvent(new CustomEvent('command', { detail, bubbles: true }))""",
    )
    assert page.evaluate("sent") == [{"type": "expose-cards", "side": "player"}]


def test_a_store_draws_in_the_next_frame(page: Page) -> None:
    run(
        page,
        """window.store = new Store(0, (sum, cents) => sum + cents,
          (sum) => draw(main, [h('b', {}, String(sum))]));
        store.take(500); store.take(1000);""",
    )
    page.wait_for_selector("b")
    assert page.inner_text("b") == "1500"
