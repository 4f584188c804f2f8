/** Draws roads. The server computes the place of every cell; only the scrolling is local. */

import { h } from './draw.js';
import { language, list, t } from './messages.js';

/** @typedef {import('./draw.js').Part} Part */
/** @typedef {'banker' | 'player'} Side */
/** @typedef {'big_eye' | 'small' | 'cockroach'} Derived */
/** @typedef {{row: number, column: number}} Place */
/** @typedef {Place & {result: string, pairs: string[], natural: boolean, round: number}} Bead */
/** @typedef {Place & {side: string, ties: number, pairs: string[], mark: string, round: number}} Ring */
/** @typedef {Place & {regular: boolean}} Mark */
/** @typedef {{row?: number | null, column?: number | null}} Landing */
/** @typedef {Landing & {[kind in Derived]?: boolean | null}} Answer what a next result would add */
/** @typedef {{big: Place[], ask: Record<Side, Place>} & Record<Derived, Place[]>} OtherPlaces */
/**
 * @typedef {object} MainRoads
 * @property {number} revision
 * @property {string} tail
 * @property {OtherPlaces | null} other
 * @property {Bead[]} bead
 * @property {Ring[]} big
 * @property {number} leading_ties
 * @property {Record<Side, Answer>} ask
 * @property {Roads} [drawnOtherwise]
 */
/** @typedef {MainRoads & Record<Derived, Mark[]>} Roads */

const ROWS = 6;
const CELL = 20;

/** The roads that follow from the big road. @type {Derived[]} */
export const DERIVED = ['big_eye', 'small', 'cockroach'];

/**
 * The first column in sight, so that the last used one and one spare are seen.
 * @param {Place[]} cells
 * @param {number} columns
 */
const firstColumn = (cells, columns) =>
  Math.max(0, Math.max(-1, ...cells.map((cell) => cell.column)) + 2 - columns);

/**
 * A sheet of hairlines with marks on it; `each` squares of cells share one line.
 * @param {number} columns
 * @param {number} each
 * @param {string} label
 * @param {(Part | null)[]} marks
 * @param {number} [revision] which state of the roads this is
 */
function sheet(columns, each, label, marks, revision) {
  const [width, height] = [columns * CELL, ROWS * CELL];
  let lines = '';
  for (let x = 0; x <= columns; x += each) lines += `M${x * CELL} 0V${height}`;
  for (let y = 0; y <= ROWS; y += each) lines += `M0 ${y * CELL}H${width}`;
  return h(
    'svg',
    {
      class: 'road-picture',
      viewBox: `-0.5 -0.5 ${width + 1} ${height + 1}`,
      role: 'img',
      'aria-label': label,
      preserveAspectRatio: 'xMinYMin meet',
      'data-revision': revision,
    },
    h('path', { class: 'grid', d: lines }),
    ...marks,
  );
}

/**
 * Corner dots: Banker pair top left, Player pair bottom right.
 * @param {string[]} pairs
 * @param {number} x
 * @param {number} y
 */
const dots = (pairs, x, y) => [
  pairs.includes('banker')
    ? h('circle', { class: 'dot B', cx: x + 3.2, cy: y + 3.2, r: 2.5 })
    : null,
  pairs.includes('player')
    ? h('circle', { class: 'dot P', cx: x + 16.8, cy: y + 16.8, r: 2.5 })
    : null,
];

/** @param {number} x @param {number} y */
const latestSquare = (x, y) =>
  h('rect', { class: 'latest', x: x + 0.5, y: y + 0.5, width: CELL - 1, height: CELL - 1 });

/**
 * The bead plate; whole left columns leave when it is full.
 * @param {Roads} roads
 * @param {{columns: number, latest?: boolean}} how
 */
