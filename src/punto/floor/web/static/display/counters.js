/** How often each result and each wager of the game came in this shoe. */

import { h } from '../shared/draw.js';
import { bilingualText, inLanguage } from '../shared/messages.js';

const LONG_NAME = 14;

/** @param {readonly Wire.ShoeCounter[]} counters */
export const counterRow = (counters) =>
  h(
    'section',
    {
      class: 'counters box',
      id: 'counters',
      'data-long': counters.some(({ label }) => inLanguage(label, 'en').length > LONG_NAME),
    },
    ...counters.map(({ key, label, count }) =>
      h(
        'div',
        { key, class: `counter tone-${toneOf(key)}` },
        bilingualText(label, { class: 'caps' }),
        h('b', {}, String(count)),
      ),
    ),
  );

/** @param {string} key */
function toneOf(key) {
  if (key === 'natural') return 'plain';
  if (key === 'tie') return 'tie';
  return ['banker', 'player'].find((side) => key.startsWith(side)) ?? 'side';
}
