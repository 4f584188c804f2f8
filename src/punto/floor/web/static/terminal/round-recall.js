/** Recall shows past rounds with cards, reasons, wagers and balances, and lets the patron replay or dispute one. */

import { read } from '../shared/http.js';
import { cardFace, cardsText, printedSeven } from '../shared/cards.js';
import { h, replaceChildren } from '../shared/dom.js';
import { settings } from '../shared/settings.js';
import { moment, money, roundAt, roundNumber, say, t, timeOfDay } from '../shared/messages.js';

const PAGE = 20;
const STEP = 700;

/** The list of past rounds; one opens in place of the list. */
export async function recallTab(terminal, number = null) {
  const { table } = terminal.seat;
  const box = h('div', { class: 'recall' });
  const open = async (round) =>
    replaceChildren(
      box,
      ...detail(terminal, await read(`tables/${table}/rounds/${round}`), () => list()),
    );
  const list = async (before = null) => {
    const { rounds } = await read(
      `tables/${table}/rounds?limit=${PAGE}${before ? `&before=${before}` : ''}`,
    );
    const rows = rounds.map((round) => row(round, terminal.seat.layout, () => open(round.round)));
    const older =
      rounds.length === PAGE
        ? h(
            'button',
            { type: 'button', class: 'key', on: { click: () => list(rounds.at(-1).round) } },
            t('recall.older'),
          )
        : '';
    replaceChildren(
      box,
      rows.length ? h('ul', { class: 'rounds' }, ...rows) : h('p', {}, t('recall.none')),
      older,
    );
  };
  await (number ? open(number) : list());
  return box;
}

function row(round, layout, open) {
  const staked = round.wagers.reduce((sum, each) => sum + each.stake_cents, 0);
  const back = round.wagers.reduce((sum, each) => sum + each.returned_cents, 0);
  const winner = round.void ? 'void' : (round.winner ?? 'none');
  return h(
    'li',
    {},
    h(
      'button',
      { type: 'button', class: 'round-row', 'data-round': round.round, on: { click: open } },
      h('b', {}, roundNumber(round.round)),
      h('span', { class: `result-word ${winner}` }, t(`winner.${winner}`)),
      h(
        'span',
        {},
        t('recall.totals', {
          player: round.totals.player ?? '–',
          banker: round.totals.banker ?? '–',
        }),
      ),
      h(
        'span',
        { class: 'how row-cards' },
        t('recall.cards', {
          player: cardsText(round.cards.player, 'player', layout),
          banker: cardsText(round.cards.banker, 'banker', layout),
        }),
      ),
      h(
        'span',
        { class: 'row-money' },
        staked ? t('recall.money', { staked, returned: back }) : t('recall.no-wager'),
      ),
    ),
  );
}