export function beadPlate(roads, { columns, latest = false }) {
  const cells = roads.bead;
  const from = Math.max(0, Math.max(-1, ...cells.map((cell) => cell.column)) + 1 - columns);
  const marks = cells
    .filter((cell) => cell.column >= from)
    .flatMap((cell) => {
      const [x, y] = [(cell.column - from) * CELL, cell.row * CELL];
      return [
        latest && cell === cells.at(-1) ? latestSquare(x, y) : null,
        h('circle', { class: `bead ${cell.result}`, cx: x + 10, cy: y + 10, r: 8.2 }),
        h(
          'text',
          {
            class: 'bead-letter',
            x: x + 10,
            y: y + (language() === 'zh' ? 13.8 : 14),
            'text-anchor': 'middle',
            'font-size': language() === 'zh' ? 10.4 : 11.2,
          },
          t(`side-letter.${cell.result}`),
        ),
        cell.natural ? h('path', { class: 'natural', d: `M${x + 14.5} ${y + 1}h4.5v4.5z` }) : null,
        ...dots(cell.pairs, x, y),
      ];
    });
  return sheet(columns, 1, t('road.bead.read', tally(roads)), marks);
}

/** @param {Answer | null} answer @returns {Place | null} */
const placeOf = (answer) =>
  answer && typeof answer.row === 'number' && typeof answer.column === 'number'
    ? { row: answer.row, column: answer.column }
    : null;

/**
 * The big road; `ask` shows where the next result of that side would land.
 * @param {Roads} roads
 * @param {{columns: number, latest?: boolean, ask?: Side | null}} how
 */
export function bigRoad(roads, { columns, latest = false, ask = null }) {
  const cells = roads.big;
  const landing = placeOf(ask ? roads.ask[ask] : null);
  const from = firstColumn(landing ? [...cells, landing] : cells, columns);
  const marks = cells
    .filter((cell) => cell.column >= from)
    .flatMap((cell) => {
      const [x, y] = [(cell.column - from) * CELL, cell.row * CELL];
      const width = cell.side === 'B' ? 2.6 : 1.4;
      return [
        latest && cell === cells.at(-1) ? latestSquare(x, y) : null,
        h('circle', {
          class: `ring-mark ${cell.side}`,
          cx: x + 10,
          cy: y + 10,
          r: 8.2 - width / 2,
          'stroke-width': width,
        }),
        cell.mark
          ? h(
              'text',
              {
                class: `game-mark m${cell.mark}`,
                x: x + 10,
                y: y + 13.6,
                'text-anchor': 'middle',
                'font-size': 10,
              },
              cell.mark,
            )
          : null,
        ...slash(cell.ties, x, y),
        ...dots(cell.pairs, x, y),
      ];
    });
  if (!cells.length) marks.push(...slash(roads.leading_ties, 0, 0));
  if (landing) {
    marks.push(
      h('rect', {
        class: `landing ${ask === 'banker' ? 'B' : 'P'}`,
        x: (landing.column - from) * CELL + 2,
        y: landing.row * CELL + 2,
        width: CELL - 4,
        height: CELL - 4,
        rx: 2,
      }),
    );
  }
  const label = t('road.big.read', { list: spoken(roads) });
  return sheet(columns, 1, label, marks, roads.revision);
}

/**
 * Ties on a cell: a green slash, with the count when it is above one.
 * @param {number} ties
 * @param {number} x
 * @param {number} y
 */
function slash(ties, x, y) {
  if (!ties) return [];
  const line = h('path', {
    class: 'tie-slash',
    d: `M${x + 3.6} ${y + 16.4}L${x + 16.4} ${y + 3.6}`,
  });
  if (ties === 1) return [line];
  return [
    line,
    h('circle', { class: 'tie-paper', cx: x + 10, cy: y + 10, r: 4.8 }),
    h(
      'text',
      { class: 'tie-count', x: x + 10, y: y + 13.4, 'text-anchor': 'middle', 'font-size': 9.6 },
      String(ties),
    ),
  ];
}

