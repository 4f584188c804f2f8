/** The bottom of the lobby: the terminal, what the law asks for, and the state of the connection. */

import { h } from '../shared/draw.js';
import { t } from '../shared/messages.js';
import { lineOf } from './state.js';

/** @param {import('./state.js').State} state */
export function legalLine(state) {
  const line = lineOf(state);
  const text = t(line === 'connected' ? 'connection.connected' : 'connection.short');
  const again = { type: 'button', class: 'plain', id: 'again', command: { type: 'again' } };
  return h(
    'footer',
    { key: 'legal', class: 'lobby-legal' },
    h(
      'span',
      {},
      t('legal.terminal'),
      ' ',
      h('b', { id: 'terminal' }, state.snapshot.welcome?.terminal ?? ''),
    ),
    h('span', {}, t('lobby.per-wager')),
    h('span', {}, t('road.no-omen')),
    h('b', {}, t('legal.malfunction')),
    h('span', { class: 'line-state', id: 'state', 'data-line': line }, text),
    line === 'left' && h('button', again, t('connection.again')),
  );
}
