/** After a lost connection, shows the accepted and refused wagers, the cards and the money. */

import { read } from '../shared/http.js';
import { cardsText } from '../shared/cards.js';
import { Dialog } from '../shared/dialog.js';
import { h } from '../shared/dom.js';
import { settledOf } from '../shared/settled-wagers.js';
import { roundAt, t } from '../shared/messages.js';

/** @typedef {import('./seat.js').Seat} Seat */
/** @typedef {ReturnType<typeof remember>} Memory */
/** @typedef {'player' | 'banker'} Side */

/** The state of a seat when the connection was lost. @param {Seat} seat */
export const remember = (seat) => ({
  table: seat.table,
  round: seat.view?.round ?? null,
  accepted: new Map(seat.stakes.accepted),
  sent: seat.stakes.sent ? { ...seat.stakes.sent } : null,
  wanted: new Map(seat.stakes.wanted),
});

/** Whether there is anything to tell about a seat. @param {Memory} memory */
export const hadSomething = (memory) => memory.accepted.size > 0 || memory.wanted.size > 0;

/**
 * Opens the return screen for the seats that had wagers.
 * @param {any} terminal
 * @param {Memory[]} memories
 */
export async function openReconnectSummary(terminal, memories) {
  const parts = await Promise.all(
    memories.filter(hadSomething).map((memory) => account(terminal, memory)),
  );
  if (!parts.length) return null;
  const dialog = new Dialog('returned');
  return dialog.show(...parts.flat(), h('p', {}, t('cage.credit', { sum: terminal.credit ?? 0 })));
}

/** @param {any} terminal @param {Memory} memory */
async function account(terminal, memory) {
  /** @type {Seat} */
  const seat = terminal.seats.get(memory.table);
  /** @param {string} wager */
  const label = (wager) => seat.layout.areas.find((area) => area.wager === wager)?.label ?? wager;
  /** @param {string} wager @param {number} cents */
  const line = (wager, cents) => h('li', {}, t('stake.of', { area: label(wager), sum: cents }));
  const view = seat.view?.round === memory.round ? seat.view : null;
  /** @type {any} a round that is over, as the recall has it */
  const past = view
    ? null
    : await read(`tables/${memory.table}/rounds/${memory.round}`).catch(() => null);
  /** @type {Map<string, number>} */
  const accepted = view
    ? seat.stakes.accepted
    : new Map(
        (past?.wagers ?? []).map((/** @type {any} */ each) => [each.wager, each.stake_cents]),
      );
  const lost = [...memory.wanted].filter(([wager, cents]) => accepted.get(wager) !== cents);
  /** @type {any[]} */
  const settled = view ? settledOf(view) : (past?.wagers ?? []);
  /** @type {Record<Side, readonly string[]>} */
  const cards = view
    ? { player: view.hands.player.cards, banker: view.hands.banker.cards }
    : (past?.cards ?? { player: [], banker: [] });
  /** @param {Side} side */
  const text = (side) => cardsText(cards[side], side, seat.layout);
  return [
    h('h3', {}, roundAt(seat.layout.name, memory.round ?? 0)),
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
    cards.player.length
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
      : h('p', {}, view ? t('returned.going-on') : ''),
  ];
}