/** @type {Record<Derived, (regular: boolean, x: number, y: number) => Part>} */
const SHAPES = {
  big_eye: (regular, x, y) =>
    h('circle', {
      class: `hollow ${tone(regular)}`,
      cx: x + 10,
      cy: y + 10,
      r: regular ? 6 : 7,
      'stroke-width': regular ? 4 : 2,
    }),
  small: (regular, x, y) =>
    h('circle', { class: `solid ${tone(regular)}`, cx: x + 10, cy: y + 10, r: regular ? 8 : 5.4 }),
  cockroach: (regular, x, y) =>
    h('path', {
      class: `stroke ${tone(regular)}`,
      d: `M${x + 4} ${y + 16}L${x + 16} ${y + 4}`,
      'stroke-width': regular ? 4.8 : 2.4,
    }),
};
/** @param {boolean} regular */
const tone = (regular) => (regular ? 'regular' : 'irregular');

/**
 * One of the three derived roads.
 * @param {Roads} roads
 * @param {Derived} kind
 * @param {{columns: number}} how
 */
export function derivedRoad(roads, kind, { columns }) {
  const cells = roads[kind];
  const from = firstColumn(cells, columns);
  const marks = cells
    .filter((cell) => cell.column >= from)
    .map((cell) => SHAPES[kind](cell.regular, (cell.column - from) * CELL, cell.row * CELL));
  const read = cells.slice(-12).map((cell) => t(cell.regular ? 'road.regular' : 'road.irregular'));
  return sheet(
    columns,
    2,
    t('road.derived.read', { name: t(`road.${kind}`), list: list(read) || t('road.none') }),
    marks,
  );
}

/**
 * The roads as a person wants their long runs drawn; the house's way where nothing is chosen.
 * @param {Roads} roads
 * @param {string} tail
 */
export function asWanted(roads, tail) {
  const { other } = roads;
  if (!tail || tail === roads.tail || !other) return roads;
  roads.drawnOtherwise ??= {
    ...roads,
    big: moved(roads.big, other.big),
    big_eye: moved(roads.big_eye, other.big_eye),
    small: moved(roads.small, other.small),
    cockroach: moved(roads.cockroach, other.cockroach),
    ask: {
      banker: { ...roads.ask.banker, ...other.ask.banker },
      player: { ...roads.ask.player, ...other.ask.player },
    },
  };
  return roads.drawnOtherwise;
}

/** @template {Place} T @param {T[]} marks @param {Place[]} places @returns {T[]} */
const moved = (marks, places) => marks.map((mark, i) => ({ ...mark, ...places[i] }));

/**
 * The three marks that a next result would add; empty where there is none yet.
 * @param {Answer | null | undefined} answers
 */
export const askMarks = (answers) => DERIVED.map((kind) => oneMark(kind, answers?.[kind] ?? null));

/**
 * A mark by itself, for the ask panel and the legend.
 * @param {Derived} kind
 * @param {boolean | null | undefined} regular
 */
export function oneMark(kind, regular) {
  const known = regular !== null && regular !== undefined;
  return h(
    'svg',
    {
      class: 'one-mark',
      viewBox: '0 0 20 20',
      role: 'img',
      'aria-label': known ? t(regular ? 'road.regular' : 'road.irregular') : t('road.none'),
    },
    known ? SHAPES[kind](regular, 0, 0) : h('path', { class: 'no-mark', d: 'M7 10h6' }),
  );
}

/** @param {Roads} roads */
const tally = (roads) => ({
  B: roads.bead.filter((cell) => cell.result === 'B').length,
  P: roads.bead.filter((cell) => cell.result === 'P').length,
  T: roads.bead.filter((cell) => cell.result === 'T').length,
});

/**
 * The last results as text, newest last.
 * @param {Roads} roads
 */
const spoken = (roads) =>
  list(roads.bead.slice(-12).map((cell) => t(`side.${cell.result}`))) || t('road.none');

/**
 * Fits as many whole columns into a box as its height allows for six rows.
 * @param {Element} box
 */
export function fitColumns(box, fewest = 6, rows = ROWS) {
  const around = box.firstElementChild
    ? 2 * parseFloat(getComputedStyle(box.firstElementChild).paddingTop)
    : 0;
  const cell = (box.clientHeight - around) / rows;
  return cell > 1 ? Math.max(fewest, Math.floor((box.clientWidth - around - 1) / cell)) : fewest;
}
