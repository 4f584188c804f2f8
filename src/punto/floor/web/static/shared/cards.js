/** Draws the faces of cards as SVG. */

import { h } from './draw.js';
import { t } from './messages.js';

/**
 * Suits, each in a box from -50 to 50.
 * @type {Record<string, string>}
 */
const SUITS = {
  s: 'M0-48C16-28 45-10 45 16A22.6 22.6 0 0 1 5 29Q6 42 16 48H-16Q-6 42-5 29A22.6 22.6 0 0 1-45 16C-45-10-16-28 0-48Z',
  h: 'M0 46C-16 26-45 10-45-17A23 23 0 0 1 0-27A23 23 0 0 1 45-17C45 10 16 26 0 46Z',
  d: 'M0-49Q13-20 37 0Q13 20 0 49Q-13 20-37 0Q-13-20 0-49Z',
  c: 'M0-47A22 22 0 0 1 16-10A22 22 0 1 1 5 27Q6 42 16 48H-16Q-6 42-5 27A22 22 0 1 1-16-10A22 22 0 0 1 0-47Z',
};
const LEFT = 37.5;
const RIGHT = 62.5;
const MIDDLE = 50;
/** @type {Record<string, number>} */
const COURT_BARS = { J: 1, Q: 2, K: 3 };

/**
 * Where the pips of each rank stand, as [x, y] in a card of 100 by 140.
 * @type {Record<string, [number, number][]>}
 */
const PIPS = {
  2: [
    [MIDDLE, 24],
    [MIDDLE, 116],
  ],
  3: [
    [MIDDLE, 24],
    [MIDDLE, 70],
    [MIDDLE, 116],
  ],
  4: [
    [LEFT, 24],
    [RIGHT, 24],
    [LEFT, 116],
    [RIGHT, 116],
  ],
  5: [
    [LEFT, 24],
    [RIGHT, 24],
    [MIDDLE, 70],
    [LEFT, 116],
    [RIGHT, 116],
  ],
  6: [
    [LEFT, 24],
    [RIGHT, 24],
    [LEFT, 70],
    [RIGHT, 70],
    [LEFT, 116],
    [RIGHT, 116],
  ],
  7: [
    [LEFT, 24],
    [RIGHT, 24],
    [MIDDLE, 47],
    [LEFT, 70],
    [RIGHT, 70],
    [LEFT, 116],
    [RIGHT, 116],
  ],
  8: [
    [LEFT, 24],
    [RIGHT, 24],
    [MIDDLE, 47],
    [LEFT, 70],
    [RIGHT, 70],
    [MIDDLE, 93],
    [LEFT, 116],
    [RIGHT, 116],
  ],
  9: [
    [LEFT, 24],
    [RIGHT, 24],
    [LEFT, 55],
    [RIGHT, 55],
    [MIDDLE, 70],
    [LEFT, 85],
    [RIGHT, 85],
    [LEFT, 116],
    [RIGHT, 116],
  ],
  T: [
    [LEFT, 24],
    [RIGHT, 24],
    [MIDDLE, 39],
    [LEFT, 55],
    [RIGHT, 55],
    [LEFT, 85],
    [RIGHT, 85],
    [MIDDLE, 101],
    [LEFT, 116],
    [RIGHT, 116],
  ],
};

/**
 * The name of a card for screen readers.
 * @param {string} code
 */
export const cardName = (code) =>
  code.startsWith('?')
    ? t('card.hidden')
    : t('card.of', { rank: t(`rank.${code[0]}`), suit: t(`suit.${code[1]}`) });

/**
 * The face of a card, its back where it lies face down; `large` shows rank and suit only.
 * @param {string} code
 * @param {{large?: boolean}} [how]
 */
export function cardFace(code, { large = false } = {}) {
  if (code.startsWith('?')) return cardBack();
  const [rank, suit] = [code[0], code[1]];
  const corner = h('g', {}, figure(rank, 17, 33, 32), pip(suit, 17, 49, 18));
  const turned = h('g', { transform: 'rotate(180 50 70)' }, corner);
  const figures = large
    ? [figure(rank, 50, 80, 87), pip(suit, 50, 111, 38)]
    : [corner, turned, ...middle(rank, suit)];
  return h(
    'svg',
    {
      class: `card suit-${suit}`,
      viewBox: '0 0 100 140',
      role: 'img',
      'data-card': code,
      'aria-label': cardName(code),
    },
    h('rect', { class: 'card-paper', x: 0.5, y: 0.5, width: 99, height: 139, rx: 8 }),
    ...figures,
  );
}

