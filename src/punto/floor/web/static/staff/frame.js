/** Provides the frame of every staff screen: bars, keyboard, dialogs, messages and the lost connection. */

import {
  h,
  isTyping,
  replaceChildren,
  restoreFocus,
  setAttribute,
  setText,
} from '../shared/dom.js';
import { set, settings, show as showSettings } from '../shared/settings.js';
import { speak, speakInto } from '../shared/live-region.js';
import { me, signOut, signedIn } from './client.js';
import {
  choose,
  language,
  languageName,
  nextLanguage,
  readCatalogues,
  say,
  t,
  translate,
} from '../shared/messages.js';

const AGAIN = 300;

/** @type {Record<string, string>} */
const SIGNS = { Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };

/**
 * Starts a staff page: catalogues, sign-in, bars. The page has #live, header.top, main and footer.keys.
 * @param {string} desk the desk it is, as `me.screens` names it
 */
export async function startStaffPage(desk) {
  showSettings();
  await readCatalogues();
  choose(settings.language);
  await signedIn(desk);
  speakInto(partOf('#live'));
  translate();
  return new Frame(desk);
}

/**
 * A key of a desk.
 * @typedef {object} Key
 * @property {string} key
 * @property {string} label
 * @property {() => void} run
 * @property {boolean} [hidden]
 * @property {boolean} [right]
 */

export class Frame {
  /** @param {string} desk */
  constructor(desk) {
    this.desk = desk;
    this.top = partOf('header.top');
    this.bar = partOf('footer.keys');
    this.main = partOf('main');
    this.cells = new Map();
    /** @type {Map<string, Key>} */
    this.map = new Map();
    this.barName = '';
    this.onLanguage = () => {};
    /** @type {number | null} */
    this.seenAt = null;
    this.ahead = 0;
    this.clock = h('b');
    this.who = h(
      'button',
      { type: 'button', class: 'cell who', on: { click: () => this.openMe() } },
      h('small', {}, t('staff.signed-in')),
      h('b', {}, me.display_name),
    );
    this.place = h('div', { class: 'cells' });
    replaceChildren(
      this.top,
      h('a', { class: 'mark', href: '/staff' }, h('i'), 'Punto', h('span', {}, t(`desk.${desk}`))),
      this.place,
      h('div', { class: 'grow' }),
      (this.late = h('div', { class: 'cells late' })),
      this.who,
      h('div', { class: 'cell clock' }, this.clock),
    );
    this.lost = h('div', { class: 'lost', role: 'alert', hidden: true });
    this.top.after(this.lost);
    setInterval(() => this.tick(), 500);
    this.tick();
    this.listen();
  }

  /**
   * Writes a cell of the top bar; those named `faults` and later stand on the right.
   * @param {string} name
   * @param {string} small
   * @param {string | Node} big
   * @param {{class?: string, late?: boolean}} [how]
   */
  cell(name, small, big, { class: style = '', late = false } = {}) {
    let parts = this.cells.get(name);
    if (!parts) {
      parts = { small: h('small'), big: h('b') };
      parts.node = h('div', { class: 'cell', 'data-cell': name }, parts.small, parts.big);
      (late ? this.late : this.place).append(parts.node);
      this.cells.set(name, parts);
    }
    setText(parts.small, small);
    parts.small.hidden = !small;
    if (typeof big === 'string') setText(parts.big, big);
    else replaceChildren(parts.big, big);
    parts.node.className = `cell ${style}`;
  }

  /**
   * Takes the server's time from a picture, so that every desk shows the same clock.
   * @param {string} at
   */
  seen(at) {
    this.seenAt = Date.parse(at);
    this.ahead = this.seenAt - Date.now();
    this.tick();
  }

  now() {
    return Date.now() + this.ahead;
  }

  tick() {
    setText(this.clock, timeOf(this.now()));
    /** @type {NodeListOf<HTMLElement>} */
    const ages = document.querySelectorAll('[data-since]');
    for (const node of ages) setText(node, ageOf(this.now() - Number(node.dataset.since)));
  }

  /**
   * `lost` puts every button off and says what is safe; `connected` gives the desk back.
   * @param {string} state
   */
  line(state) {
    const lost = state === 'lost';
    setAttribute(document.body, 'data-line', state);
    this.lost.hidden = !lost;
    this.main.inert = lost;
    if (lost)
      replaceChildren(
        this.lost,
        h('b', {}, t('staff.lost')),
        ' ',
        t('staff.lost-safe', { time: this.seenAt ? timeOf(this.seenAt) : '–' }),
      );
  }

