/** The chip tray has the credit, bet and win meters, the chips, and the keys that change the wagers. */

import { chip, chipText } from '../shared/chips.js';
import { h, replaceChildren, setAttribute, setText } from '../shared/dom.js';
import { settledOf } from '../shared/settled-wagers.js';
import { total } from './wagers.js';
import { bilingual, inBothLanguages, money, t, writeBilingual } from '../shared/messages.js';

const KEYS = ['undo', 'double', 'clear', 'again'];
const COUNT_UP = 900;
const MIN_LETTERS = 7;
const CREDIT_SIZE = 1.15;

export class ChipTray extends HTMLElement {
  connectedCallback() {
    if (this.meters) return;
    this.meters = {};
    const meter = (name) => {
      const value = h('b', { 'data-meter': name });
      const node = h(
        'div',
        { class: `meter ${name}` },
        h(
          'span',
          { class: 'meter-name' },
          bilingual(`meter.${name}`),
          name === 'bet' ? h('span', { class: 'tick', 'aria-hidden': 'true' }) : null,
        ),
        value,
      );
      this.meters[name] = { node, value, cents: null };
      return node;
    };
    this.bar = h('span');
    const win = meter('win');
    win.append(h('span', { class: 'count-bar', 'aria-hidden': 'true' }, this.bar));
    this.add = h(
      'button',
      { type: 'button', class: 'key add', 'data-do': 'cage' },
      bilingual('key.cage'),
    );
    this.chips = h('div', {
      class: 'chips',
      role: 'radiogroup',
      'data-label': 'chips',
      'aria-label': t('chips'),
    });
    this.keys = Object.fromEntries(
      KEYS.map((name) => [
        name,
        h('button', { type: 'button', class: 'key', 'data-do': name }, bilingual(`key.${name}`)),
      ]),
    );
    this.box = h('div', { class: 'meters' }, meter('credit'), this.add, meter('bet'), win);
    replaceChildren(
      this,
      this.box,
      this.chips,
      h('div', { class: 'acts' }, ...Object.values(this.keys)),
    );
    this.chips.addEventListener('keydown', (event) => this.walk(event));
    this.addEventListener('click', (event) => {
      const key = event.target.closest('[data-do]');
      if (key && key.getAttribute('aria-disabled') !== 'true') this.ask('act', key.dataset.do);
    });
  }

  ask(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /** Lays out the chips of a table; the chosen one stays chosen where the table has it. */
  lay(layout) {
    const values = layout.denominations_cents;
    this.picked = values.includes(this.picked)
      ? this.picked
      : values[Math.min(1, values.length - 1)];
    replaceChildren(
      this.chips,
      ...values.map((cents, i) =>
        h(
          'button',
          {
            type: 'button',
            class: 'chip-key',
            role: 'radio',
            'aria-checked': 'false',
            'data-cents': cents,
            'aria-label': t('chip.of', { value: chipText(cents), key: i + 1 }),
            on: { click: () => this.pick(cents) },
          },
          chip(cents),
        ),
      ),
    );
    this.pick(this.picked);
  }

  /** Arrow keys walk through the chips and choose. */
  walk(event) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    const all = [...this.chips.children];
    const next =
      all[(all.indexOf(event.target.closest('.chip-key')) + step + all.length) % all.length];
    this.pick(Number(next.dataset.cents));
    next.focus();
    event.preventDefault();
  }

  pick(cents) {
    this.picked = cents;
    for (const key of this.chips.children) {
      const isPicked = Number(key.dataset.cents) === cents;
      setAttribute(key, 'aria-checked', String(isPicked));
      setAttribute(key, 'tabindex', isPicked ? '0' : '-1');
    }
  }

  show(view, stakes, credit, canBet) {
    const settled = settledOf(view);
    const bet = settled.length ? view.own.bet_cents : total(stakes.wanted);
    this.meter('credit', credit ?? 0);
    this.add.classList.toggle('main', credit === 0 && bet === 0);
    this.meter('bet', bet);
    this.meters.bet.node.classList.toggle('accepted', bet > 0 && total(stakes.accepted) === bet);
    const win = settled.length ? view.own.win_cents : 0;
    // All three are sized by what they come to, so that a counting WIN moves nothing.
    const letters = (cents) => Math.max(MIN_LETTERS, money(cents).length);
    this.box.style.setProperty(
      '--letters',
      String(letters(credit ?? 0) * CREDIT_SIZE + letters(bet) + letters(win)),
    );
    this.countWin(win, `${view.table} ${view.round} ${view.own?.win_cents}`, settled.length > 0);
    this.chips.classList.toggle('shut', !canBet);
    const can = {
      undo: canBet && stakes.steps.length,
      double: canBet && stakes.wanted.size,
      clear: canBet && stakes.wanted.size,
      again: canBet && stakes.last.size && !stakes.wanted.size,
    };
    for (const name of KEYS)
      setAttribute(this.keys[name], 'aria-disabled', can[name] ? null : 'true');
  }

  /** Names the credit of a demo floor as demo credit. */
  nameCredit(isDemo) {
    const name = this.meters.credit.node.querySelector('.bilingual');
    setAttribute(name, 'data-bilingual', isDemo ? 'meter.demo' : 'meter.credit');
    writeBilingual(name, inBothLanguages(name.dataset.bilingual));
  }

  meter(name, cents) {
    setText(this.meters[name].value, money(cents));
    if (name === 'win') this.meters.win.node.classList.toggle('paid', cents > 0);
    this.meters[name].cents = cents;
  }

  /** WIN counts up once a round; a tap ends it, and stillness skips it. */
  countWin(cents, round, isSettled) {
    if (!isSettled || cents === 0) {
      this.counted = null;
      this.bar.style.transform = 'scaleX(0)';
      return this.meter('win', cents);
    }
    if (this.counted === round) return undefined;
    this.counted = round;
    const still = document.documentElement.classList.contains('still');
    const start = performance.now();
    const step = (now) => {
      const part = still || this.counted !== round ? 1 : Math.min(1, (now - start) / COUNT_UP);
      if (this.counted !== round) return;
      this.meter(
        'win',
        Math.round((cents * part) / 100) * 100 * (part < 1 ? 1 : 0) + (part < 1 ? 0 : cents),
      );
      this.bar.style.transform = `scaleX(${part})`;
      if (part < 1) requestAnimationFrame(step);
    };
    step(start);
    return undefined;
  }
}

customElements.define('punto-chip-tray', ChipTray);
