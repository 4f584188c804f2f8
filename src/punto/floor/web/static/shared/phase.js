/** The words and the sign of a table's phase, and what it says of rounds to come. */

import { inBothLanguages } from './messages.js';

/**
 * The fields of a snapshot that define its phase.
 * @typedef {object} Phased
 * @property {string} phase
 * @property {unknown} [stopped]
 * @property {unknown} [hold]
 * @property {number | null} [closing]
 */

const IN_ROUND = ['bets-open', 'bets-closed', 'dealing', 'complete'];

/** @type {Record<string, string>} */
const SIGNS = {
  'bets-closed': 'lock',
  dealing: 'cards',
  complete: 'cards',
  idle: 'shoe',
  closed: 'shoe',
};

/**
 * The sign that stands for a phase without a timer.
 * @param {Phased} view
 */
export const signOf = (view) => (view.hold || view.stopped ? 'pause' : (SIGNS[view.phase] ?? ''));

/**
 * The text of a phase in both languages. A stop, a hold, a void or an outcome comes before the phase.
 * @param {any} view
 */
export function phaseWords(view) {
  if (view.stopped) return view.stopped;
  if (view.hold) return view.hold.words;
  if (view.phase === 'void') return inBothLanguages('winner.void');
  if (view.phase === 'settled' && view.outcome) return view.outcome;
  return view.phrase;
}

/**
 * How many rounds are left before a table closes, the present one included; null where it does not close.
 * @param {Phased} view
 */
export function closingText(view) {
  if (view.stopped || view.closing === null || view.closing === undefined) return null;
  const left = view.closing + (IN_ROUND.includes(view.phase) ? 1 : 0);
  const key = ['closing.over', 'closing'][left] ?? 'closing.rounds';
  return inBothLanguages(key, { left });
}

/**
 * From when other rules or limits hold, in the last day before they do; else null.
 * @param {Wire.Layout} layout
 */
export function plannedChangeText(layout) {
  const left = layout.coming ? Date.parse(layout.coming.at) - Date.now() : Infinity;
  return layout.coming && left < 24 * 3600000 ? layout.coming.words : null;
}

/**
 * The round of the shoe: the number of results, plus one while a round is in progress.
 * @param {Phased & {roads?: {bead: unknown[]} | null}} view
 */
export const roundOfShoe = (view) =>
  (view.roads?.bead.length ?? 0) + (IN_ROUND.includes(view.phase) ? 1 : 0);
