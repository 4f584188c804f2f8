/** The whole screen of a display. */

import { h } from '../shared/draw.js';
import { bilingualText, inBothLanguages, t } from '../shared/messages.js';
import { isLatestLit, scoreboard } from '../shared/scoreboard.js';
import { call } from './call.js';
import { counterRow } from './counters.js';
import { limits } from './limits.js';
import { result } from './result.js';
import { sign, underline } from './sign.js';

/** @typedef {import('./state.js').State} State */

/** @param {State} state */
export function screen(state) {
  const { snapshot, layout, local } = state;
  return h(
    'div',
    {
      class: 'display',
      id: 'display',
      'data-phase': snapshot?.phase ?? 'closed',
      // Old figures must not pass for new ones.
      'data-stale': local.line !== 'connected',
    },
    sign(state),
    snapshot !== null && layout !== null && board(snapshot, layout, local),
    h(
      'p',
      { key: 'attract', class: 'attract' },
      h('img', { src: '/static/shared/logo.svg', alt: '' }),
      bilingualText(inBothLanguages('display.closed')),
    ),
    underline(state),
  );
}

/**
 * @param {import('./state.js').Snapshot} snapshot
 * @param {Wire.Layout} layout
 * @param {import('./state.js').Local} local
 */
function board(snapshot, layout, local) {
  const { roads, counters, phase } = snapshot;
  const { columns, asked } = local;
  return h(
    'main',
    // The server repeats a snapshot that this screen did not show: nothing that was drawn stays.
    { key: `board-${local.repaints}`, class: 'board' },
    call(snapshot, layout),
    result(snapshot, layout, local),
    limits(snapshot, layout, local),
    counterRow(counters),
    h(
      'section',
      { class: 'scoreboard', id: 'scoreboard', 'aria-label': t('road.sheet') },
      ...scoreboard({
        roads,
        counters: [],
        marks: layout.road_marks,
        columns,
        asked,
        isLatestLit: isLatestLit(phase),
      }),
    ),
  );
}
