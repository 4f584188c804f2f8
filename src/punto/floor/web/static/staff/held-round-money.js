/** Draws the money of each seat of a held round: stakes, decided sums, returns and results. */

import { h } from '../shared/dom.js';
import { dollars, inGrid, net, timeOf } from './frame.js';
import { say, t } from '../shared/messages.js';

/** "+400", or from the least to the most where the cards still leave it open. */
export const span = ([least, most]) =>
  least === most ? net(least) : t('held.span', { least: net(least), most: net(most) });

const cell = (value) => h('td', { class: `num ${value[1] < 0 ? 'soft' : ''}` }, span(value));

/** The heads of the ways in which the round can end; what tells two of one winner apart stands under them. */
export const possibleEndingColumns = (stays) =>
  stays.ways.map((way, i) =>
    h(
      'th',
      {
        scope: 'col',
        class: `num way ${i ? '' : 'group'} tone-${way.winner}`,
        title: say(way.sub) || null,
      },
      say(way.label),
      way.sub ? h('small', {}, say(way.sub)) : null,
    ),
  );

/** The rows of seats with a stake, an answer or money that would move, in the order of seats. */
function rowsOf({ hold, stakes }) {
  const rows = stakes.rows.filter((row) => row.total_cents > 0);
  // A patron who has withdrawn has no stake left but still has a row.
  for (const { seat, kind } of hold.answers)
    if (!rows.some((row) => row.seat === seat && row.kind === kind))
      rows.push({ seat, kind, cells: {}, total_cents: 0 });
  return rows.sort(
    (one, two) => one.seat - two.seat || (one.kind === 'chips') - (two.kind === 'chips'),
  );
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

export function moneyTable(view) {
  const { hold, stakes } = view;
  const { money, stays } = hold;
  const rows = rowsOf(view);
  if (!rows.length) return h('p', { class: 'muted pad' }, t('held.no-stakes'));
  const used = stakes.wagers.filter((each) => stakes.totals[each.wager]);
  const shown = used.length ? used : stakes.wagers.slice(0, 2);
  const decided = new Set(stays?.decided ?? []);
  const tells = stays?.rows.some((row) => row.decided_cents !== null) ?? false;
  const offered = hold.answers.length > 0;
  const of = (list, row) => list?.find((each) => each.seat === row.seat && each.kind === row.kind);
  const line = (row) => {
    const back = of(money?.seats, row);
    const stay = of(stays?.rows, row);
    const said = of(hold.answers, row);
    return h(
      'tr',
      { 'data-seat': row.seat },
      h(
        'th',
        { scope: 'row' },
        String(row.seat),
        row.kind === 'chips' ? h('small', { class: 'muted' }, ` ${t('second.chips')}`) : null,
      ),
      ...shown.map((each) =>
        h(
          'td',
          {
            class: `num ${row.cells[each.wager]?.cents ? (decided.has(each.wager) ? 'decided' : '') : 'none'}`,
          },
          inGrid(row.cells[each.wager]?.cents),
        ),
      ),
      h('td', { class: 'num sum' }, inGrid(row.total_cents)),
      ...(tells
        ? [h('td', { class: 'num group' }, stay?.decided_cents ? net(stay.decided_cents) : '–')]
        : []),
      ...(money
        ? [
            h(
              'td',
              { class: `num group ${said?.state === 'withdraws' ? 'gold' : ''}` },
              back ? dollars(back.back_cents) : '–',
            ),
            h('td', { class: 'num' }, back ? net(back.net_cents) : '–'),
          ]
        : []),
      ...(stays
        ? stays.ways.map((_, i) =>
            stay ? cell(stay.nets[i]) : h('td', { class: 'num none' }, '–'),
          )
        : []),
      h('td', { class: 'group' }, answerOf(said, offered)),
    );
  };
  const group = (span_, label) =>
    h('th', { colspan: span_, scope: 'colgroup', class: 'group' }, label);
  const heads = h(
    'tr',
    { class: 'groups' },
    h('td'),
    group(shown.length + 1, t('held.stakes-in')),
    ...(tells ? [group(1, t('held.decided'))] : []),
    ...(money ? [group(2, t(`held.if-${hold.money_if}`))] : []),
    ...(stays ? [group(stays.ways.length, t('held.stays-if'))] : []),
    group(1, ''),
  );
  const names = h(
    'tr',
    {},
    h('th', { scope: 'col' }, t('dealer.seat')),
    ...shown.map((each) =>
      h('th', { scope: 'col', class: `num tone-${each.tone}` }, say(each.label)),
    ),
    h('th', { scope: 'col', class: 'num' }, t('dealer.total')),
    ...(tells ? [h('th', { scope: 'col', class: 'num group' }, t('held.so-far'))] : []),
    ...(money
      ? [
          h('th', { scope: 'col', class: 'num group' }, t('second.back')),
          h('th', { scope: 'col', class: 'num' }, t('second.net')),
        ]
      : []),
    ...(stays ? possibleEndingColumns(stays) : []),
    h('th', { scope: 'col', class: 'group' }, t('held.choice')),
  );
  const sum = (list, of_) => list.reduce((all, each) => all + of_(each), 0);
  const foot = h(
    'tr',
    { class: 'tot' },
    h('th', { scope: 'row' }, t('dealer.all')),
    ...shown.map((each) => h('td', { class: 'num' }, dollars(stakes.totals[each.wager] ?? 0))),
    h('td', { class: 'num sum' }, dollars(stakes.all_cents)),
    ...(tells
      ? [h('td', { class: 'num group' }, net(sum(stays.rows, (row) => row.decided_cents ?? 0)))]
      : []),
    ...(money
      ? [
          h('td', { class: 'num group' }, dollars(sum(money.seats, (seat) => seat.back_cents))),
          h('td', { class: 'num' }, net(sum(money.seats, (seat) => seat.net_cents))),
        ]
      : []),
    ...(stays ? stays.all.map((each) => cell(each)) : []),
    h(
      'td',
      { class: 'group' },
      offered && money ? say(money.then) : t('held.concerned', { count: rows.length }),
    ),
  );
  return h(
    'table',
    { class: 'grid' },
    h('thead', {}, heads, names),
    h('tbody', {}, ...rows.map(line), foot),
  );
}

/** The same for the narrow detail panel of the pit: only what each seat would come to. */
export function possibleResultsTable({ hold }) {
  const { stays } = hold;
  return h(
    'table',
    { class: 'grid stays-grid' },
    h(
      'thead',
      {},
      h('tr', {}, h('th', { scope: 'col' }, t('second.seat')), ...possibleEndingColumns(stays)),
    ),
    h(
      'tbody',
      {},
      ...stays.rows.map((row) =>
        h(
          'tr',
          {},
          h(
            'th',
            { scope: 'row' },
            String(row.seat),
            row.kind === 'chips' ? h('small', {}, ` ${t('second.chips')}`) : null,
          ),
          ...row.nets.map((each) => cell(each)),
        ),
      ),
      h(
        'tr',
        { class: 'tot' },
        h('th', { scope: 'row' }, t('dealer.all')),
        ...stays.all.map((each) => cell(each)),
      ),
    ),
  );
}
