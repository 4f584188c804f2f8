/** The hands of the round, or of the last one while bets are open, and who won. */

import { h } from '../shared/draw.js';
import { cardFace, printedSeven } from '../shared/cards.js';
import { bilingualText, roundNumber, t } from '../shared/messages.js';
import { phaseWords } from '../shared/phase.js';
import { resultOf } from './state.js';

/** @typedef {import('./state.js').Snapshot} Snapshot */
/** @typedef {'player' | 'banker'} Side */

/**
 * @param {Snapshot} snapshot
 * @param {Wire.Layout} layout
 * @param {import('./state.js').Local} local
 */
export function result(snapshot, layout, local) {
  const { shown, isLast } = resultOf(snapshot, local);
  const isVoid = shown.phase === 'void';
  const isOver = isVoid || shown.phase === 'settled';
  const winner = shown.phase === 'settled' ? shown.winner : null;
  const number = roundNumber(shown.round);
  return h(
    'section',
    {
      class: 'result box',
      id: 'result',
      'data-round': shown.round,
      'data-winner': isVoid ? 'void' : winner,
    },
    h(
      'div',
      { class: 'result-head' },
      isOver
        ? bilingualText(phaseWords(shown), { class: 'caps', id: 'outcome' })
        : h('span', { class: 'bilingual', id: 'outcome' }),
      h(
        'span',
        { key: 'last', class: 'last-word' },
        isLast ? t('display.last', { number }) : isOver && number,
      ),
    ),
    h(
      'div',
      { class: 'result-hands' },
      hand('player', shown, layout),
      hand('banker', shown, layout),
    ),
  );
}

/** @param {Side} side @param {Snapshot} shown @param {Wire.Layout} layout */
function hand(side, { hands, winner }, layout) {
  const { cards, total } = hands[side];
  const isWon = winner === (side === 'player' ? 'P' : 'B') || winner === 'T';
  const faces = cards.map((code) => cardFace(code, { large: true }));
  if (layout.permanent_seven && side === 'player') faces.unshift(printedSeven());
  return h(
    'div',
    { class: `side ${side}`, 'data-won': isWon },
    h(
      'div',
      { class: 'side-head' },
      bilingualText(layout.hands[side], { class: 'caps', id: `${side}-name` }),
    ),
    h('strong', { id: `${side}-total` }, cards.length > 0 && total !== null && String(total)),
    h(
      'div',
      { class: 'faces', id: `${side}-cards` },
      ...faces.map((face) => h('span', { class: 'face' }, face)),
    ),
  );
}
