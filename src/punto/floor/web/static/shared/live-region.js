/** Writes texts for screen readers, line by line, into one stable live region. */

import { cardName } from './cards.js';
import { settledOf } from './settled-wagers.js';
import { say, t } from './messages.js';

const SIDES = /** @type {const} */ (['player', 'banker']);
/** @type {Element | null} */
let region = null;
/** @type {string[]} */
let queue = [];

/**
 * Takes the region of the page.
 * @param {Element} node
 */
export function speakInto(node) {
  region = node;
}

/**
 * Reads a line out after those before it.
 * @param {string} text
 */
export function speak(text) {
  if (!region || !text) return;
  queue.push(text);
  if (queue.length === 1) setTimeout(next, 60);
}

function next() {
  if (region) region.textContent = queue.splice(0).join('. ');
}

/**
 * Says what changed between two pictures of a table.
 * @param {Wire.TerminalView | null | undefined} before
 * @param {Wire.TerminalView} view
 */
export function tell(before, view) {
  const lines = [];
  if (before?.phase !== view.phase || before?.round !== view.round) {
    if (view.phase !== 'settled' && view.phase !== 'complete') lines.push(say(view.phrase));
  }
  for (const side of SIDES) {
    const had = before?.round === view.round ? before.hands[side].cards.length : 0;
    const cards = view.hands[side].cards.slice(had);
    if (before && cards.length) {
      const { total } = view.hands[side];
      const isKnown = total !== null && total !== undefined;
      const values = { side, cards: cards.map(cardName), total: isKnown ? total : null };
      lines.push(t(isKnown ? 'spoken.cards-and-total' : 'spoken.cards', values));
    }
  }
  const reasons = view.reasons ?? [];
  const known = before?.round === view.round ? (before.reasons?.length ?? 0) : 0;
  if (before) lines.push(...reasons.slice(known).map((reason) => say(reason.words)));
  if (view.phase === 'settled' && before?.phase !== 'settled')
    lines.push(say(view.outcome), ...result(view));
  if (view.stopped && !before?.stopped) lines.push(say(view.stopped));
  if (view.hold && !before?.hold) lines.push(say(view.hold.words));
  if (view.void && !before?.void) lines.push(say(view.void.words));
  lines.filter(Boolean).forEach(speak);
}

/** @param {Wire.TerminalView} view */
const result = (view) =>
  view.own && settledOf(view).length
    ? [
        ...settledOf(view).map((each) =>
          t('spoken.settled', { area: each.label, words: each.words }),
        ),
        t('spoken.win', { sum: view.own.win_cents }),
      ]
    : [];
