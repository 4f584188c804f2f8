/** Asks for an approval, and shows each seat's money before either person signs. */

import { h } from '../shared/dom.js';
import { clause, dollars, inGrid, net, openDialog, showRefusal } from './frame.js';
import { seatTable, td, th } from './seat-table.js';
import { me } from './client.js';
import { say, t } from '../shared/messages.js';

/** @typedef {{wager: string, label: any}} Wager */
/** @typedef {import('./client.js').Second} Second */
/** @typedef {(second: Second | null, propose: boolean) => Promise<any>} Send */
/**
 * The action that a second person must approve.
 * @typedef {object} Request
 * @property {string} title
 * @property {any} [words]
 * @property {string} [clause]
 * @property {any} [preview] false for none
 * @property {Wager[]} [wagers]
 * @property {[string, string][]} [rows]
 * @property {any} [may]
 * @property {string} [reason]
 * @property {Send} send
 * @property {boolean} [canPropose]
 */

/**
 * Draws each seat's money of a preview, the text that patrons will read, and the next step.
 * @param {any} shown a Preview of the wire
 * @param {Wager[]} wagers the columns, as the table names them
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
      h(
        'ul',
        { class: 'happens' },
        ...shown.events.map((/** @type {any} */ each) => h('li', {}, say(each))),
      ),
    );
  if (shown.seats?.some((/** @type {any} */ seat) => seat.back_cents || seat.net_cents))
    parts.push(moneyOf(shown, wagers));
  // Only say that no money moves if the preview has events, because otherwise money may move.
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

/**
 * Draws the rows that the approver signs, each a name and a figure.
 * @param {[string, string][]} rows
 */
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

/** @param {any} shown @param {Wager[]} wagers */
function moneyOf(shown, wagers) {
  const named = Object.fromEntries(wagers.map((each) => [each.wager, say(each.label)]));
  const names = shown.seats.flatMap((/** @type {any} */ seat) => Object.keys(seat.stakes));
  const used = [...new Set([...Object.keys(named), ...names])].filter((wager) =>
    shown.seats.some((/** @type {any} */ seat) => seat.stakes[wager]),
  );
  /** @type {import('./seat-table.js').Column[]} */
  const columns = [
    ...used.map((wager) => ({
      head: th('num', named[wager] ?? wager),
      cell: (/** @type {any} */ seat) => td('num', inGrid(seat.stakes[wager])),
      sum: td(''),
    })),
    {
      head: th('num', t('second.back')),
      cell: (seat) => td('num sum', dollars(seat.back_cents)),
      sum: td(''),
    },
    {
      head: th('num', t('second.net')),
      cell: (seat) => td('num sum', net(seat.net_cents)),
      sum: td('num sum', net(shown.bank_cents ?? 0)),
    },
    { head: th(''), cell: (seat) => td('', say(seat.words)), sum: td('') },
  ];
  return seatTable(columns, shown.seats, { style: 'grid money', all: t('second.bank') });
}

/**
 * Asks for a second person. `send(second, propose)` carries it out and answers; a refusal stays in
 * sight and can be tried again.
 * @returns {Promise<any>} the answer that was accepted, or null when closed
 * @param {Request} request
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
    /** @type {any} */
    let accepted = null;
    const second = secondPerson();
    const told = h('p', { class: 'told', role: 'status' });
    const go = h(
      'button',
      { type: 'submit', class: 'btn primary off', 'aria-disabled': 'true' },
      h('span', {}, title),
    );
    const turn = () => {
      const isFilled = Boolean(second.read());
      go.classList.toggle('off', !isFilled);
      if (isFilled) go.removeAttribute('aria-disabled');
      else go.setAttribute('aria-disabled', 'true');
    };
    let busy = false;
    /** @type {Send} */
    const carry = async (person, propose) => {
      if (busy) return;
      busy = true;
      const answer = await send(person, propose);
      busy = false;
      second.answered(answer);
      turn();
      if (!answer.ok) return void showRefusal(told, answer);
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
          submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            const person = second.read();
            if (person) carry(person, false);
            else showRefusal(told, { words: t('second.fill') });
          },
          input: turn,
        },
      },
      h('h3', { class: 'h gold' }, t('second.second')),
      h('p', { class: 'muted' }, say(may) || t('second.may')),
      ...second.nodes,
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
    second.focus();
  });
}

/** The fields in which a second person signs in at the same screen. */
export function secondPerson() {
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
  const nodes = [
    h('label', { class: 'field' }, h('span', {}, t('staff.name')), name),
    h('label', { class: 'field' }, h('span', {}, t('staff.password')), password),
    h('label', { class: 'field', hidden: true }, h('span', {}, t('staff.code')), code),
  ];
  return {
    nodes,
    focus: () => name.focus(),
    /** @returns {Second | null} null while the name or the password is missing */
    read: () =>
      name.value.trim() && password.value
        ? { name: name.value.trim(), password: password.value, code: code.value.trim() }
        : null,
    /** Asks for the code if it is due, else for the password again. @param {any} answer */
    answered: (answer) => {
      if (answer.code === 'code-due') {
        nodes[2].hidden = false;
        return void code.focus();
      }
      Object.assign(password, { value: '' });
      Object.assign(code, { value: '' });
      if (!answer.ok) password.focus();
    },
  };
}
