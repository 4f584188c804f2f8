/** Run an action that the server offers: its form, its preview and, where needed, its approval. */

import { h, replaceChildren } from '../shared/dom.js';
import { button, clause, openDialog } from './frame.js';
import { previewAction, requestApproval } from './approval-dialog.js';
import { act, preview } from './client.js';
import { say, t } from '../shared/messages.js';

/** @typedef {import('./approval-dialog.js').Send} Send */

/** Fields that may be left empty. */
const OPTIONAL = new Set(['designee']);

/**
 * Carries out an offered act: asks what is missing, shows the money first where a second person is needed.
 * @param {string} table
 * @param {any} offered an entry of `acts` or `choices` of a picture
 * @param {{wagers?: any[], looks?: boolean}} options `looks` shows the preview also where one person is enough
 * @returns {Promise<any>} the answer, or null when the person went back
 */
export async function runAction(table, offered, { wagers = [], looks = false } = {}) {
  let fields = { ...offered.act.with };
  if (offered.asks?.length) {
    const given = await askFields(say(offered.label), offered.asks);
    if (!given) return null;
    fields = { ...fields, ...given };
  }
  const { command } = offered.act;
  /** @type {Send} */
  const send = (second, propose) => act(table, command, fields, { second, propose });
  if (!offered.needs_second && !looks) {
    const answer = await send(null, false);
    if (answer.ok || !answer.needs_second) return answer;
  }
  const shown = await preview(table, command, fields);
  // Do not ask for a second person if two people are also refused.
  if (shown.ok === false) return shown;
  if (offered.needs_second || shown.needs_second) {
    return requestApproval({
      title: say(offered.label),
      clause: offered.clause,
      preview: shown,
      wagers,
      may: offered.may_second,
      reason: fields.reason ?? '',
      send,
    });
  }
  return confirmAction(say(offered.label), shown, wagers, send);
}

/**
 * Shows what would happen; one key carries it out.
 * @param {string} title
 * @param {any} shown
 * @param {any[]} wagers
 * @param {Send} send
 * @returns {Promise<any>}
 */
export function confirmAction(title, shown, wagers, send) {
  return new Promise((done) => {
    /** @type {any} */
    let accepted = null;
    const told = h('p', { class: 'told', role: 'status' });
    const go = button(
      title,
      async () => {
        const answer = await send(null, false);
        if (answer.ok) {
          accepted = answer;
          box.close();
        } else
          replaceChildren(
            told,
            h('span', { class: 'refused' }, say(answer.words)),
            answer.clause ? clause(answer.clause) : null,
          );
      },
      { primary: true },
    );
    const box = openDialog(title, previewAction(shown, wagers), told, go);
    box.classList.add('wide');
    box.addEventListener('gone', () => done(accepted));
    go.focus();
  });
}

/**
 * Asks the fields of an act; choices are buttons, the rest is typed. Answers null when closed.
 * @param {string} title
 * @param {any[]} asks
 * @returns {Promise<Record<string, any> | null>}
 */
export function askFields(title, asks) {
  return new Promise((done) => {
    /** @type {Record<string, any>} */
    const given = {};
    const rows = asks.map((ask) => field(ask, given));
    const told = h('p', { class: 'told', role: 'status' });
    let isDone = false;
    const form = h(
      'form',
      {
        class: 'asked',
        on: {
          submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            const open = asks.find(
              (ask) => given[ask.field] === undefined || given[ask.field] === '',
            );
            if (open)
              return void replaceChildren(
                told,
                h('span', { class: 'refused' }, t('carry.missing', { field: open.label })),
              );
            for (const [name, value] of Object.entries(given)) if (value === null) given[name] = '';
            isDone = true;
            box.close();
          },
        },
      },
      ...rows,
      told,
      h('button', { type: 'submit', class: 'btn primary' }, h('span', {}, t('carry.go-on'))),
    );
    const box = openDialog(title, form);
    box.addEventListener('gone', () => done(isDone ? given : null));
  });
}

/** @param {any} ask @param {Record<string, any>} given */
function field(ask, given) {
  const label = say(ask.label);
  if (ask.choices) {
    const group = h(
      'div',
      { class: 'choices', role: 'radiogroup', 'aria-label': label },
      ...ask.choices.map((/** @type {any} */ choice) => {
        const value = choice?.value ?? choice;
        const key = h(
          'button',
          { type: 'button', role: 'radio', 'aria-checked': 'false', class: 'btn choice' },
          h('span', {}, say(choice?.label) || String(value)),
        );
        key.addEventListener('click', () => {
          given[ask.field] = value;
          for (const each of group.children)
            each.setAttribute('aria-checked', String(each === key));
        });
        return key;
      }),
    );
    return h('div', { class: 'field' }, h('span', {}, label), group);
  }
  const number =
    ask.kind === 'number' || ['position', 'number', 'seat', 'round'].includes(ask.field);
  if (OPTIONAL.has(ask.field)) given[ask.field] = null;
  const input = h('input', {
    name: ask.field,
    inputmode: number ? 'numeric' : null,
    autocomplete: 'off',
  });
  input.addEventListener(
    'input',
    () => (given[ask.field] = number ? Math.trunc(Number(input.value)) : input.value.trim()),
  );
  return h('label', { class: 'field' }, h('span', {}, label), input);
}
