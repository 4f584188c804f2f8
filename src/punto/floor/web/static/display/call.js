/** What the table calls: the words of the phase, the ring, and how many rounds are left. */

import { h } from '../shared/draw.js';
import { countdownAttributes } from '../shared/countdown.js';
import { bilingualText } from '../shared/messages.js';
import { closingText, phaseWords, plannedChangeText, signOf } from '../shared/phase.js';

/**
 * @param {import('./state.js').Snapshot} snapshot
 * @param {Wire.Layout} layout
 */
export function call(snapshot, layout) {
  const { hold, stopped, phase, phrase, timer, paced } = snapshot;
  const closing = closingText(snapshot) ?? plannedChangeText(layout);
  // The words of a result stand in the box of the result.
  const words = phase === 'settled' && !hold && !stopped ? phrase : phaseWords(snapshot);
  return h(
    'section',
    { class: 'call box' },
    bilingualText(words, { class: 'caps', id: 'phase' }),
    h(
      'div',
      { class: 'call-ring' },
      h('punto-countdown', countdownAttributes(hold?.timer ?? timer ?? paced, signOf(snapshot))),
    ),
    closing !== null && bilingualText(closing, { class: 'closing', id: 'closing' }),
  );
}
