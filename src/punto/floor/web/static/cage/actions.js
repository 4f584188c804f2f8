/** Runs the actions of a cashier with a sum, its effects and then the key. Some need approval by a second person. */

import { h, replaceChildren } from '../shared/dom.js';
import { clause, openDialog } from '../staff/frame.js';
import { requestApproval } from '../staff/approval-dialog.js';
import { freshId } from '../shared/socket.js';
import { post } from '../staff/client.js';
import { money, say, t } from '../shared/messages.js';

const SUM = /^\d{1,9}(?:\.\d{1,2})?$/;

/** The typed sum in cents, null if it is invalid. */
export function centsOf(text) {
  const plain = text.replace(/[,\s]/g, '');
  if (!SUM.test(plain)) return null;
  const [whole, part = ''] = plain.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** Runs a command, resends it under the same id after a lost connection, and asks for an approver if needed. */
export async function carry(command, fields, { title, words, rows = [], onDone = () => {} }) {
  const id = freshId();
  const send = async (second, propose = false) => {
    const body = { id, command, with: fields, second, propose };
    const first = await post('cage/actions', body);
    return first.code === 'no-link' ? post('cage/actions', body) : first;
  };
  let answer = await send(null);
  if (answer.needs_second) {
    const accepted = await requestApproval({
      title,
      words,
      rows,
      preview: false,
      reason: fields.reason ?? '',
      may: t('counter.second-may'),
      canPropose: command !== 'WriteOffClaim',
      send,
    });
    if (!accepted) return null;
    answer = accepted;
  }
  if (answer.ok) onDone(answer.entry ? t('counter.waits') : null);
  return answer;
}

/**
 * A command that needs a sum, and the effects of the sum.
 * @typedef {object} Sum
 * @property {string} title
 * @property {string} label
 * @property {string} command
 * @property {number | null} [cents]
 * @property {number} [least]
 * @property {boolean} [fixed]
 * @property {(cents: number) => any} fields
 * @property {(cents: number) => string} words
 * @property {(cents: number) => [string, string][]} [rows]
 * @property {(waits: string | null) => void} onDone
 * @property {boolean} [needsReason]
 */

/**
 * Asks for a sum and shows what it comes to before anything is done.
 * @param {Sum} asked
 */
export function askSum(asked) {
  const {
    title,
    label,
    command,
    cents = null,
    least = 1,
    fixed = false,
    needsReason = false,
    fields,
    words,
    rows = () => [],
    onDone,
  } = asked;
  const told = h('p', { class: 'told', role: 'status' });
  const input = h('input', {
    name: 'sum',
    inputmode: 'decimal',
    autocomplete: 'off',
    value: cents === null ? '' : (cents / 100).toFixed(2),
    readonly: fixed,
  });
  const reason = h('input', { name: 'reason', autocomplete: 'off', maxlength: '200' });
  const what = h('p', { class: 'big-words' });
  const table = h('table', { class: 'grid sums' });
  const go = h('button', { type: 'submit', class: 'btn primary' }, h('span', {}, title));
  const sum = () => centsOf(input.value);
  const draw = () => {
    const now = sum();
    const good = now !== null && now >= least;
    replaceChildren(what, good ? words(now) : t('counter.no-sum'));
    replaceChildren(
      table,
      h(
        'tbody',
        {},
        ...(good ? rows(now) : []).map(([name, value]) =>
          h('tr', {}, h('th', { scope: 'row' }, name), h('td', { class: 'num' }, value)),
        ),
      ),
    );
    go.classList.toggle('off', !good);
  };
  input.addEventListener('input', draw);
  let busy = false;
  const form = h(
    'form',
    {
      class: 'asked',
      on: {
        submit: async (event) => {
          event.preventDefault();
          const now = sum();
          if (busy || now === null || now < least)
            return void replaceChildren(told, h('span', { class: 'refused' }, t('counter.no-sum')));
          const why = reason.value.trim();
          if (needsReason && !why)
            return void replaceChildren(
              told,
              h('span', { class: 'refused' }, t('counter.no-reason')),
            );
          busy = true;
          const answer = await carry(
            command,
            needsReason ? { ...fields(now), reason: why } : fields(now),
            { title, words: words(now), rows: rows(now), onDone },
          );
          busy = false;
          if (!answer) return;
          if (answer.ok) box.close();
          else
            replaceChildren(
              told,
              h('span', { class: 'refused' }, say(answer.words)),
              answer.clause ? clause(answer.clause) : null,
            );
        },
      },
    },
    h('label', { class: 'field' }, h('span', {}, label), input),
    needsReason ? h('label', { class: 'field' }, h('span', {}, t('counter.reason')), reason) : null,
    what,
    table,
    told,
    go,
  );
  const box = openDialog(title, form);
  draw();
  if (needsReason) reason.focus();
  else if (fixed) go.focus();
  else input.select();
  return box;
}

/** Asks whether something is meant that has no sum, and carries it out. */
export function askSure({ title, words, command, fields, onDone }) {
  const told = h('p', { class: 'told', role: 'status' });
  const go = h('button', { type: 'submit', class: 'btn primary' }, h('span', {}, title));
  let busy = false;
  const box = openDialog(
    title,
    h(
      'form',
      {
        class: 'asked',
        on: {
          submit: async (event) => {
            event.preventDefault();
            if (busy) return;
            busy = true;
            const answer = await carry(command, fields, { title, words, onDone });
            busy = false;
            if (answer?.ok) box.close();
            else if (answer)
              replaceChildren(
                told,
                h('span', { class: 'refused' }, say(answer.words)),
                answer.clause ? clause(answer.clause) : null,
              );
          },
        },
      },
      h('p', { class: 'big-words' }, words),
      told,
      go,
    ),
  );
  go.focus();
  return box;
}

/** Asks which of some rows is meant; each has a key of its own. */
export function askWhich(title, rows, take) {
  const none = rows.length ? null : h('p', { class: 'muted' }, t('counter.nobody'));
  const box = openDialog(
    title,
    none,
    h(
      'div',
      { class: 'which' },
      ...rows.map((row) =>
        h(
          'button',
          {
            type: 'button',
            class: 'btn',
            on: {
              click: () => {
                box.close();
                take(row);
              },
            },
          },
          h('b', {}, row.name),
          h('span', { class: 'muted' }, row.words),
          h('i', { class: 'worth' }, money(row.cents)),
        ),
      ),
    ),
  );
  return box;
}
