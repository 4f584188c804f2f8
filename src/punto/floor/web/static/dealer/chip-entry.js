/** Lets a dealer enter the chips on the layout, or place a wager for a patron, by keyboard. */

import { h, replaceChildren } from '../shared/dom.js';
import { clause, dollars, openDialog } from '../staff/frame.js';
import { act } from '../staff/client.js';
import { say, t } from '../shared/messages.js';

/** Opens the entry; `seat` where the position is known already. */
export function openChipEntry(dealer, seat = null) {
  const { view } = dealer;
  const state = { position: seat ?? 1, kind: 'chips' };
  const told = h('p', { class: 'told', role: 'status' });
  const sum = h('b');
  const fields = new Map(
    view.stakes.wagers.map((each) => [
      each.wager,
      h('input', { name: each.wager, inputmode: 'decimal', autocomplete: 'off', placeholder: '0' }),
    ]),
  );
  const rowOf = () =>
    dealer.view.stakes.rows.find((row) => row.seat === state.position && row.kind === state.kind);
  const position = h('input', {
    name: 'position',
    inputmode: 'numeric',
    autocomplete: 'off',
    value: String(state.position),
  });
  const kinds = ['chips', 'terminal'].map((kind) =>
    h(
      'button',
      { type: 'button', class: 'btn', 'data-kind': kind, on: { click: () => turn({ kind }) } },
      h('span', {}, t(`dealer.kind.${kind}`)),
    ),
  );
  const reckon = () => {
    const stakes = stakesOf(fields);
    sum.textContent = stakes
      ? dollars(stakes.reduce((total, stake) => total + stake.cents, 0))
      : '–';
  };
  const turn = (changed) => {
    Object.assign(state, changed);
    for (const key of kinds)
      key.setAttribute('aria-pressed', String(key.dataset.kind === state.kind));
    const row = rowOf();
    for (const [wager, input] of fields) {
      const cell = row?.cells[wager];
      input.value = cell
        ? (cell.each ?? [cell.cents]).map((cents) => String(cents / 100)).join('+')
        : '';
    }
    replaceChildren(told);
    reckon();
  };
  position.addEventListener('input', () =>
    turn({ position: Math.trunc(Number(position.value)) || 0 }),
  );
  for (const input of fields.values()) input.addEventListener('input', reckon);
  const send = async (event) => {
    event.preventDefault();
    const stakes = stakesOf(fields);
    if (!stakes)
      return void replaceChildren(told, h('span', { class: 'refused' }, t('dealer.not-a-sum')));
    const own = { round: dealer.view.round, stakes, after: rowOf()?.set ?? 0 };
    const answer =
      state.kind === 'chips'
        ? await act(dealer.table, 'EnterChips', { ...own, position: state.position })
        : await act(dealer.table, 'PlaceWagers', { ...own, seat: state.position });
    if (!answer.ok)
      return void replaceChildren(
        told,
        h('span', { class: 'refused' }, say(answer.words)),
        answer.clause ? clause(answer.clause) : null,
      );
    box.close();
    return undefined;
  };
  const line = (each) =>
    h(
      'label',
      { class: 'stake-line' },
      h('span', { class: `tone-${each.tone}` }, say(each.label)),
      h('small', { class: 'muted', title: say(each.pays) }, say(each.odds)),
      fields.get(each.wager),
    );
  const form = h(
    'form',
    { class: 'asked', on: { submit: send } },
    h('p', { class: 'muted' }, t('dealer.chips-words')),
    h(
      'div',
      { class: 'buttons' },
      h('label', { class: 'field short' }, h('span', {}, t('dealer.position')), position),
      ...kinds,
    ),
    h('div', { class: 'stake-lines' }, ...view.stakes.wagers.map(line)),
    h('p', {}, t('dealer.sum'), ' ', sum),
    told,
    h('button', { type: 'submit', class: 'btn primary' }, h('span', {}, t('dealer.enter-stakes'))),
  );
  const box = openDialog(t('dealer.key.stakes'), form);
  turn({});
  position.focus();
  position.select();
}

/** Stakes as typed: "3000+2000" are two stacks; an empty field means zero. Null if a sum is invalid. */
function stakesOf(fields) {
  const stakes = [];
  for (const [wager, input] of fields) {
    const text = input.value.replace(/[\s,$]/g, '');
    if (!text) continue;
    const parts = text.split('+');
    for (const [i, part] of parts.entries()) {
      if (!/^\d{1,9}(\.\d{1,2})?$/.test(part)) return null;
      const cents = Math.round(Number(part) * 100);
      if (cents) stakes.push({ wager, cents, position: 0, stack: i + 1 });
    }
  }
  return stakes;
}
