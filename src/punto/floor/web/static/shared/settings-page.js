/** The settings of the terminal as a page of switches. */

import { cardFace } from './cards.js';
import { h, replaceChildren } from './dom.js';
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

/** @param {any} terminal */
export function optionsTab(terminal) {
  const sample = h('div', { class: 'sample', 'aria-hidden': 'true' });
  const draw = () =>
    replaceChildren(
      sample,
      ...['9s', 'Qh', '7d', 'Kc'].map((code) => cardFace(code, { large: settings.largeIndex })),
    );
  draw();
  const rows = SWITCHES.map((name) => {
    const box = h('input', {
      type: 'checkbox',
      role: 'switch',
      checked: settings[name],
      on: {
        change: () => {
          set(name, box.checked);
          draw();
          terminal.draw(true);
        },
      },
    });
    return h('label', { class: 'switch-row' }, h('span', {}, t(`option.${name}`)), box);
  });
  const volume = h('input', {
    type: 'range',
    min: 0,
    max: 100,
    value: settings.volume,
    on: { input: () => set('volume', Number(volume.value)) },
  });
  const tail = h(
    'select',
    {
      on: {
        change: () => {
          set('tail', tail.value);
          terminal.draw(true);
        },
      },
    },
    ...TAILS.map((name) =>
      h('option', { value: name, selected: settings.tail === name }, t(`tail.${name || 'house'}`)),
    ),
  );
  return [
    sample,
    h(
      'div',
      { class: 'options' },
      ...rows,
      h('label', { class: 'switch-row' }, h('span', {}, t('option.volume')), volume),
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
    h('p', { class: 'how' }, t('software', { software: (terminal.software ?? '').slice(0, 16) })),
  ];
}
