/** The limits of every wager; a wager that the result pays shows its pay instead. */

import { h } from '../shared/draw.js';
import { inLanguage, say, t } from '../shared/messages.js';
import { resultOf } from './state.js';

const MAINS = ['player', 'banker', 'tie'];
const LONG_NAME = 13;
const MANY = 6;

/** @param {number} cents */
const whole = (cents) =>
  new Intl.NumberFormat('en-SG', { maximumFractionDigits: 2 }).format(cents / 100);

/** The main wagers come first, in the order of the layout. @param {Wire.BettingArea} area */
const rank = ({ row, tone }) => (row === 'main' ? MAINS.indexOf(tone) : MAINS.length);

/**
 * @param {import('./state.js').Snapshot} snapshot
 * @param {Wire.Layout} layout
 * @param {import('./state.js').Local} local
 */
export function limits(snapshot, layout, local) {
  const { shown } = resultOf(snapshot, local);
  const lines = shown.phase === 'settled' ? shown.paid : [];
  const paid = new Map(lines.map(({ wager, line }) => [wager, line]));
  const areas = [...layout.areas].sort((one, other) => rank(one) - rank(other));
  return h(
    'section',
    { class: 'limits-box box' },
    h(
      'h2',
      {},
      h('span', {}, t('display.limits')),
      h('span', { id: 'currency' }, t('display.range', { currency: layout.currency })),
    ),
    h(
      'dl',
      { id: 'limits', class: 'limits', 'data-many': areas.length > MANY },
      ...areas.flatMap((area) => row(area, paid.get(area.wager))),
    ),
  );
}

/**
 * The name of a wager, and its limits or the pay of the line that the result pays.
 * @param {Wire.BettingArea} area
 * @param {number | undefined} paid
 */
function row(area, paid) {
  const line = area.lines.find((each) => each.line === paid);
  const [figure, unit] = line ? line.pays.split(' : ') : [];
  const bounds = `${whole(area.minimum_cents)} – ${whole(area.maximum_cents)}`;
  const paidClass = line ? ' paid' : '';
  const name = {
    class: `wager caps tone-${area.tone}${paidClass}`,
    'data-long': inLanguage(area.label, 'en').length > LONG_NAME,
  };
  return [
    h('dt', name, say(area.label)),
    h('dd', { class: `bounds${paidClass}` }, line ? t('display.pays', { figure, unit }) : bounds),
  ];
}
