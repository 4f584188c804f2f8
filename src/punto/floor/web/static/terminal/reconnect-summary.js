/** After a lost connection, shows the accepted and refused wagers, the cards and the money. */

import { read } from '../shared/http.js';
import { cardsText } from '../shared/cards.js';
import { Dialog } from '../shared/dialog.js';
import { h } from '../shared/dom.js';
import { settledOf } from '../shared/settled-wagers.js';
import { roundAt, t } from '../shared/messages.js';

/** The state of a seat when the connection was lost. */
export const remember = (seat) => ({
  table: seat.table,
  round: seat.view?.round ?? null,
  accepted: new Map(seat.stakes.accepted),
  sent: seat.stakes.sent ? { ...seat.stakes.sent } : null,
  wanted: new Map(seat.stakes.wanted),
});

/** Whether there is anything to tell about a seat. */
export const hadSomething = (memory) => memory.accepted.size > 0 || memory.wanted.size > 0;

/** Opens the return screen for the seats that had wagers. */
export async function openReconnectSummary(terminal, memories) {
  const parts = await Promise.all(
    memories.filter(hadSomething).map((memory) => account(terminal, memory)),
  );
  if (!parts.length) return null;
  const dialog = new Dialog('returned');
  return dialog.show(...parts.flat(), h('p', {}, t('cage.credit', { sum: terminal.credit ?? 0 })));
}

async function account(terminal, memory) {
  const seat = terminal.seats.get(memory.table);
  const label = (wager) => seat.layout.areas.find((area) => area.wager === wager)?.label ?? wager;
  const line = (wager, cents) => h('li', {}, t('stake.of', { area: label(wager), sum: cents }));
  const isSame = seat.view?.round === memory.round;
  const past = isSame
    ? null
    : await read(`tables/${memory.table}/rounds/${memory.round}`).catch(() => null);
  const accepted = isSame
    ? seat.stakes.accepted
    : new Map((past?.wagers ?? []).map((each) => [each.wager, each.stake_cents]));
  const lost = [...memory.wanted].filter(([wager, cents]) => accepted.get(wager) !== cents);
  const settled = isSame ? settledOf(seat.view) : (past?.wagers ?? []);
  const hands = isSame
    ? seat.view.hands
    : past
      ? { player: { cards: past.cards.player }, banker: { cards: past.cards.banker } }
      : null;
  const text = (side) => cardsText(hands[side].cards, side, seat.layout);
  return [
    h('h3', {}, roundAt(seat.layout.name, memory.round)),
    h('h4', {}, t('returned.accepted')),
    accepted.size
      ? h('ul', {}, ...[...accepted].map(([wager, cents]) => line(wager, cents)))
      : h('p', {}, t('returned.none')),
    ...(lost.length
      ? [
          h('h4', {}, t('returned.not')),
          h('ul', {}, ...lost.map(([wager, cents]) => line(wager, cents))),
        ]
      : []),
    hands?.player.cards.length
      ? h('p', {}, t('returned.cards', { player: text('player'), banker: text('banker') }))
      : '',
    settled.length
      ? h(
          'ul',
          { class: 'settled' },
          ...settled.map((each) => {
            const { label: area, words, returned_cents: sum, clause } = each;
            return h('li', {}, t('returned.settled', { area, words, sum, clause }));
          }),
        )
      : h('p', {}, isSame ? t('returned.going-on') : ''),
  ];
}
