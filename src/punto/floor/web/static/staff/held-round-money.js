/** Draws the money of each seat of a held round: stakes, decided sums, returns and results. */

import { h } from '../shared/dom.js';
import { dollars, inGrid, net, timeOf } from './frame.js';
import { seatTable, td, th } from './seat-table.js';
import { say, t } from '../shared/messages.js';

/** "+400", or from the least to the most where the cards still leave it open. */
const span = ([least, most]) =>
  least === most ? net(least) : t('held.span', { least: net(least), most: net(most) });

const range = (value) => td(`num ${value[1] < 0 ? 'soft' : ''}`, span(value));
const of = (list, row) => list?.find((each) => each.seat === row.seat && each.kind === row.kind);
const total = (list, cents) => list.reduce((sum, each) => sum + cents(each), 0);

/** The money of a held round: the stakes, and each seat's result for every decision and ending. */
export function moneyTable(view) {
  const { hold } = view;
  const rows = rowsOf(view);
  if (!rows.length) return h('p', { class: 'muted pad' }, t('held.no-stakes'));
  const columns = [
    ...stakeColumns(view),
    ...decidedColumns(hold.stays),
    ...moneyColumns(hold),
    ...endingColumns(hold.stays),
    answerColumn(hold, rows.length),
  ];
  return seatTable(columns, rows);
}

/** The same for the narrow detail panel of the pit: only what each seat would come to. */
export const possibleResultsTable = ({ hold: { stays } }) =>
  seatTable(
    endingColumns(stays).map((column) => ({ ...column, group: undefined })),
    stays.rows,
    { style: 'grid stays-grid' },
  );

/** The rows of seats with a stake, an answer or money that would move, in the order of seats. */
function rowsOf({ hold, stakes }) {
  const rows = stakes.rows.filter((row) => row.total_cents > 0);
  // A patron who has withdrawn has no stake left but still has a row.
  for (const { seat, kind } of hold.answers)
    if (!of(rows, { seat, kind })) rows.push({ seat, kind, cells: {}, total_cents: 0 });
  return rows.sort(
    (one, two) => one.seat - two.seat || (one.kind === 'chips') - (two.kind === 'chips'),
  );
}

/** The stakes on the wagers in use; those that the open cards have decided are shaded. */
function stakeColumns({ hold, stakes }) {
  const group = t('held.stakes-in');
  const used = stakes.wagers.filter((each) => stakes.totals[each.wager]);
  const decided = new Set(hold.stays?.decided ?? []);
  const columns = (used.length ? used : stakes.wagers.slice(0, 2)).map(
    ({ wager, label, tone }) => ({
      group,
      head: th(`num tone-${tone}`, say(label)),
      cell: (row) => {
        const cents = row.cells[wager]?.cents;
        const style = !cents ? 'none' : decided.has(wager) ? 'decided' : '';
        return td(`num ${style}`, inGrid(cents));
      },
      sum: td('num', dollars(stakes.totals[wager] ?? 0)),
    }),
  );
  const all = {
    group,
    head: th('num', t('dealer.total')),
    cell: (row) => td('num sum', inGrid(row.total_cents)),
    sum: td('num sum', dollars(stakes.all_cents)),
  };
  return [...columns, all];
}

function decidedColumns(stays) {
  if (!stays?.rows.some((row) => row.decided_cents !== null)) return [];
  const column = {
    group: t('held.decided'),
    head: th('num group', t('held.so-far')),
    cell: (row) => {
      const cents = of(stays.rows, row)?.decided_cents;
      return td('num group', cents ? net(cents) : '–');
    },
    sum: td('num group', net(total(stays.rows, (row) => row.decided_cents ?? 0))),
  };
  return [column];
}

/** The money that a void or a withdrawal would return to each seat. */
function moneyColumns({ money, money_if: moves, answers }) {
  if (!money) return [];
  const group = t(`held.if-${moves}`);
  return [
    {
      group,
      head: th('num group', t('second.back')),
      cell: (row) => {
        const back = of(money.seats, row);
        const style = of(answers, row)?.state === 'withdraws' ? 'gold' : '';
        return td(`num group ${style}`, back ? dollars(back.back_cents) : '–');
      },
      sum: td('num group', dollars(total(money.seats, (seat) => seat.back_cents))),
    },
    {
      group,
      head: th('num', t('second.net')),
      cell: (row) => {
        const back = of(money.seats, row);
        return td('num', back ? net(back.net_cents) : '–');
      },
      sum: td('num', net(total(money.seats, (seat) => seat.net_cents))),
    },
  ];
}

/** The ways in which the round can end; the pays tell two endings with the same winner apart. */
function endingColumns(stays) {
  return (stays?.ways ?? []).map((way, i) => ({
    group: t('held.stays-if'),
    head: h(
      'th',
      {
        scope: 'col',
        class: `num way ${i ? '' : 'group'} tone-${way.winner}`,
        title: say(way.sub) || null,
      },
      say(way.label),
      way.sub ? h('small', {}, say(way.sub)) : null,
    ),
    cell: (row) => {
      const stay = of(stays.rows, row);
      return stay ? range(stay.nets[i]) : td('num none', '–');
    },
    sum: range(stays.all[i]),
  }));
}

function answerColumn({ answers, money }, seats) {
  const offered = answers.length > 0;
  return {
    group: '',
    head: th('group', t('held.choice')),
    cell: (row) => td('group', answerOf(of(answers, row), offered)),
    sum: td('group', offered && money ? say(money.then) : t('held.concerned', { count: seats })),
  };
}

/** The answer of a seat. Chips have no terminal, so the dealer asks the patron and enters the answer. */
function answerOf(said, offered) {
  if (!said) return offered ? '–' : t('held.not-yet');
  if (said.state !== 'chips')
    return h(
      'span',
      { class: `answer-${said.state}` },
      h('b', {}, t(`held.answer.${said.state}`)),
      said.at ? ` ${timeOf(said.at)}` : '',
    );
  return h('b', {}, t('held.ask-chips'));
}
