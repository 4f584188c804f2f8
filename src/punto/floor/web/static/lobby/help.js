/** HELP before a table is chosen: how to begin, the session, the settings. */

import { Dialog, tabs } from '../shared/dialog.js';
import { h } from '../shared/dom.js';
import { sessionTab } from '../shared/session-limits.js';
import { optionsTab } from '../shared/settings-page.js';
import { t } from '../shared/messages.js';

const BEGIN = ['sit', 'credit', 'bet', 'win', 'more'];

/** Opens HELP in the lobby. */
export function openFirstHelp(lobby) {
  const dialog = new Dialog('help', { wide: true });
  const begin = () =>
    BEGIN.map((name) => (name === 'credit' && !lobby.isDemo ? 'cashier' : name)).map((name, i) =>
      h(
        'p',
        { class: 'begin' },
        h('b', { 'aria-hidden': 'true' }, String(i + 1)),
        h('span', {}, t(`begin.${name}`)),
      ),
    );
  dialog.show(
    ...tabs({ begin, session: () => sessionTab(lobby), options: () => optionsTab(lobby) }, 'begin'),
  );
  return dialog;
}
