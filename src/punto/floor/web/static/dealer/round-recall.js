/** Shows past rounds for a patron's question while the table continues. */

import { cardFace } from '../shared/cards.js';
import { h, replaceChildren } from '../shared/dom.js';
import { clause, openDialog } from '../staff/frame.js';
import { say, t } from '../shared/messages.js';

const ASKED = 12;

/** Opens the last rounds of the table; arrows walk them, Enter opens one. */
export async function openRounds(dealer) {
  const list = h('ul', { class: 'round-list' }, h('li', {}, t('loading')));
  const one = h('div', { class: 'round-one' });
  const box = openDialog(t('dealer.key.recall'), h('div', { class: 'round-both' }, list, one));
  box.classList.add('wide');
  const answer = await fetch(
    `/api/tables/${encodeURIComponent(dealer.table)}/rounds?limit=${ASKED}`,
  )
    .then((got) => got.json())
    .catch(() => null);
  if (!answer) return void replaceChildren(list, h('li', {}, t('not-reached')));
  if (!answer.rounds.length)
    return void replaceChildren(list, h('li', { class: 'muted' }, t('dealer.no-rounds')));
  replaceChildren(
    list,
    ...answer.rounds.map((each) =>
      h(
        'li',
        {},
        h(
          'button',
          {
            type: 'button',
            class: 'btn',
            on: {
              click: () => replaceChildren(one, shown(each)),
              focus: () => replaceChildren(one, shown(each)),
            },
          },
          h('b', {}, `# ${each.round}`),
          h('span', {}, say(each.outcome) || say(each.void?.words) || t('dealer.no-outcome')),
        ),
      ),
    ),
  );
  list.addEventListener('keydown', (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const all = [...list.querySelectorAll('button')];
    if (!step) return;
    event.preventDefault();
    all[Math.min(all.length - 1, Math.max(0, all.indexOf(document.activeElement) + step))]?.focus();
  });
  list.querySelector('button').focus();
}

function shown(each) {
  const hand = (side) =>
    h(
      'div',
      {},
      h(
        'h3',
        { class: `tone-${side}` },
        t(`dealer.side.${side}`),
        ' ',
        String(each.totals[side] ?? '–'),
      ),
      h(
        'div',
        { class: 'row-cards' },
        ...each.cards[side].map((code) =>
          h('span', { class: 'face' }, cardFace(code, { large: true })),
        ),
      ),
    );
  const reasons = (each.reasons ?? []).map((reason) =>
    h('li', {}, say(reason.words), ' ', reason.clause ? clause(reason.clause) : null),
  );
  const voided = each.void ? h('p', {}, say(each.void.words), ' ', clause(each.void.source)) : null;
  return h(
    'div',
    { class: 'round-shown' },
    h('p', { class: 'big-words' }, say(each.outcome)),
    voided,
    h('div', { class: 'round-hands' }, hand('player'), hand('banker')),
    h('ul', {}, ...reasons),
  );
}
