/** Opens dialogs, which hold the focus, return it afterwards, and never hide the closing timer. */

import { Countdown } from './countdown.js';
import { draw, element, h, listen } from './draw.js';
import { phaseWords, signOf } from './phase.js';
import { bilingualText, inBothLanguages, say, t } from './messages.js';

/** @typedef {import('./draw.js').Part} Part */
/** @typedef {import('./draw.js').Command} Command */
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
    /** Runs the commands of the content. @param {Command} _command */
    this.oncommand = (_command) => {};
    this.node = element(frame(name, wide));
    const [head, body] = this.node.children;
    const [title, timer, shut] = head.children;
    this.title = title;
    this.body = body;
    this.phase = timer.firstElementChild;
    timer.prepend(this.countdown.node);
    shut.addEventListener('click', () => this.close());
    listen(body, (command) => this.oncommand(command));
    this.node.addEventListener('close', () => this.gone());
    this.node.addEventListener(
      'click',
      (/** @type {Event} */ event) => event.target === this.node && this.close(),
    );
  }

  /**
   * Opens with content; focus goes to the first thing that can be done. Of content that is data, an open dialog
   * draws only what differs.
   * @param {...(Node | Part | string | null)} content
   */
  show(...content) {
    const given = content.filter((each) => each !== null);
    if (given.some((each) => each instanceof Node)) this.body.replaceChildren(...nodesOf(given));
    else draw(this.body, /** @type {Part[]} */ (given));
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
    draw(this.phase, [say(phaseWords(view))]);
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
    // A press may have moved the focus between the close and its event.
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (isLost && this.from instanceof HTMLElement) this.from.focus();
    this.onclose();
  }
}

/** @param {string} name @param {boolean} wide */
const frame = (name, wide) =>
  h(
    'dialog',
    { class: `dialog ${name} ${wide ? 'wide' : ''}`, 'aria-labelledby': `title-${name}` },
    h(
      'div',
      { class: 'dialog-head' },
      h(
        'h2',
        { id: `title-${name}` },
        bilingualText(inBothLanguages(`dialog.${name}`), { 'data-bilingual': `dialog.${name}` }),
      ),
      h('span', { class: 'dialog-timer' }, h('span', { class: 'dialog-phase' })),
      h('button', { type: 'button', class: 'key shut' }, marked('key.close')),
    ),
    h('div', { class: 'dialog-body', tabindex: '-1' }),
  );

/** A text in both languages that `translate` writes again. @param {string} key */
const marked = (key) => bilingualText(inBothLanguages(key), { 'data-bilingual': key });

/** @param {(Node | Part | string | null)[]} content @returns {(Node | string)[]} */
const nodesOf = (content) =>
  content
    .filter((each) => each !== null)
    .map((each) => (typeof each === 'string' || each instanceof Node ? each : element(each)));

/**
 * Draws now and after each of some events for as long as the node is on the page; figures in a dialog keep moving.
 * @param {EventTarget} source
 * @param {string[]} names
 * @param {Element} node
 * @param {() => void} show
 */
export function following(source, names, node, show) {
  const again = () => {
    if (node.isConnected) show();
    else for (const name of names) source.removeEventListener(name, again);
  };
  for (const name of names) source.addEventListener(name, again);
  show();
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
        { type: 'button', class: `key ${main}`, command: { type: 'answer', value } },
        marked(word),
      );
    dialog.oncommand = ({ value }) => {
      said = value === true;
      dialog.close();
    };
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
    dialog.oncommand = () => {
      const boxes = dialog.body.querySelectorAll('input');
      chosen = things.filter((_, i) => boxes[i].checked).map(([, thing]) => thing);
      dialog.close();
    };
    const done = h(
      'button',
      { type: 'button', class: 'key main', command: { type: 'done' } },
      marked(yes),
    );
    dialog.onclose = () => answer(chosen);
    dialog.show(
      h(
        'div',
        { class: 'form' },
        ...things.map(([label]) =>
          h(
            'label',
            { class: 'to-tick' },
            h('input', { type: 'checkbox', checked: true }),
            h('span', {}, label),
          ),
        ),
      ),
      h('div', { class: 'answers' }, done),
    );
  });
}

/**
 * Makes tabs whose panels are built when they are first opened.
 * @param {Record<string, () => any>} entries
 * @param {string} first
 */
export function tabs(entries, first) {
  const names = Object.keys(entries);
  let chosen = first;
  const list = element(h('div', { class: 'tab-list', role: 'tablist' }));
  const panel = element(h('div', { class: 'tab-panel', role: 'tabpanel', tabindex: '0' }));
  /** @param {string} name */
  const choose = async (name) => {
    chosen = name;
    draw(list, tabKeys(names, chosen));
    panel.setAttribute('aria-label', t(`tab.${name}`));
    panel.replaceChildren(element(h('p', { class: 'how' }, t('loading'))));
    const content = await Promise.resolve(entries[name]()).catch(() => [
      h('p', { class: 'bad' }, t('not-reached')),
    ]);
    if (chosen === name) panel.replaceChildren(...nodesOf([content].flat()));
    panel.scrollTop = 0;
  };
  listen(list, ({ tab }) => choose(String(tab)));
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

/** @param {string[]} names @param {string} chosen */
const tabKeys = (names, chosen) =>
  names.map((name) =>
    h(
      'button',
      {
        key: name,
        type: 'button',
        role: 'tab',
        class: 'tab',
        'data-tab': name,
        'aria-selected': String(name === chosen),
        tabindex: name === chosen ? '0' : '-1',
        command: { type: 'tab', tab: name },
      },
      t(`tab.${name}`),
    ),
  );
