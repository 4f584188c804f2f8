/** Runs the actions of a cashier with a sum and its effects. Some need approval by a second person. */

import { h } from '../shared/dom.js';
import { openDialog } from '../staff/frame.js';
import { requestApproval } from '../staff/approval-dialog.js';
import { openForm } from '../staff/command-form.js';
import { freshId } from '../shared/socket.js';
import { post } from '../staff/client.js';
import { money, t } from '../shared/messages.js';

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

/** A reason that a person types. */
const REASON = () => ({
  field: 'reason',
  label: t('counter.reason'),
  missing: t('counter.no-reason'),
  input: { maxlength: '200' },
});

/**
 * Asks for a sum and shows its effects before anything is done.
 * @param {{
 *   title: string,
 *   label: string,
 *   command: string,
 *   cents?: number | null,
 *   least?: number,
 *   fixed?: boolean,
 *   needsReason?: boolean,
 *   fields: (cents: number) => any,
 *   words: (cents: number) => string,
 *   rows?: (cents: number) => [string, string][],
 *   onDone: (waits: string | null) => void,
 * }} asked
 */
export function askSum({
  title,
  label,
  command,
  cents = null,
  least = 1,
  fixed = false,
  ...asked
}) {
  const { needsReason = false, fields, words, rows = () => [], onDone } = asked;
  const sum = {
    field: 'sum',
    label,
    kind: 'money',
    value: cents === null ? '' : (cents / 100).toFixed(2),
    least,
    is_fixed: fixed,
    missing: t('counter.no-sum'),
  };
  const effects = (values) =>
    values.sum === null ? null : { words: words(values.sum), rows: rows(values.sum) };
  return openForm(title, needsReason ? [sum, REASON()] : [sum], {
    label: title,
    effects,
    send: ({ sum: now, ...reason }) =>
      carry(command, { ...fields(now), ...reason }, { title, ...effects({ sum: now }), onDone }),
  });
}

/** Asks for a confirmation of a command without a sum, and carries it out. */
export const askSure = ({ title, words, command, fields, onDone }) =>
  openForm(title, [], {
    label: title,
    effects: () => ({ words }),
    send: () => carry(command, fields, { title, words, onDone }),
  });

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
