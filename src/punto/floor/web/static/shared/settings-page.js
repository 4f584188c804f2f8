/** The settings of the terminal as a page of switches. */

import { cardFace } from './cards.js';
import { draw, element, h, listen } from './draw.js';
import { set, settings } from './settings.js';
import { t } from './messages.js';

/** @type {(keyof typeof settings)[]} */
const SWITCHES = [
  'mute',
  'reasons',
  'fourColour',
  'largeIndex',
  'colourBlind',
  'stillness',
  'leftHanded',
  'slowReveal',
  'warnOpposite',
];
const TAILS = ['', 'sticky', 'retry-down'];
const KEYS = ['digits', 'enter', 'delete', 'backspace', 'letters', 'arrows', 'about', 'swap'];

/**
 * The page of settings, with four cards that show what the settings of cards do.
 * @param {string} software the digest of the program, which the page names at its end
 */
export function settingsView(software) {
  const cards = ['9s', 'Qh', '7d', 'Kc'];
  const rows = SWITCHES.map((name) =>
    row(name, {
      type: 'checkbox',
      role: 'switch',
      checked: settings[name],
      command: { type: name },
    }),
  );
  const tails = TAILS.map((name) =>
    h('option', { value: name, selected: settings.tail === name }, t(`tail.${name || 'house'}`)),
  );
  const tail = h('select', { command: { type: 'tail' } }, ...tails);
  return [
    h(
      'div',
      { class: 'sample', 'aria-hidden': 'true' },
      ...cards.map((code) => cardFace(code, { large: settings.largeIndex })),
    ),
    h(
      'div',
      { class: 'options' },
      ...rows,
      row('volume', {
        type: 'range',
        min: 0,
        max: 100,
        value: settings.volume,
        command: { type: 'volume' },
      }),
      h('label', { class: 'switch-row' }, h('span', {}, t('option.tail')), tail),
    ),
    h('h4', {}, t('keys.title')),
    h(
      'dl',
      { class: 'facts' },
      ...KEYS.flatMap((name) => [
        h('dt', {}, t(`keys.${name}.key`)),
        h('dd', {}, t(`keys.${name}`)),
      ]),
    ),
    h('p', { class: 'how' }, t('software', { software: software.slice(0, 16) })),
  ];
}

/** @param {string} name @param {import('./draw.js').Attributes} attributes */
const row = (name, attributes) =>
  h('label', { class: 'switch-row' }, h('span', {}, t(`option.${name}`)), h('input', attributes));

/**
 * The page of settings, which draws itself and the screen of the terminal after a change.
 * @param {any} terminal
 */
export function optionsTab(terminal) {
  const page = element(h('div', { class: 'drawn' }));
  const show = () => draw(page, settingsView(terminal.software ?? ''));
  listen(page, ({ type, value }) => {
    const name = /** @type {keyof typeof settings} */ (type);
    set(name, /** @type {never} */ (name === 'volume' ? Number(value) : value));
    show();
    if (name !== 'volume') terminal.draw(true);
  });
  show();
  return page;
}
