/** The top of the lobby: filters, money, the clock, the language and the keys. */

import { h } from '../shared/draw.js';
import { clock, sessionLine } from '../shared/clock.js';
import {
  bilingualText,
  inBothLanguages,
  languageKey,
  languages,
  languageTag,
  money,
  t,
} from '../shared/messages.js';
import { betOf, canCollect, filtered, FILTERS } from './state.js';

/** @typedef {import('./state.js').State} State */

/** @param {State} state */
export function header(state) {
  const { snapshot, local } = state;
  const isPoor = snapshot.credit_cents === 0 && betOf(state) === 0;
  return h(
    'header',
    { key: 'top', class: 'lobby-top' },
    h('img', { src: '/static/shared/logo.svg', alt: 'Punto', width: 34, height: 34 }),
    h('h1', {}, bilingualText(inBothLanguages('lobby.title'))),
    filters(state),
    purse(state),
    care(state),
    tongues(local.language),
    key('cage', local.line === 'connected', isPoor),
    key('help', true),
    key('collect', canCollect(state)),
  );
}

/** @param {State} state */
const filters = (state) =>
  h(
    'div',
    { class: 'switch filter', role: 'group', 'aria-label': t('lobby.filter') },
    ...FILTERS.map((filter) =>
      h(
        'button',
        {
          key: filter,
          type: 'button',
          'data-filter': filter,
          'aria-pressed': String(filter === state.local.filter),
          command: { type: 'filter', filter },
        },
        h('span', {}, t(`lobby.${filter}`)),
        ' ',
        h('b', {}, String(filtered(state, filter).length)),
      ),
    ),
  );

/** @param {State} state */
function purse(state) {
  const { welcome, credit_cents: credit } = state.snapshot;
  const bet = betOf(state);
  const name = t(welcome?.is_demo ? 'meter.demo' : 'meter.credit');
  return h(
    'dl',
    { class: 'purse' },
    bet > 0 && meter('bet', t('meter.bet'), money(bet)),
    meter('credit', name, credit === null ? '–' : money(credit)),
  );
}

/** @param {string} id @param {string} name @param {string} sum */
const meter = (id, name, sum) =>
  h('div', { key: id, class: 'meter' }, h('dt', {}, name), h('dd', { id }, sum));

/** @param {State} state */
function care({ snapshot, local }) {
  const session = snapshot.session ? sessionLine(snapshot.session, local.now) : '';
  return h(
    'div',
    { class: 'care' },
    h('time', { id: 'clock' }, clock(new Date(local.now))),
    h('span', { id: 'care' }, local.notice?.text ?? session),
  );
}

/** @param {string} language */
const tongues = (language) =>
  h(
    'div',
    { class: 'switch tongues', role: 'group', 'aria-label': t('language') },
    ...languages().map((name) =>
      h(
        'button',
        {
          key: name,
          type: 'button',
          lang: languageTag(name),
          'data-language': name,
          'aria-pressed': String(name === language),
          command: { type: 'language', language: name },
        },
        languageKey(name),
      ),
    ),
  );

/** @param {string} name @param {boolean} isOn @param {boolean} [isMain] */
const key = (name, isOn, isMain = false) =>
  h(
    'button',
    {
      key: name,
      id: name,
      type: 'button',
      class: isMain ? 'key main' : 'key',
      'aria-disabled': isOn ? null : 'true',
      command: { type: name },
    },
    bilingualText(inBothLanguages(`key.${name}`)),
  );
