/** Request an approval: who requests it, who approves it, and each seat's money before either signs. */

import { h, replaceChildren } from '../shared/dom.js';
import { clause, dollars, inGrid, net, openDialog } from './frame.js';
import { me } from './client.js';
import { say, t } from '../shared/messages.js';

/**
 * Every seat's money of a preview, the sentence patrons will read, and what comes next.
 * @param {any} shown a Preview of the wire
 * @param {{wager: string, label: any}[]} wagers the columns, as the table names them
 */
export function previewAction(shown, wagers = []) {
  if (!shown) return h('p', { class: 'muted' }, t('second.no-preview'));
  const parts = [];
  if (shown.ok === false)
    parts.push(
      h(
        'p',
        {},
        h('span', { class: 'refused' }, say(shown.words)),
        shown.clause ? clause(shown.clause) : null,
      ),
    );
  if (shown.ok !== false && !shown.events?.length && shown.words)
    parts.push(h('p', {}, say(shown.words)));
  if (shown.events?.length)
    parts.push(
      h('ul', { class: 'happens' }, ...shown.events.map((each) => h('li', {}, say(each)))),
    );
  if (shown.seats?.some((seat) => seat.back_cents || seat.net_cents))
    parts.push(moneyOf(shown, wagers));
  // Of what cannot be foreseen nothing is said: money may well move.
  else if (shown.ok !== false && shown.events?.length)
    parts.push(h('p', { class: 'muted' }, t('second.no-money')));
  if (shown.patrons_read)
    parts.push(
      h(
        'p',
        { class: 'paper-words' },
        h('small', {}, t('second.patrons-read')),
        say(shown.patrons_read),
      ),
    );
  if (shown.then) parts.push(h('p', { class: 'muted' }, say(shown.then)));
  return h('div', { class: 'previewed' }, ...parts);
}

/** What is signed, row by row: a name and its figure. */
export const rowsOf = (rows) =>
  rows.length
    ? h(
        'table',
        { class: 'grid sums' },
        h(
          'tbody',
          {},
          ...rows.map(([name, value]) =>
            h('tr', {}, h('th', { scope: 'row' }, name), h('td', { class: 'num' }, value)),
          ),
        ),
      )
    : null;

function moneyOf(shown, wagers) {
  const named = Object.fromEntries(wagers.map((each) => [each.wager, say(each.label)]));
  const used = [
    ...new Set([
      ...wagers.map((each) => each.wager),
      ...shown.seats.flatMap((seat) => Object.keys(seat.stakes)),
    ]),
  ].filter((wager) => shown.seats.some((seat) => seat.stakes[wager]));
  const row = (seat) =>
    h(
      'tr',
      {},
      h(
        'th',
        { scope: 'row' },
        String(seat.seat),
        seat.kind === 'chips' ? h('small', {}, ` ${t('second.chips')}`) : null,
      ),
      ...used.map((wager) => h('td', { class: 'num' }, inGrid(seat.stakes[wager]))),
      h('td', { class: 'num sum' }, dollars(seat.back_cents)),
      h('td', { class: 'num sum' }, net(seat.net_cents)),
      h('td', {}, say(seat.words)),
    );
  const heads = [
    t('second.seat'),
    ...used.map((wager) => named[wager] ?? wager),
    t('second.back'),
    t('second.net'),
    '',
  ];
  const all = h(
    'tr',
    { class: 'tot' },
    h('th', { scope: 'row' }, t('second.bank')),
    ...used.map(() => h('td')),
    h('td'),
    h('td', { class: 'num sum' }, net(shown.bank_cents ?? 0)),
    h('td'),
  );
  return h(
    'table',
    { class: 'grid money' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        ...heads.map((head, i) =>
          h('th', { scope: 'col', class: i && i < heads.length - 1 ? 'num' : '' }, head),
        ),
      ),
    ),
    h('tbody', {}, ...shown.seats.map(row), all),
  );
}

/**
 * Asks for a second person. `send(second, propose)` carries it out and answers; a refusal stays in
 * sight and can be tried again.
 * @returns {Promise<any>} the answer that was accepted, or null when closed
 */
export function requestApproval({
  title,
  words = null,
  clause: source = '',
  preview = null,
  wagers = [],
  rows = [],
  may = null,
  reason = '',
  send,
  canPropose = true,
}) {
  return new Promise((done) => {
    let accepted = null;
    const name = h('input', {
      name: 'second',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
    });
    const password = h('input', { name: 'second-password', type: 'password', autocomplete: 'off' });
    const code = h('input', {
      name: 'second-code',
      autocomplete: 'off',
      inputmode: 'numeric',
      maxlength: '8',
    });
    const coded = h(
      'label',
      { class: 'field', hidden: true },
      h('span', {}, t('staff.code')),
      code,
    );
    const told = h('p', { class: 'told', role: 'status' });
    const go = h(
      'button',
      { type: 'submit', class: 'btn primary off', 'aria-disabled': 'true' },
      h('span', {}, title),
    );
    const isFilled = () => Boolean(name.value.trim() && password.value);
    const turn = () => {
      go.classList.toggle('off', !isFilled());
      if (isFilled()) go.removeAttribute('aria-disabled');
      else go.setAttribute('aria-disabled', 'true');
    };
    name.addEventListener('input', turn);
    password.addEventListener('input', turn);
    let busy = false;
    const carry = async (second, propose) => {
      if (busy) return;
      busy = true;
      const answer = await send(second, propose);
      busy = false;
      if (answer.code === 'code-due') {
        coded.hidden = false;
        replaceChildren(told, h('span', { class: 'refused' }, say(answer.words)));
        return void code.focus();
      }
      password.value = '';
      code.value = '';
      turn();
      if (!answer.ok) {
        replaceChildren(
          told,
          h('span', { class: 'refused' }, say(answer.words)),
          answer.clause ? clause(answer.clause) : null,
        );
        password.focus();
        return;
      }
      accepted = answer;
      box.close();
    };
    const first = h(
      'div',
      { class: 'slot-person' },
      h('h3', { class: 'h' }, t('second.first')),
      h('b', {}, me.display_name),
      h('span', {}, me.position ? t(`position.${me.acting_as ?? me.position}`) : ''),
      reason ? h('span', { class: 'muted' }, reason) : null,
    );
    const form = h(
      'form',
      {
        class: 'slot-person open',
        on: {
          submit: (event) => {
            event.preventDefault();
            if (!isFilled())
              return void replaceChildren(told, h('span', { class: 'refused' }, t('second.fill')));
            carry(
              { name: name.value.trim(), password: password.value, code: code.value.trim() },
              false,
            );
          },
        },
      },
      h('h3', { class: 'h gold' }, t('second.second')),
      h('p', { class: 'muted' }, say(may) || t('second.may')),
      h('label', { class: 'field' }, h('span', {}, t('staff.name')), name),
      h('label', { class: 'field' }, h('span', {}, t('staff.password')), password),
      coded,
      go,
    );
    const other = canPropose
      ? h(
          'button',
          { type: 'button', class: 'btn', on: { click: () => carry(null, true) } },
          h('span', {}, t('second.propose')),
        )
      : null;
    const box = openDialog(
      title,
      words
        ? h('p', { class: 'big-words' }, say(words), ' ', source ? clause(source) : null)
        : source
          ? clause(source)
          : null,
      rowsOf(rows),
      preview === false ? null : previewAction(preview, wagers),
      h('div', { class: 'two-persons' }, first, form),
      told,
      other,
    );
    box.classList.add('wide');
    box.addEventListener('gone', () => done(accepted));
    name.focus();
  });
}
