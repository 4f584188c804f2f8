/** Correct a fact that was reported wrongly in a held round. Both answers are stored. */

import { h, replaceChildren } from '../shared/dom.js';
import { openDialog } from './frame.js';
import { requestApproval } from './approval-dialog.js';
import { act, preview } from './client.js';
import { say, t } from '../shared/messages.js';

/** A row of buttons of which one is chosen; arrows walk it. */
export function segment(label, options, chosen, choose) {
  const group = h(
    'div',
    { class: 'seg', role: 'radiogroup', 'aria-label': label },
    ...options.map(([value, words]) => {
      const key = h(
        'button',
        { type: 'button', role: 'radio', class: 'btn', 'aria-checked': String(value === chosen) },
        h('span', {}, words),
      );
      key.addEventListener('click', () => {
        for (const each of group.children) each.setAttribute('aria-checked', String(each === key));
        choose(value);
      });
      return key;
    }),
  );
  group.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...group.children];
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    next.focus();
    next.click();
  });
  return group;
}

/**
 * Asks for the facts again, shows their effects, and asks for a second person.
 * @returns {Promise<any>} the answer that was accepted, or null when the person went back
 */
export async function correctFact(table, change, wagers) {
  const told = await answers(change);
  if (!told) return null;
  const send = (second, propose) => act(table, 'CorrectFacts', told, { second, propose });
  const shown = await preview(table, 'CorrectFacts', told);
  return requestApproval({
    title: t('held.change'),
    clause: shown.clause,
    preview: shown,
    wagers,
    reason: told.reason,
    send,
  });
}

function answers(change) {
  return new Promise((done) => {
    const saw = change.questions.map((each) => each.now);
    let cards = [];
    let isDone = false;
    const told = h('p', { class: 'told', role: 'status' });
    const reason = h('input', { name: 'reason', autocomplete: 'off' });
    const orders = h(
      'div',
      { class: 'q' },
      h('p', {}, t('held.which-order')),
      segment(
        t('held.which-order'),
        change.orders.map((order) => [order, order.join(' ')]),
        null,
        (order) => (cards = order),
      ),
    );
    const needsOrder = () => change.orders.length > 0 && !saw.includes('order-unknown');
    const turn = () => (orders.hidden = !needsOrder());
    const rows = change.questions.map((each, i) =>
      h(
        'div',
        { class: 'q' },
        h(
          'div',
          {},
          h('p', {}, say(each.question)),
          h(
            'small',
            {},
            t('held.told-before', {
              answer: each.options.find((option) => option.saw === each.now)?.label ?? null,
            }),
          ),
        ),
        segment(
          say(each.question),
          each.options.map((option) => [option.saw, say(option.label)]),
          each.now,
          (value) => {
            saw[i] = value;
            turn();
          },
        ),
      ),
    );
    turn();
    const form = h(
      'form',
      {
        class: 'asked facts-form',
        on: {
          submit: (event) => {
            event.preventDefault();
            const missing =
              needsOrder() && !cards.length
                ? t('held.which-order')
                : !reason.value.trim()
                  ? t('held.why-wrong')
                  : '';
            if (missing)
              return void replaceChildren(
                told,
                h('span', { class: 'refused' }, t('carry.missing', { field: missing })),
              );
            isDone = true;
            box.close();
          },
        },
      },
      ...rows,
      orders,
      h('label', { class: 'field' }, h('span', {}, t('held.why-wrong')), reason),
      told,
      h('button', { type: 'submit', class: 'btn primary' }, h('span', {}, t('carry.go-on'))),
    );
    const box = openDialog(
      t('held.change'),
      h('p', { class: 'muted' }, t('held.change-words')),
      form,
    );
    box.classList.add('wide');
    box.addEventListener('gone', () =>
      done(
        isDone
          ? {
              saw: saw.filter(Boolean),
              reason: reason.value.trim(),
              cards: needsOrder() ? cards : [],
            }
          : null,
      ),
    );
  });
}