  /**
   * Sets the keys of the desk. Each: {key, label, run, hidden, off}; `key` as the keyboard names it,
   * shown in the bar unless hidden.
   * Space acts when the key is released, at most once per 300 ms, and not while a dialog is open.
   * @param {Key[]} entries
   */
  keys(entries) {
    this.map = new Map(entries.map((entry) => [entry.key, entry]));
    const shown = entries.filter((entry) => !entry.hidden);
    const name = shown.map((entry) => `${entry.key} ${entry.label}`).join('|') + language();
    if (this.barName === name) return;
    this.barName = name;
    const key = (/** @type {Key} */ entry) =>
      h('span', {}, h('kbd', {}, keyName(entry.key)), entry.label);
    const [left, right] = [
      shown.filter((entry) => !entry.right),
      shown.filter((entry) => entry.right),
    ];
    // Where the bar is short the last keys of the desk go first; F1 lists them all.
    replaceChildren(
      this.bar,
      h('div', { class: 'left' }, ...left.map(key)),
      ...right.map(key),
      h('span', {}, h('kbd', {}, 'F1'), t('staff.all-keys')),
    );
  }

  listen() {
    let last = -AGAIN;
    document.addEventListener('keydown', (event) => {
      if (event.key === 'F1') {
        event.preventDefault();
        if (!isAsking()) this.openKeys();
        return;
      }
      if (!this.hears(event)) return;
      if (event.key === ' ') {
        if (this.map.has(' ')) event.preventDefault();
        return;
      }
      const entry = this.map.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
      if (!entry || event.repeat) return;
      event.preventDefault();
      entry.run();
    });
    document.addEventListener('keyup', (event) => {
      if (event.key !== ' ' || !this.hears(event) || !this.map.has(' ')) return;
      event.preventDefault();
      const now = performance.now();
      if (now - last < AGAIN) return;
      last = now;
      this.map.get(' ')?.run();
    });
  }

  /** @param {KeyboardEvent} event */
  hears(event) {
    return (
      !isAsking() &&
      !this.main.inert &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey &&
      !isTyping(event)
    );
  }

  /** All keys of the desk, as a list. */
  openKeys() {
    const rows = [...this.map.values()].map((entry) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, h('kbd', {}, keyName(entry.key))),
        h('td', {}, entry.label),
      ),
    );
    const more = [
      ['Tab', 'staff.key-tab'],
      ['Enter', 'staff.key-enter'],
      ['Esc', 'staff.key-escape'],
    ].map(([key, label]) =>
      h('tr', {}, h('th', { scope: 'row' }, h('kbd', {}, key)), h('td', {}, t(label))),
    );
    openDialog(
      t('staff.all-keys'),
      h('table', { class: 'key-list' }, h('tbody', {}, ...rows, ...more)),
    );
  }

  /** The menu of the person: other desks, language, password, sign out. */
  openMe() {
    const links = me.screens
      .filter((desk) => desk !== 'dealer')
      .map((desk) => h('a', { class: 'btn', href: `/${desk}` }, t(`desk.${desk}`)));
    const tongue = button(languageName(nextLanguage()), () => {
      set('language', nextLanguage());
      location.reload();
    });
    const asked = openDialog(
      me.display_name,
      h('p', {}, me.position ? t(`position.${me.acting_as ?? me.position}`) : ''),
      h(
        'div',
        { class: 'buttons' },
        ...links,
        h('a', { class: 'btn', href: '/staff' }, t('staff.desks')),
      ),
      h(
        'div',
        { class: 'buttons' },
        tongue,
        button(t('staff.sign-out'), () => signOut()),
      ),
    );
    return asked;
  }

  /**
   * Says something once and keeps it in sight until the next press; a refusal carries its clause.
   * @param {Element} node
   * @param {any} answer
   */
  told(node, answer) {
    if (answer?.ok) {
      replaceChildren(node);
      return;
    }
    showRefusal(node, answer);
    speak(node.textContent);
  }
}

/**
 * Writes why something was refused, with the clause.
 * @param {Element} node
 * @param {any} answer
 */
export const showRefusal = (node, answer) =>
  replaceChildren(
    node,
    h('span', { class: 'refused' }, say(answer?.words) || t('staff.status.failed')),
    answer?.clause ? clause(answer.clause) : null,
  );

/** The positions, the lowest first. */
export const LADDER = [
  'dealer',
  'pit-supervisor',
  'pit-manager',
  'assistant-casino-manager',
  'gaming-shift-manager',
];

/** A part that the page of every staff screen has. @param {string} selector @returns {HTMLElement} */
const partOf = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

/**
 * "21:24:18", by the desk's own zone.
 * @param {string | number} at
 */
export const timeOf = (at) => new Date(at).toLocaleTimeString('en-GB', { hour12: false });

/**
 * "01:04": how long something has lasted.
 * @param {number} ms
 */
export function ageOf(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  /** @param {number} value */
  const two = (value) => String(value).padStart(2, '0');
  return seconds < 3600
    ? `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
    : `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** @param {string} key */
export const keyName = (key) =>
  key === ' ' ? t('staff.space') : (SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key));

