/** Dialogs: they hold the focus, give it back, and never hide the closing timer. */

import { h, replaceChildren, restoreFocus, setAttribute, setText } from './dom.js';
import { Countdown } from './countdown.js';
import { phaseWords, signOf } from './phase.js';
import { bilingual, say, t } from './messages.js';

/** @typedef {import('./countdown.js').Timed & import('./phase.js').Phased} Shown */

/**
 * Dialogs that are open, for the terminal to keep their phase line in step.
 * @type {Set<Dialog>}
 */
const open = new Set();
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
/** When a dialog last opened or closed, and when the present series of clicks began. */
const last = { turn: 0, series: 0 };

/**
 * Stops the rest of a double click that opened or closed a dialog. It would press the element that is
 * now at that place.
 * @param {MouseEvent} event
 */
function stopRest(event) {
  if (event.detail < 2) last.series = event.timeStamp;
  else if (last.turn >= last.series) {
    event.stopImmediatePropagation();
    event.preventDefault();
  }
}
document.addEventListener('click', stopRest, { capture: true });

export class Dialog {
  /**
   * @param {string} name a key of the catalogue
   * @param {{wide?: boolean}} [how]
   */
  constructor(name, { wide = false } = {}) {
    this.countdown = new Countdown();
    /** @type {() => void} */
    this.onclose = () => {};
    /** @type {Element | null} */
    this.from = null;
    this.phase = h('span', { class: 'dialog-phase' });
    this.body = h('div', { class: 'dialog-body', tabindex: '-1' });
    this.title = h('h2', { id: `title-${name}` }, bilingual(`dialog.${name}`));
    const shut = h(
      'button',
      { type: 'button', class: 'key shut', on: { click: () => this.close() } },
      bilingual('key.close'),
    );
    this.node = h(
      'dialog',
      { class: `dialog ${name} ${wide ? 'wide' : ''}`, 'aria-labelledby': `title-${name}` },
      h(
        'div',
        { class: 'dialog-head' },
        this.title,
        h('span', { class: 'dialog-timer' }, this.countdown.node, this.phase),
        shut,
      ),
      this.body,
    );
    this.node.addEventListener('close', () => this.gone());
    this.node.addEventListener(
      'click',
      (/** @type {Event} */ event) => event.target === this.node && this.close(),
    );
  }

  /**
   * Opens with content; focus goes to the first thing that can be done.
   * @param {...(Node | string | null)} content
   */
  show(...content) {
    replaceChildren(this.body, ...content);
    if (this.node.open) return this;
    this.from = document.activeElement;
    document.body.append(this.node);
    open.add(this);
    last.turn = performance.now();
    if (latest) this.keep(latest);
    this.node.showModal();
    return this;
  }

  /** @param {Shown} view */
  keep(view) {
    setText(this.phase, say(phaseWords(view)));
    this.countdown.run(view.hold?.timer ?? view.timer ?? view.paced, signOf(view));
  }

  close() {
    last.turn = performance.now();
    if (this.node.open) this.node.close();
  }

  gone() {
    open.delete(this);
    clearInterval(this.countdown.beat);
    this.node.remove();
    restoreFocus(this.from);
    this.onclose();
  }
}

/** @type {Shown | null} */
let latest = null;

/**
 * Gives every open dialog the phase of the table in use.
 * @param {Shown} view
 */
export function keepDialogs(view) {
  latest = view;
  for (const dialog of open) dialog.keep(view);
}

/** Whether a dialog is open. */
export const isAnyOpen = () => [...open].some((dialog) => dialog.node.open);

/**
 * A question with a yes and a no; answers true or false.
 * @param {string} name a key of the catalogue
 * @param {string} text
 * @param {string} [yes] the key of the word on the main key
 * @returns {Promise<boolean>}
 */
export function confirm(name, text, yes = 'key.yes') {
  return new Promise((answer) => {
    const dialog = new Dialog(name);
    let said = false;
    /** @param {boolean} value @param {string} word */
    const key = (value, word, main = '') =>
      h(
        'button',
        {
          type: 'button',
          class: `key ${main}`,
          on: {
            click: () => {
              said = value;
              dialog.close();
            },
          },
        },
        bilingual(word),
      );
    dialog.onclose = () => answer(said);
    dialog.show(
      h('p', { class: 'question' }, text),
      h('div', { class: 'answers' }, key(false, 'key.no'), key(true, yes, 'main')),
    );
  });
}

/**
 * Things to be ticked, all of them at first; answers those left ticked, none where it is closed.
 * @template T
 * @param {string} name
 * @param {[string, T][]} things
 * @param {string} yes
 * @returns {Promise<T[]>}
 */
export function ticked(name, things, yes) {
  return new Promise((answer) => {
    const dialog = new Dialog(name);
    /** @type {T[]} */
    let chosen = [];
    const boxes = things.map(() => h('input', { type: 'checkbox', checked: true }));
    const done = h(
      'button',
      {
        type: 'button',
        class: 'key main',
        on: {
          click: () => {
            chosen = things.filter((_, i) => boxes[i].checked).map(([, thing]) => thing);
            dialog.close();
          },
        },
      },
      bilingual(yes),
    );
    dialog.onclose = () => answer(chosen);
    dialog.show(
      h(
        'div',
        { class: 'form' },
        ...things.map(([label], i) =>
          h('label', { class: 'to-tick' }, boxes[i], h('span', {}, label)),
        ),
      ),
      h('div', { class: 'answers' }, done),
    );
  });
}

/**
 * Tabs over panels that are made when first opened.
 * @param {Record<string, () => any>} entries
 * @param {string} first
 */
export function tabs(entries, first) {
  const panel = h('div', { class: 'tab-panel', role: 'tabpanel', tabindex: '0' });
  const list = h('div', { class: 'tab-list', role: 'tablist' });
  /** @param {string} name */
  const choose = async (name) => {
    for (const tab of list.children) {
      setAttribute(tab, 'aria-selected', String(tab.dataset.tab === name));
      setAttribute(tab, 'tabindex', tab.dataset.tab === name ? '0' : '-1');
    }
    setAttribute(panel, 'aria-label', t(`tab.${name}`));
    replaceChildren(panel, h('p', { class: 'how' }, t('loading')));
    const content = await Promise.resolve(entries[name]()).catch(() => [
      h('p', { class: 'bad' }, t('not-reached')),
    ]);
    if (list.querySelector('[aria-selected="true"]')?.dataset.tab === name)
      replaceChildren(panel, ...[content].flat());
    panel.scrollTop = 0;
  };
  for (const name of Object.keys(entries)) {
    list.append(
      h(
        'button',
        {
          type: 'button',
          role: 'tab',
          class: 'tab',
          'data-tab': name,
          on: { click: () => choose(name) },
        },
        t(`tab.${name}`),
      ),
    );
  }
  list.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    const step = STEPS[event.key];
    if (!step) return;
    const all = [...list.children];
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    next.focus();
    next.click();
  });
  choose(first);
  return [list, panel];
}
