/** Draws the counters, the five roads and the predictions of one table. */

import { h } from './draw.js';
import {
  DERIVED,
  askMarks,
  beadPlate,
  bigRoad,
  derivedRoad,
  fitColumns,
  oneMark,
} from './roads.js';
import { bilingualText, inBothLanguages, inLanguage, say, t } from './messages.js';

/** @type {Record<string, string>} */
const TONES = { banker: 'B', player: 'P', tie: 'T', natural: 'N' };

/** @typedef {import('./draw.js').Part} Part */
/** @typedef {import('./roads.js').Side} Side */
/** @typedef {import('./roads.js').Roads} Roads */
/** @typedef {import('./roads.js').Derived} Derived */
/** @typedef {{key: string, label: import('./messages.js').Message, count: number}} Counter */
/** @typedef {Record<'bead' | 'big' | Derived, number>} Columns how many columns each road has room for */

/**
 * The content of a scoreboard.
 * @typedef {object} Board
 * @property {Roads | null | undefined} roads
 * @property {readonly Counter[]} counters
 * @property {import('./messages.js').Message | null | undefined} marks the meaning of the marks of the game
 * @property {Partial<Columns>} columns
 * @property {Side | null} asked the side whose next result is shown
 * @property {boolean} isLatestLit
 */

/** @type {Side[]} */
const SIDES = ['banker', 'player'];
/** @type {Columns} */
const FEWEST = { bead: 4, big: 6, big_eye: 6, small: 6, cockroach: 6 };
const LIT = ['settled', 'complete', 'idle'];

/** Whether the newest result is lit in a phase. @param {string} phase */
export const isLatestLit = (phase) => LIT.includes(phase);

/**
 * The parts of a scoreboard.
 * @param {Board} board
 */
export function scoreboard({ roads, counters, marks, columns, asked, isLatestLit: latest }) {
  const fits = /** @type {Columns} */ ({ ...FEWEST, ...columns });
  /** @param {string} kind @param {string} more @param {() => Part} picture */
  const road = (kind, more, picture) =>
    h('div', { class: `road ${more}`.trim(), 'data-road': kind }, Boolean(roads) && picture());
  /** @param {Derived} kind @param {string} more */
  const derived = (kind, more) =>
    road(kind, more, () => derivedRoad(known, kind, { columns: fits[kind] }));
  const known = /** @type {Roads} */ (roads);
  return [
    counts(counters),
    h(
      'div',
      { class: 'part beads' },
      caption('bead'),
      road('bead', '', () => beadPlate(known, { columns: fits.bead, latest })),
      h('div', { class: 'foot' }, word('road.dots')),
    ),
    h(
      'div',
      { class: 'part bigs' },
      h(
        'div',
        { class: 'cap' },
        bilingualText(inBothLanguages('road.big'), { 'data-bilingual': 'road.big' }),
        h('span', { class: 'marks-word' }, say(marks)),
      ),
      road('big', '', () => bigRoad(known, { columns: fits.big, latest, ask: asked })),
      h('div', { class: 'foot' }, word('road.no-omen', 'omen')),
    ),
    h(
      'div',
      { class: 'part eyes' },
      caption('big_eye'),
      derived('big_eye', 'half wide'),
      h('div', { class: 'two' }, derived('small', 'half'), derived('cockroach', 'half')),
      h('div', { class: 'two foot' }, caption('small'), caption('cockroach')),
    ),
    h(
      'div',
      { class: 'asks part' },
      caption('ask'),
      ...SIDES.map((side) => askRow(side, roads, asked)),
      legend(true),
      legend(false),
    ),
  ];
}

/**
 * Fits columns into the boxes of the roads below a node; half a square more would not be read.
 * @param {ParentNode} node
 */
export function columnsOf(node) {
  /** @type {Record<string, number>} */
  const columns = {};
  for (const box of node.querySelectorAll('[data-road]')) {
    if (!(box instanceof HTMLElement) || !box.clientWidth) continue;
    const kind = box.dataset.road ?? '';
    const fewest = kind === 'bead' ? 4 : 6;
    const fitting = fitColumns(box, fewest);
    const isHalf = DERIVED.includes(/** @type {Derived} */ (kind));
    columns[kind] = isHalf ? Math.floor(fitting / 2) * 2 : fitting;
  }
  return /** @type {Partial<Columns>} */ (columns);
}

/** @param {string} key @param {string} [more] */
const word = (key, more) => h('span', { class: more, 'data-word': key }, t(key));

/** @param {string} kind */
const caption = (kind) =>
  h(
    'div',
    { class: 'cap' },
    bilingualText(inBothLanguages(`road.${kind}`), { 'data-bilingual': `road.${kind}` }),
  );

/** @param {Side} side @param {Roads | null | undefined} roads @param {Side | null} asked */
const askRow = (side, roads, asked) =>
  h(
    'button',
    {
      class: `ask ${side === 'banker' ? 'B' : 'P'}`,
      type: 'button',
      'aria-pressed': String(asked === side),
      'aria-label': t(`ask.${side}.read`),
      'data-side': side,
      command: { type: 'ask', side },
    },
    bilingualText(inBothLanguages(`ask.${side}`)),
    h('span', { class: 'marks' }, ...askMarks(roads?.ask?.[side])),
  );

/** @param {readonly Counter[]} counters */
const counts = (counters) =>
  h(
    'div',
    { class: counters.length > 8 ? 'counts part many' : 'counts part' },
    ...counters.map((each) =>
      h(
        'div',
        { key: each.key, class: `count ${TONES[each.key] ?? toneOf(each.key)}` },
        h(
          'span',
          { class: 'badge-word', lang: 'zh-Hans' },
          each.key === 'natural' ? '8/9' : inLanguage(each.label, 'zh'),
        ),
        h('span', { class: 'caps' }, inLanguage(each.label, 'en').replace(/^8\/9 /, '')),
        h('b', {}, String(each.count)),
      ),
    ),
  );

/**
 * Counters of a side wear its colour, those of the game's own wagers amber.
 * @param {string} key
 */
const toneOf = (key) =>
  key.startsWith('banker')
    ? 'B'
    : key.startsWith('player')
      ? 'P'
      : key.startsWith('tie')
        ? 'T'
        : 'G';

/** @param {boolean} regular */
const legend = (regular) =>
  h(
    'div',
    { class: 'foot legend' },
    h(
      'span',
      { class: 'marks', 'aria-hidden': 'true' },
      ...DERIVED.map((kind) => oneMark(kind, regular)),
    ),
    word(regular ? 'road.regular' : 'road.irregular'),
  );
