/** The scoreboard: counters, five roads and the ask panel of one table. */

import { h, replaceChildren, replaceChildrenOnce, setAttribute, setText } from './dom.js';
import {
  DERIVED,
  askMarks,
  asWanted,
  beadPlate,
  bigRoad,
  derivedRoad,
  fitColumns,
  oneMark,
} from './roads.js';
import { settings } from './settings.js';
import { bilingual, inLanguage, language, say, t, word } from './messages.js';

/** @type {Record<string, string>} */
const TONES = { banker: 'B', player: 'P', tie: 'T', natural: 'N' };

/** @typedef {import('./roads.js').Side} Side */
/** @typedef {import('./roads.js').Roads} Roads */
/** @typedef {{key: string, label: Wire.Words, count: number}} Counter */
/** @typedef {{table: string, phase: string, roads?: Roads | null, counters?: readonly Counter[]}} Shown */

/** @type {Side[]} */
const SIDES = ['banker', 'player'];

export class Scoreboard extends HTMLElement {
  /** The boxes of the roads by name. @type {Record<string, any>} */
  box = {};
  /** The side whose next result is shown. @type {Side | null} */
  asked = null;
  /** @type {Shown | null} */
  view = null;

  connectedCallback() {
    if (this.counts) return;
    const road = (/** @type {string} */ kind, more = '') =>
      (this.box[kind] = h('div', { class: `road ${more}` }));
    const caption = (/** @type {string} */ kind) =>
      h('div', { class: 'cap' }, bilingual(`road.${kind}`));
    this.counts = h('div', { class: 'counts part' });
    this.marks = h('span', { class: 'marks-word' });
    const asks = SIDES.map((side) => this.askRow(side));
    this.asks = h(
      'div',
      { class: 'asks part' },
      caption('ask'),
      ...asks,
      legend(true),
      legend(false),
    );
    replaceChildren(
      this,
      this.counts,
      h(
        'div',
        { class: 'part beads' },
        caption('bead'),
        road('bead'),
        h('div', { class: 'foot' }, word('road.dots')),
      ),
      h(
        'div',
        { class: 'part bigs' },
        h('div', { class: 'cap' }, bilingual('road.big'), this.marks),
        road('big'),
        h('div', { class: 'foot' }, word('road.no-omen', 'span', { class: 'omen' })),
      ),
      h(
        'div',
        { class: 'part eyes' },
        caption('big_eye'),
        road('big_eye', 'half wide'),
        h('div', { class: 'two' }, road('small', 'half'), road('cockroach', 'half')),
        h('div', { class: 'two foot' }, caption('small'), caption('cockroach')),
      ),
      this.asks,
    );
    setAttribute(this, 'role', 'region');
    setAttribute(this, 'data-label', 'road.sheet');
    setAttribute(this, 'aria-label', t('road.sheet'));
    this.watch = new ResizeObserver(() => this.draw());
    for (const box of Object.values(this.box)) this.watch.observe(box);
  }

  /** @param {Side} side */
  askRow(side) {
    const row = h(
      'button',
      {
        class: `ask ${side === 'banker' ? 'B' : 'P'}`,
        type: 'button',
        'aria-pressed': 'false',
        'data-label': `ask.${side}.read`,
        'aria-label': t(`ask.${side}.read`),
        on: { click: () => this.press(side) },
      },
      bilingual(`ask.${side}`),
      h('span', { class: 'marks' }),
    );
    this.box[`ask.${side}`] = row.lastChild;
    row.dataset.side = side;
    return row;
  }

  /**
   * Shows where the next result of a side would land, until it is pressed again.
   * @param {Side} side
   */
  press(side) {
    this.asked = this.asked === side ? null : side;
    for (const row of this.asks?.querySelectorAll('.ask') ?? [])
      setAttribute(row, 'aria-pressed', String(row.dataset.side === this.asked));
    this.draw();
  }

  /**
   * Takes a picture of the table.
   * @param {Shown} view
   * @param {{road_marks?: Wire.Message | null} | null | undefined} layout
   */
  show(view, layout) {
    this.view = view;
    this.countRows(view.counters ?? []);
    setText(this.marks, say(layout?.road_marks ?? ''));
    this.draw();
  }

  /** @param {readonly Counter[]} counters */
  countRows(counters) {
    const key = counters.map((each) => each.key).join() + language();
    if (this.counts.kept !== key) {
      this.counts.kept = key;
      replaceChildren(
        this.counts,
        ...counters.map((each) =>
          h(
            'div',
            { class: `count ${TONES[each.key] ?? toneOf(each.key)}` },
            h(
              'span',
              { class: 'badge-word', lang: 'zh-Hans' },
              each.key === 'natural' ? '8/9' : inLanguage(each.label, 'zh'),
            ),
            h('span', { class: 'caps' }, inLanguage(each.label, 'en').replace(/^8\/9 /, '')),
            h('b'),
          ),
        ),
      );
    }
    counters.forEach((each, i) => setText(this.counts.children[i].lastChild, String(each.count)));
    this.counts.classList.toggle('many', counters.length > 8);
  }

  draw() {
    if (!this.view?.roads || !this.box.bead.isConnected) return;
    const roads = asWanted(this.view.roads, settings.tail);
    const latest = ['settled', 'complete', 'idle'].includes(this.view.phase);
    const drawn = [this.view.table, roads.revision, roads.bead.length, latest];
    const key = [...drawn, language(), this.asked, settings.tail].join(' ');
    /** @param {string} kind @param {number} columns @param {(columns: number) => Node} make */
    const each = (kind, columns, make) => {
      const box = this.box[kind];
      if (box.clientWidth) replaceChildrenOnce(box, `${key} ${columns}`, () => make(columns));
    };
    each('bead', fitColumns(this.box.bead, 4), (columns) => beadPlate(roads, { columns, latest }));
    each('big', fitColumns(this.box.big, 6), (columns) =>
      bigRoad(roads, { columns, latest, ask: this.asked }),
    );
    /** Which state of the roads is to be seen. */
    this.revision = this.box.big.clientWidth ? roads.revision : null;
    for (const kind of DERIVED) {
      each(kind, Math.floor(fitColumns(this.box[kind], 6) / 2) * 2, (columns) =>
        derivedRoad(roads, kind, { columns }),
      );
    }
    for (const side of SIDES) {
      const box = this.box[`ask.${side}`];
      if (box.drawnAs !== key) replaceChildren(box, ...askMarks(roads.ask?.[side]));
      box.drawnAs = key;
    }
  }
}

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

customElements.define('punto-scoreboard', Scoreboard);
