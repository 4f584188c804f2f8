/** Draws chips as flat discs whose colour, figure and number of edge spots show the value. */

import { s } from './dom.js';

/**
 * The number of edge spots by value. The style sheet has the colours.
 * @type {Record<number, number>}
 */
const SPOTS = { 1: 4, 5: 5, 10: 6, 25: 7, 50: 8, 100: 9, 500: 10, 1000: 11, 5000: 12 };
const RISE = 13;
const TALLEST = 6;

/** The figure on a chip: 5, 100, 1K, or cents below one dollar. @param {number} cents */
export function chipText(cents) {
  if (cents < 100) return `${cents}c`;
  const value = cents / 100;
  return value >= 1000 ? `${value / 1000}K` : String(value);
}

/** One chip as a picture. @param {number} cents */
export const chip = (cents) =>
  s('svg', { class: 'chip', viewBox: '-52 -52 104 104', 'aria-hidden': 'true' }, disc(cents));

/**
 * Draws a sum as a stack of at most six chips, the largest at the bottom, with the figure beside it.
 * @param {number} cents
 * @param {readonly number[]} denominations
 */
export function stack(cents, denominations) {
  const chips = parts(cents, denominations);
  const height = RISE * (chips.length - 1);
  return s(
    'svg',
    { class: 'stack', viewBox: `-52 ${-52 - height} 104 ${104 + height}`, 'aria-hidden': 'true' },
    ...chips.map((value, i) => s('g', { transform: `translate(0 ${-RISE * i})` }, disc(value))),
  );
}

/**
 * The fewest chips that make a sum, as far as six go.
 * @param {number} cents
 * @param {readonly number[]} denominations
 */
export function parts(cents, denominations) {
  const chips = [];
  let rest = cents;
  for (const value of [...denominations].sort((a, b) => b - a)) {
    while (rest >= value && chips.length < TALLEST) {
      chips.push(value);
      rest -= value;
    }
  }
  return chips.length ? chips : [Math.min(...denominations)];
}

/** @param {number} cents */
function disc(cents) {
  const value = cents / 100;
  const spots = SPOTS[value] ?? 4;
  const text = chipText(cents);
  const size = [0, 44, 38, 30, 26, 22][text.length] ?? 20;
  return s(
    'g',
    { class: `disc v${SPOTS[value] ? value : 'other'}` },
    s('circle', { class: 'chip-body', r: 50 }),
    ...Array.from({ length: spots }, (_, i) =>
      s('rect', {
        class: 'chip-spot',
        x: -5,
        y: -50,
        width: 10,
        height: 11,
        transform: `rotate(${(i * 360) / spots})`,
      }),
    ),
    s('circle', { class: 'chip-rim', r: 49 }),
    s('circle', { class: 'chip-face', r: 36 }),
    s(
      'text',
      { class: 'chip-figure', y: size * 0.355, 'font-size': size, 'text-anchor': 'middle' },
      text,
    ),
  );
}
