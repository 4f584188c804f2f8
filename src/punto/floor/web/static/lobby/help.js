/** HELP before a table is chosen: how to begin, the session, the settings. */

import { Dialog, tabs } from '../shared/dialog.js';
import { h } from '../shared/draw.js';
import { sessionTab } from '../shared/session-limits.js';
import { optionsTab } from '../shared/settings-page.js';
import { t } from '../shared/messages.js';

const STEPS = ['sit', 'credit', 'bet', 'win', 'more'];

/**
 * How to begin, step by step.
 * @param {boolean} isDemo whether the patron buys demo credit or brings a voucher
 */
export const beginView = (isDemo) =>
  STEPS.map((name) => (name === 'credit' && !isDemo ? 'cashier' : name)).map((name, i) =>
    h(
      'p',
      { class: 'begin' },
      h('b', { 'aria-hidden': 'true' }, String(i + 1)),
      h('span', {}, t(`begin.${name}`)),
    ),
  );

/**
 * Opens HELP in the lobby.
 * @param {{isDemo: boolean}} lobby
 */
export const openFirstHelp = (lobby) =>
  new Dialog('help', { wide: true }).show(
    ...tabs(
      {
        begin: () => beginView(lobby.isDemo),
        session: () => sessionTab(lobby),
        options: () => optionsTab(lobby),
      },
      'begin',
    ),
  );