const figures = new Intl.NumberFormat('en-SG', { maximumFractionDigits: 2 });

/**
 * Whole dollars on the floor: "35,900"; a loss has a real minus sign, nothing is an en dash.
 * @param {number | null | undefined} cents
 */
export const dollars = (cents) =>
  cents === null || cents === undefined
    ? '–'
    : `${cents < 0 ? '−' : ''}${figures.format(Math.abs(cents) / 100)}`;

/**
 * The same in a grid, where zero is an en dash.
 * @param {number | null | undefined} cents
 */
export const inGrid = (cents) => (cents ? dollars(cents) : '–');

/**
 * "+400" or "−100"; zero is 0.
 * @param {number} cents
 */
export const net = (cents) => (cents > 0 ? `+${dollars(cents)}` : dollars(cents));

/**
 * A clause in its solid box; a house policy in a dashed one.
 * @param {string} text
 */
export const clause = (text) =>
  h('span', { class: `clause ${/^(P\d|POLICY|house)/i.test(text) ? 'policy' : ''}` }, text);

/**
 * A button with its key beside it; `off` says why it cannot be pressed and keeps it in reach of the keyboard.
 * @param {string} label
 * @param {(node: any) => void} run
 * @param {{key?: string, primary?: boolean, off?: string, small?: string}} [how]
 */
export function button(label, run, { key = '', primary = false, off = '', small = '' } = {}) {
  const node = h(
    'button',
    {
      type: 'button',
      class: `btn ${primary ? 'primary' : ''} ${off ? 'off' : ''}`,
      'aria-disabled': off ? 'true' : null,
      title: off || null,
    },
    key ? h('kbd', {}, keyName(key)) : null,
    h('span', {}, label),
    small ? h('i', {}, small) : null,
  );
  node.addEventListener('click', () => (off ? speak(off) : run(node)));
  return node;
}

/**
 * A panel with its heading and, at the right, a note.
 * @param {string} heading
 * @param {{class?: string, note?: string | Node | null}} [how]
 * @param {...(Node | string | null | undefined)} content
 */
export function panel(heading, { class: style = '', note = null } = {}, ...content) {
  const title = h('h2', { class: 'h' }, heading);
  return h(
    'section',
    { class: `panel ${style}`, 'aria-label': heading },
    h('div', { class: 'panel-head' }, title, note ? h('span', { class: 'note' }, note) : null),
    ...content,
  );
}

/**
 * A table with its heads: a key of the catalogue each, with the style `num` for figures and `unseen` for keys.
 * @param {Record<string, '' | 'num' | 'unseen'>} heads
 * @param {readonly Node[]} rows
 * @param {string} [style]
 * @param {Node | null} [caption]
 */
export function gridOf(heads, rows, style = '', caption = null) {
  const cells = Object.entries(heads).map(([key, look]) =>
    h(
      'th',
      { scope: 'col', class: look === 'num' ? 'num' : '' },
      look === 'unseen' ? h('span', { class: 'unseen' }, t(key)) : t(key),
    ),
  );
  return h(
    'table',
    { class: `grid ${style}` },
    caption,
    h('thead', {}, h('tr', {}, ...cells)),
    h('tbody', {}, ...rows),
  );
}

/**
 * A level of alarm: 1 notice, 2 attention, 3 held; form and word, never a wager's colour.
 * @param {number} level
 * @param {string} words
 * @param {string | null} [since]
 */
export function alarm(level, words, since = null) {
  return h(
    'span',
    { class: `lv lv${level}` },
    h('i', { class: 'sign', 'aria-hidden': 'true' }),
    words,
    since ? h('b', { 'data-since': Date.parse(since) }) : null,
  );
}

/** Whether a question is open. */
export const isAsking = () => Boolean(document.querySelector('dialog[open]'));

/**
 * Opens a question over the desk: it holds the focus, Escape closes it, and the focus goes back.
 * @param {string} title
 * @param {...(Node | string | null | undefined)} content
 */
export function openDialog(title, ...content) {
  const from = document.activeElement;
  const node = h(
    'dialog',
    { class: 'question-box', 'aria-label': title },
    h(
      'div',
      { class: 'question-head' },
      h('h2', {}, title),
      h(
        'button',
        { type: 'button', class: 'btn', on: { click: () => node.close() } },
        h('kbd', {}, 'Esc'),
        h('span', {}, t('staff.close')),
      ),
    ),
    h('div', { class: 'question-body' }, ...content),
  );
  node.addEventListener('close', () => {
    node.remove();
    restoreFocus(from);
    node.dispatchEvent(new Event('gone'));
  });
  document.body.append(node);
  node.showModal();
  node.querySelector('.question-body :is(input, select, button, a)')?.focus();
  return node;
}
