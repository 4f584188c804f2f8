/** The betting areas of one table, made from its layout. */

import { stack } from '../shared/chips.js';
import { h, replaceChildren, replaceChildrenOnce, setAttribute, setText } from '../shared/dom.js';
import { settledOf } from '../shared/settled-wagers.js';
import {
  emptyBilingual,
  inLanguage,
  money,
  range,
  say,
  signed,
  t,
  writeBilingual,
} from '../shared/messages.js';

const LONG_PRESS = 550;

export class Areas extends HTMLElement {
  connectedCallback() {
    this.parts ??= new Map();
  }

  /** Lays the areas out for the layout of a table. */
  lay(layout) {
    this.layout = layout;
    this.parts = new Map(layout.areas.map((area) => [area.wager, this.area(area)]));
    const row = (name) => layout.areas.filter((area) => area.row === name);
    const order = { player: 0, tie: 1, banker: 2 };
    const mains = row('main').sort((a, b) => (order[a.tone] ?? 3) - (order[b.tone] ?? 3));
    const nodes = (areas) => areas.map((area) => this.parts.get(area.wager).node);
    setAttribute(this, 'data-sides', String(row('side').length));
    replaceChildren(
      this,
      h('div', { class: 'side-row' }, ...nodes(row('side'))),
      h('div', { class: 'main-row' }, ...nodes(mains)),
    );
  }

  area(area) {
    const parts = {
      area,
      name: emptyBilingual({ class: 'name caps' }),
      pay: h('span', { class: 'pay' }),
      limits: h('span', { class: 'limits' }),
    };
    parts.sum = h('b', { class: 'sum' });
    parts.chips = h('span', { class: 'chips-laid' });
    parts.won = h('span', { class: 'chips-won' });
    parts.tag = h('span', { class: 'tag' });
    parts.stake = h(
      'span',
      { class: 'stake' },
      parts.sum,
      h(
        'span',
        { class: 'halo' },
        parts.chips,
        h('span', { class: 'tick', 'aria-hidden': 'true' }),
      ),
      parts.won,
    );
    parts.node = h(
      'button',
      { type: 'button', class: `area tone-${area.tone}`, 'data-wager': area.wager },
      parts.name,
      parts.pay,
      h('span', { class: 'low' }, parts.limits, parts.tag),
      parts.stake,
    );
    this.listen(parts.node, area.wager);
    return parts;
  }

  listen(node, wager) {
    const ask = (name) =>
      this.dispatchEvent(new CustomEvent(name, { detail: { wager }, bubbles: true }));
    let timer = 0;
    let held = false;
    node.addEventListener('pointerdown', () => {
      held = false;
      timer = setTimeout(() => {
        held = true;
        ask('about');
      }, LONG_PRESS);
    });
    for (const name of ['pointerup', 'pointerleave', 'pointercancel'])
      node.addEventListener(name, () => clearTimeout(timer));
    node.addEventListener('contextmenu', (event) => event.preventDefault());
    node.addEventListener('click', () => {
      if (!held) ask('bet');
      held = false;
    });
    node.addEventListener('keydown', (event) => {
      if (event.key === 'i' || event.key === 'I' || event.key === '?') ask('about');
      if (event.key === 'Delete') ask('lift');
      if (event.key.startsWith('Arrow')) this.move(node, event);
    });
  }

  /** Arrow keys walk through the areas in reading order. */
  move(node, event) {
    const all = [...this.querySelectorAll('.area')];
    const step = ['ArrowLeft', 'ArrowUp'].includes(event.key) ? -1 : 1;
    all[(all.indexOf(node) + step + all.length) % all.length].focus();
    event.preventDefault();
  }

  /** Shows stakes and what became of them. */
  show(view, stakes, canBet) {
    const settled = new Map(settledOf(view).map((each) => [each.wager, each]));
    for (const parts of this.parts.values())
      this.one(parts, stakes, settled.get(parts.area.wager), canBet);
  }

  one(parts, stakes, settled, canBet) {
    const { area, node } = parts;
    const state = stakes.stateOf(area.wager);
    const cents =
      state === 'refused'
        ? (stakes.refused.sums.get(area.wager) ?? 0)
        : (stakes.wanted.get(area.wager) ?? 0);
    writeBilingual(parts.name, area.label);
    parts.name.classList.toggle('long', inLanguage(area.label, 'en').length > 14);
    writePay(parts.pay, area.row === 'main' ? say(area.pays) : paysOf(area));
    setText(parts.limits, range(area.minimum_cents, area.maximum_cents));
    setAttribute(node, 'data-state', settled ? settled.result : state);
    setAttribute(node, 'aria-disabled', canBet ? null : 'true');
    setText(parts.sum, cents && !(settled && settled.result !== 'lost') ? money(cents) : '');
    // Where limits and a long sum would meet, the sum is what is read.
    setAttribute(
      node,
      'data-crowded',
      parts.limits.textContent.length + parts.sum.textContent.length >
        (area.row === 'main' && area.tone !== 'tie' ? 30 : 17),
    );
    const laid = settled ? settled.stake_cents : cents;
    replaceChildrenOnce(parts.chips, `${laid} ${state === 'refused'}`, () =>
      laid && state !== 'refused' ? stack(laid, this.layout.denominations_cents) : '',
    );
    const won = settled?.result === 'won' ? settled.returned_cents - settled.stake_cents : 0;
    replaceChildrenOnce(parts.won, String(won), () =>
      won > 0 ? stack(won, this.layout.denominations_cents) : '',
    );
    setText(parts.tag, settled ? outcomeText(settled) : '');
    setAttribute(node, 'aria-label', this.read(area, state, cents, settled));
  }

  /** The text of an area for screen readers: name, pay, limits, own stake. */
  read(area, state, cents, settled) {
    const stake = settled
      ? outcomeText(settled)
      : cents
        ? t(`stake.${state}`, { sum: cents })
        : t('stake.empty');
    return t('area.read', {
      area: area.label,
      pays: area.pays,
      low: area.minimum_cents,
      high: area.maximum_cents,
      stake,
    });
  }
}

/** "+$50.00", "LOST $10.00", "PUSH $100.00". */
function outcomeText(settled) {
  if (settled.result === 'won') return signed(settled.returned_cents - settled.stake_cents);
  return t(`result.${settled.result}`, { sum: settled.stake_cents });
}

/** The pays of a side wager in a line: "12, 20 : 1", or the span of many. */
function paysOf(area) {
  const pays = area.lines.map((line) => line.pays.split(' : ')).filter((each) => each.length === 2);
  const figures = [...new Set(pays.map(([figure]) => figure))].sort((a, b) => a - b);
  if (!figures.length || pays.some(([, unit]) => unit !== pays[0][1])) return say(area.pays);
  const text = figures.length > 5 ? `${figures[0]} – ${figures.at(-1)}` : figures.join(', ');
  return `${text} : ${pays[0][1]}`;
}

/** The first figure of a pay stands large, the words after it small. */
function writePay(node, text) {
  if (node.text === text) return;
  node.text = text;
  const [, figure, rest] = text.match(/^([\d., –]+ ?: ?[\d.]+)[,，;]? ?(.*)$/) ?? [null, text, ''];
  replaceChildren(node, h('strong', {}, figure), rest ? h('small', {}, rest) : null);
}

customElements.define('punto-areas', Areas);
