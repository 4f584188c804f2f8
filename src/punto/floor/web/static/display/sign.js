/** The sign of the table above its display, and the line under it. */

import { h } from '../shared/draw.js';
import { clock } from '../shared/clock.js';
import { bilingualText, inBothLanguages, inLanguage, t } from '../shared/messages.js';
import { roundOfShoe } from '../shared/phase.js';

/** @typedef {import('./state.js').State} State */

const LONG_TITLE = 24;

/** @param {State} state */
export function sign({ snapshot, layout, local }) {
  const number = snapshot?.shoe?.number ?? '–';
  return h(
    'header',
    { key: 'sign', class: 'sign' },
    h('h1', { id: 'name' }, layout?.name ?? ''),
    layout !== null &&
      bilingualText(layout.title, {
        class: 'sign-title',
        id: 'title',
        'data-long': inLanguage(layout.title, 'en').length > LONG_TITLE,
      }),
    snapshot !== null &&
      h(
        'span',
        { key: 'round', id: 'round', class: 'sign-round' },
        t('display.shoe', { number, round: roundOfShoe(snapshot) }),
      ),
    h('time', { key: 'clock', id: 'clock' }, clock(new Date(local.now))),
  );
}

/** @param {State} state */
export function underline({ snapshot, layout, local }) {
  const isConnected = local.line === 'connected';
  return h(
    'footer',
    { key: 'under', class: 'under' },
    bilingualText(inBothLanguages('road.no-omen')),
    h(
      'span',
      { key: 'shoe', id: 'shoe', class: 'how' },
      snapshot === null ? '' : shoeText(snapshot),
    ),
    h(
      'span',
      { key: 'rules', id: 'rules', class: 'how' },
      layout === null ? '' : t('display.rules', layout),
    ),
    h(
      'span',
      { key: 'state', id: 'state', class: 'line-state', 'data-line': local.line },
      t(isConnected ? 'connection.connected' : 'connection.short'),
    ),
  );
}

/** @param {import('./state.js').Snapshot} snapshot */
const shoeText = ({ shoe }) =>
  shoe ? t('display.cards', { out: shoe.cards_out, cards: shoe.cards }) : t('shoe.none');