function detail(terminal, round, back) {
  const hands = ['player', 'banker'].map((side) =>
    h(
      'div',
      { class: `recall-hand ${side}` },
      h(
        'b',
        {},
        `${t(`hand.${side}`)} `,
        h('span', { class: 'total' }, String(round.totals[side] ?? '–')),
      ),
      h('span', { class: 'recall-cards' }),
    ),
  );
  // The printed seven is on the layout before any card is dealt.
  const printed = (side) =>
    terminal.seat.layout.permanent_seven && side === 'player' ? [printedSeven()] : [];
  const lay = (count = 6) =>
    ['player', 'banker'].forEach((side, i) =>
      replaceChildren(
        hands[i].lastChild,
        ...printed(side),
        ...order(round)
          .filter(([s], at) => s === side && at < count)
          .map(([, code]) => cardFace(code, { large: settings.largeIndex })),
      ),
    );
  lay();
  const key = (name, act, main = '') =>
    h(
      'button',
      { type: 'button', class: `key ${main}`, 'data-do': name, on: { click: act } },
      t(`recall.${name}`),
    );
  const said = h('p', { role: 'status', class: 'said' });
  const dispute = async () => {
    const answer = await terminal.connection.ask({
      type: 'call-attendant',
      table: terminal.seat.table,
      reason: 'dispute',
      round: round.round,
    });
    said.textContent = answer.ok
      ? t('recall.disputed', { number: roundNumber(round.round) })
      : terminal.refusalText(answer);
  };
  return [
    h(
      'div',
      { class: 'answers' },
      key('back', back),
      key('replay', () => replay(lay), 'main'),
      key('print', () => window.print()),
      key('dispute', dispute),
    ),
    said,
    h(
      'h3',
      {},
      t('recall.title', {
        number: roundAt(terminal.seat.layout.name, round.round),
      }),
      ' ',
      h('small', {}, round.at ? moment(round.at) : ''),
    ),
    round.void
      ? h(
          'p',
          { class: 'void-note' },
          t('recall.void', { reason: round.void.words, source: round.void.source }),
        )
      : h('p', { class: `result-word ${round.winner}` }, t(`winner.${round.winner ?? 'none'}`)),
    h('div', { class: 'recall-hands' }, ...hands),
    h(
      'ul',
      { class: 'reasons' },
      ...(round.reasons ?? []).map((reason) =>
        h('li', {}, say(reason.words), ' ', h('span', { class: 'clause' }, reason.clause)),
      ),
    ),
    wagers(round),
    receipts(round),
    events(round),
  ];
}

/** The cards in the order of the deal; the Player's side is dealt first unless the server says otherwise. */
function order(round) {
  if (round.order) return round.order;
  const { player, banker } = round.cards;
  const deal = [];
  for (let i = 0; i < 3; i += 1) {
    if (player[i]) deal.push(['player', player[i]]);
    if (banker[i]) deal.push(['banker', banker[i]]);
  }
  return deal;
}

/** Lays the cards down again one by one. */
function replay(lay) {
  if (document.documentElement.classList.contains('still')) return lay();
  for (let count = 0; count <= 6; count += 1) setTimeout(() => lay(count), count * STEP);
  return undefined;
}

function wagers(round) {
  if (!round.wagers.length) return h('p', { class: 'how' }, t('recall.no-wager'));
  const lines = round.wagers.map((each) =>
    h(
      'tr',
      { class: each.result },
      h('th', { scope: 'row' }, say(each.label)),
      h('td', {}, money(each.stake_cents)),
      h('td', {}, say(each.words)),
      h('td', {}, money(each.returned_cents)),
      h('td', {}, each.clause),
    ),
  );
  const chain =
    round.before_cents === null || round.before_cents === undefined
      ? ''
      : h('p', {}, t('recall.chain', { before: round.before_cents, after: round.after_cents }));
  return h(
    'div',
    {},
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...['wager', 'stake', 'words', 'returned', 'clause'].map((name) =>
            h('th', { scope: 'col' }, t(`recall.${name}`)),
          ),
        ),
      ),
      h('tbody', {}, ...lines),
    ),
    chain,
  );
}

const receipts = (round) =>
  round.receipts?.length
    ? h(
        'section',
        {},
        h('h4', {}, t('recall.receipts')),
        h(
          'ul',
          { class: 'receipts' },
          ...round.receipts.map((each) =>
            h(
              'li',
              {},
              t('recall.receipt', {
                number: each.number,
                set: each.set,
                at: timeOfDay(each.at),
                terminal: each.terminal,
                signature: (each.signature ?? '').slice(0, 16),
              }),
            ),
          ),
        ),
      )
    : '';

const events = (round) =>
  round.events?.length
    ? h(
        'details',
        {},
        h('summary', {}, t('recall.events')),
        h(
          'ol',
          {},
          ...round.events.map((each) =>
            h(
              'li',
              {},
              each.at
                ? t('recall.event', { at: timeOfDay(each.at), event: each.words })
                : say(each.words),
            ),
          ),
        ),
      )
    : '';