/**
 * Draws the pips or the figure between the corners.
 * @param {string} rank
 * @param {string} suit
 */
function middle(rank, suit) {
  if (rank === 'A') return [pip(suit, MIDDLE, 70, 46)];
  if (!(rank in COURT_BARS)) {
    const size = rank in { 2: 1, 3: 1, 4: 1, 5: 1, 6: 1 } ? 18 : 15.5;
    return PIPS[rank].map(([x, y]) => pip(suit, x, y, size, y > 70));
  }
  // Courts are letters: a panel in the suit's ink, the letter and its turned twin, one to three bars.
  const half = h(
    'text',
    { class: 'card-twin', x: 50, y: 56, 'font-size': 40, 'text-anchor': 'middle' },
    rank,
  );
  const bars = COURT_BARS[rank];
  const band = Array.from({ length: bars }, (_, i) =>
    h('rect', {
      class: 'card-bar',
      x: 33,
      y: 69 + (i - (bars - 1) / 2) * 4.4,
      width: 34,
      height: 2,
    }),
  );
  return [
    h('rect', { class: 'card-ink', x: 33, y: 17, width: 34, height: 106, rx: 4 }),
    h('rect', { class: 'card-line', x: 35.5, y: 19.5, width: 29, height: 101, rx: 2.5 }),
    half,
    h('g', { transform: 'rotate(180 50 70)' }, half),
    ...band,
  ];
}

/** Draws the printed seven of 7 Up, with outlines and round pips and without a suit. */
export function printedSeven() {
  const corner = h(
    'text',
    { class: 'card-figure', x: 16, y: 31, 'font-size': 30, 'text-anchor': 'middle' },
    '7',
  );
  return h(
    'svg',
    {
      class: 'card printed',
      viewBox: '0 0 100 140',
      role: 'img',
      'aria-label': t('card.printed'),
    },
    h('rect', { class: 'printed-line', x: 1, y: 1, width: 98, height: 138, rx: 8 }),
    h('rect', { class: 'printed-inner', x: 5, y: 5, width: 90, height: 130, rx: 5 }),
    corner,
    h('g', { transform: 'rotate(180 50 70)' }, corner),
    ...PIPS[7].map(([x, y]) => h('circle', { class: 'card-ink', cx: x, cy: y, r: 5.6 })),
  );
}

/**
 * The cards of a hand as text, the printed seven of its table first.
 * @param {readonly string[]} cards
 * @param {string} side
 * @param {{permanent_seven: boolean}} layout
 */
export function cardsText(cards, side, layout) {
  const isWithSeven = layout.permanent_seven && side === 'player' && cards.length > 0;
  return t(isWithSeven ? 'cards.with-seven' : 'cards.text', { cards });
}

/** The back of a card. */
export function cardBack() {
  const dots = [];
  for (let row = 0; row < 10; row += 1) {
    for (let column = 0; column < 6; column += 1) {
      dots.push(
        h('circle', {
          class: 'back-dot',
          cx: 17.5 + column * 13,
          cy: 16.5 + row * 12,
          r: (row + column) % 2 ? 1.2 : 2.4,
        }),
      );
    }
  }
  return h(
    'svg',
    { class: 'card back', viewBox: '0 0 100 140', role: 'img', 'aria-label': t('card.hidden') },
    h('rect', { class: 'card-paper', x: 0.5, y: 0.5, width: 99, height: 139, rx: 8 }),
    h('rect', { class: 'back-field', x: 5, y: 5, width: 90, height: 130, rx: 5 }),
    ...dots,
    h('rect', { class: 'back-line', x: 8, y: 8, width: 84, height: 124, rx: 3 }),
  );
}

/** @param {string} suit @param {number} x @param {number} y @param {number} size */
const pip = (suit, x, y, size, turned = false) =>
  h('path', {
    class: 'card-ink',
    transform: `translate(${x} ${y}) scale(${(size / 100) * (turned ? -1 : 1)})`,
    d: SUITS[suit],
  });

/** @param {string} rank @param {number} x @param {number} y @param {number} size */
const figure = (rank, x, y, size) =>
  h(
    'text',
    {
      class: 'card-figure',
      x,
      y,
      'font-size': size,
      'text-anchor': 'middle',
      textLength: rank === 'T' ? size * 0.84 : null,
      lengthAdjust: rank === 'T' ? 'spacingAndGlyphs' : null,
    },
    rank === 'T' ? '10' : rank,
  );
