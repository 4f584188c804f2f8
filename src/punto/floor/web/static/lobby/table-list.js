/** The tables of the lobby, with what a patron should know before choosing one. */

import { h } from '../shared/draw.js';
import { t } from '../shared/messages.js';
import { betOf, shownTables } from './state.js';
import { cachedTableCard } from './table-card.js';

/** @typedef {import('./state.js').State} State */

/**
 * A line above the tables: how to begin or, for a patron who sits already, that another table can be
 * chosen.
 * @param {State} state
 */
export function advice(state) {
  const { snapshot, local } = state;
  if (local.kept.length) return line('second', t('lobby.second'));
  const isNew = !snapshot.session?.rounds && !snapshot.credit_cents && !betOf(state);
  if (!isNew) return null;
  // Nobody has said yet which kind of floor this is; the line keeps its place.
  if (snapshot.welcome === null) return line('welcome', '\u00a0');
  return line('welcome', t(snapshot.welcome.is_demo ? 'lobby.welcome' : 'lobby.cashier'));
}

/** @param {string} id @param {string} text */
const line = (id, text) => h('p', { key: id, id, class: 'advice' }, text);

/** @param {State} state */
export function tableList(state) {
  const { snapshot, local } = state;
  const { columns, language, kept } = local;
  const currency = snapshot.welcome?.currency ?? '';
  return h(
    'main',
    { key: 'tables', class: 'tables', id: 'tables' },
    ...shownTables(state).map((table) =>
      cachedTableCard(
        table,
        snapshot.own[table.table] ?? 0,
        columns,
        language,
        kept.join(),
        currency,
      ),
    ),
  );
}
