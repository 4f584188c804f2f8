/** The card of one table; the whole card leads to the table. */

import { cached, h } from '../shared/draw.js';
import { countdownAttributes } from '../shared/countdown.js';
import { bilingualText, money, range, t } from '../shared/messages.js';
import { bigRoad } from '../shared/roads.js';

/** @typedef {import('../shared/roads.js').Roads} Roads */
/** @typedef {import('./state.js').Table} Table */

const LAST = 10;
/** @type {readonly ('B' | 'P' | 'T')[]} */
const SIDES = ['B', 'P', 'T'];
/** @type {Record<string, string>} */
const SIGNS = { 'bets-closed': 'lock', dealing: 'cards', complete: 'cards' };

/**
 * The card of a table.
 * @param {Table} table
 * @param {number} own the cents of this terminal's wagers at the table
 * @param {number} columns how many columns the big road has room for
 * @param {string} language
 * @param {string} kept the tables where the patron sits already, as an address has them
 * @param {string} _currency a change of currency changes every sum
 */
export function tableCard(table, own, columns, language, kept, _currency) {
  const { roads, shoe, limits } = table;
  const beads = roads?.bead ?? [];
  return h(
    'a',
    {
      key: table.table,
      class: own ? 'table-card my-table' : 'table-card',
      href: `/play#${kept ? `${kept},` : ''}${table.table}`,
      'data-table': table.table,
      'data-phase': table.phase,
    },
    h(
      'div',
      { class: 'card-head' },
      bilingualText(table.title, { class: 'title' }),
      h('em', {}, table.name),
    ),
    h(
      'div',
      { class: 'card-state' },
      h('span', { class: 'card-ring' }, ring(table)),
      bilingualText(table.phrase ?? table.phase_words, { class: 'card-phase caps' }),
    ),
    h(
      'div',
      { class: 'scoreboard mini' },
      h('div', { class: 'road' }, roads !== null && roadPicture(roads, columns, language)),
      roads === null ? h('div', { class: 'last-beads' }) : lastBeads(roads, language),
      h(
        'div',
        { class: 'mini-foot' },
        tally(beads),
        h(
          'span',
          { class: 'how' },
          shoe ? t('lobby.shoe', { number: shoe.number, rounds: beads.length }) : t('shoe.none'),
        ),
      ),
    ),
    shoeBar(shoe),
    line('lobby.limits', range(limits.minimum_cents, limits.maximum_cents)),
    line('lobby.seats', t('lobby.of', { taken: table.taken, seats: table.seats })),
    own > 0 &&
      h('div', { class: 'card-mine' }, h('span', {}, t('lobby.mine')), h('b', {}, money(own))),
  );
}

/** The card of a table, described again only when something on it changes. */
export const cachedTableCard = cached(tableCard);

/** @param {Table} table */
function ring({ roads, phase, timer }) {
  const side = phase === 'settled' ? roads?.bead.at(-1)?.result : undefined;
  const letter = side ? { side, text: t(`side-letter.${side}`) } : null;
  return h('punto-countdown', countdownAttributes(timer, SIGNS[phase] ?? 'shoe', letter));
}

const roadPicture = cached(
  /** @param {Roads} roads @param {number} columns @param {string} _language */
  (roads, columns, _language) => bigRoad(roads, { columns }),
);

const lastBeads = cached(
  /** @param {Roads} roads @param {string} _language */
  ({ bead }, _language) =>
    h(
      'div',
      { class: 'last-beads' },
      bead.length
        ? h(
            'span',
            { class: 'beads-row' },
            ...bead.slice(-LAST).map(({ result }) => smallBead(result)),
          )
        : h('span', { class: 'none' }, t('lobby.no-rounds')),
    ),
);

/** @param {string} result */
const smallBead = (result) =>
  h('span', { class: `small-bead ${result}` }, t(`side-letter.${result}`));

/** @param {readonly {result: string}[]} beads */
const tally = (beads) =>
  h(
    'span',
    { class: 'tally' },
    ...SIDES.map((side) => {
      const count = beads.filter(({ result }) => result === side).length;
      return h('b', { class: side }, `${t(`side-letter.${side}`)} ${count}`);
    }),
  );

/**
 * How much of a shoe is dealt.
 * @param {Table['shoe']} shoe
 */
const shoeBar = (shoe) =>
  h(
    'svg',
    { class: 'bar', viewBox: '0 0 100 1', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    h('rect', {
      class: 'bar-used',
      width: shoe ? Math.round((1000 * shoe.cards_out) / shoe.cards) / 10 : 0,
      height: 1,
    }),
  );

/** @param {string} key @param {string} value */
const line = (key, value) =>
  h('div', { class: 'card-line' }, h('span', { class: 'how' }, t(key)), h('b', {}, value));
