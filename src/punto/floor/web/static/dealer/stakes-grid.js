/** Draws the stakes with one row per seat in a fixed order, one column per wager, and sums on a darker band. */

import { h, replaceChildrenOnce } from '../shared/dom.js';
import { dollars, inGrid, net } from '../staff/frame.js';
import { language, say, t } from '../shared/messages.js';

/** Sums from here on need more room than a column has. */
const LONG = 10_000_00;

export class StakesGrid {
  constructor(dealer) {
    this.dealer = dealer;
    this.table = h('div', { class: 'stakes-body' });
    this.closed = h('span', { class: 'note' });
    this.node = h(
      'section',
      { class: 'panel stakes', 'aria-label': t('dealer.stakes') },
      h('div', { class: 'panel-head' }, h('h2', { class: 'h' }, t('dealer.stakes')), this.closed),
      this.table,
    );
  }

  show(view) {
    const { stakes } = view;
    this.closed.textContent =
      say(stakes.closed) ||
      t(view.phase === 'bets-open' ? 'dealer.stakes-open' : 'dealer.stakes-none');
    replaceChildrenOnce(
      this.table,
      JSON.stringify([
        stakes,
        view.handlers,
        view.payouts,
        view.void,
        view.seats,
        view.differential?.proposal,
      ]) + language(),
      () => this.grid(view),
    );
  }

  grid(view) {
    if (view.payouts.length && !view.stakes.all_cents) return this.paid(view);
    const { wagers, rows, totals, all_cents: all } = view.stakes;
    const paid = view.payouts.length > 0;
    const head = headOf(
      wagers,
      t('dealer.total'),
      h('span', { class: paid ? '' : 'unseen' }, t(paid ? 'dealer.to-pay' : 'dealer.note')),
    );
    const body = [];
    for (let seat = 1; seat <= view.seats.of; seat += 1) {
      const own = rows.filter((row) => row.seat === seat && row.total_cents > 0);
      if (own.length) body.push(...own.map((row, i) => this.row(view, row, i)));
      else
        body.push(
          this.empty(
            view,
            seat,
            rows.find((row) => row.seat === seat),
          ),
        );
    }
    const inPlay = new Set(rows.filter((row) => row.total_cents > 0).map((row) => row.seat)).size;
    const foot = h(
      'tr',
      { class: 'tot' },
      h('th', { scope: 'row' }, t('dealer.all')),
      ...wagers.map((each) =>
        h('td', { class: `num tone-${each.tone}` }, dollars(totals[each.wager] ?? 0)),
      ),
      h('td', { class: 'num sum' }, dollars(all)),
      h(
        'td',
        { class: 'note' },
        paid
          ? this.paidWords(view)
          : t('dealer.in', { count: inPlay, of: view.seats.of, currency: view.currency }),
      ),
    );
    return h(
      'table',
      { class: `grid${all >= LONG ? ' long' : ''}` },
      columns(wagers.length),
      h('thead', {}, head),
      h('tbody', {}, ...body, foot),
    );
  }

  /** Draws the payments and collections of a settled round, by betting area. */
  paid(view) {
    const { wagers } = view.stakes;
    // For a void round the sum is all that goes back; for a settled one it is the win or the loss.
    const moves = (each) => (view.void ? each.returned_cents : 0) + each.pays_cents;
    const head = headOf(
      wagers,
      t(view.void ? 'second.back' : 'dealer.net'),
      t(view.void ? 'dealer.goes-back' : 'dealer.to-pay'),
    );
    const kinds = [
      ...new Set(view.payouts.map((each) => `${each.seat} ${each.kind ?? 'terminal'}`)),
    ].map((key) => key.split(' '));
    const cell = (own, wager) => {
      const found = own.filter((each) => each.wager === wager);
      const sum = found.reduce((total, each) => total + moves(each), 0);
      return h(
        'td',
        { class: `num ${!found.length ? 'none' : sum < 0 ? 'muted' : 'won'}` },
        found.length ? net(sum) : '–',
      );
    };
    const body = kinds
      .sort((one, two) => one[0] - two[0])
      .map(([seat, kind]) => {
        const own = view.payouts.filter(
          (each) => String(each.seat) === seat && (each.kind ?? 'terminal') === kind,
        );
        // The dealer must not collect a stake that is returned without a win.
        const payouts = own
          .filter((each) => view.void || each.returned_cents > 0)
          .map((each) => (each.pays_cents > 0 && !view.void ? each.words : backOf(each)));
        const words = t('dealer.payouts', { payouts });
        return h(
          'tr',
          { 'data-seat': seat, 'data-kind': kind },
          h(
            'th',
            { scope: 'row' },
            seat,
            kind === 'chips' ? h('small', {}, ` ${t('dealer.chips')}`) : null,
          ),
          ...wagers.map((each) => cell(own, each.wager)),
          h('td', { class: 'num sum' }, net(own.reduce((total, each) => total + moves(each), 0))),
          h('td', { class: 'note whole', title: words || null }, words || t('dealer.collect')),
        );
      });
    const sum = (wager) =>
      view.payouts
        .filter((each) => each.wager === wager)
        .reduce((total, each) => total + moves(each), 0);
    const foot = h(
      'tr',
      { class: 'tot' },
      h('th', { scope: 'row' }, t('dealer.all')),
      ...wagers.map((each) => h('td', { class: 'num' }, net(sum(each.wager)))),
      h(
        'td',
        { class: 'num sum' },
        net(view.payouts.reduce((total, each) => total + moves(each), 0)),
      ),
      h('td', { class: 'note whole' }, this.paidWords(view)),
    );
    return h(
      'table',
      { class: 'grid' },
      columns(wagers.length),
      h('thead', {}, head),
      h('tbody', {}, ...body, foot),
    );
  }

  row(view, row, place) {
    const label = place === 0 || row.kind === 'terminal' ? String(row.seat) : '';
    return h(
      'tr',
      { 'data-seat': row.seat, 'data-kind': row.kind },
      h('th', { scope: 'row' }, label || h('span', { class: 'unseen' }, String(row.seat))),
      ...view.stakes.wagers.map((each) => this.cell(view, row, each)),
      h('td', { class: 'num sum' }, dollars(row.total_cents)),
      h('td', { class: 'note whole' }, this.noteOf(view, row)),
    );
  }

  cell(view, row, { wager, tone }) {
    const cell = row.cells[wager];
    if (!cell?.cents) return h('td', { class: 'num none' }, '–');
    const handles =
      view.handlers?.[wager]?.seat === row.seat && view.handlers[wager].state !== 'nobody';
    return h(
      'td',
      {
        class: `num tone-${['player', 'banker'].includes(wager) ? tone : 'plain'} ${handles ? 'hi' : ''}`,
      },
      inGrid(cell.cents),
    );
  }

  /** The payment or collection at a seat after the outcome; before it, notes about the seat. */
  noteOf(view, row) {
    const paid = view.payouts.filter(
      (each) => each.seat === row.seat && (each.kind ?? 'terminal') === row.kind,
    );
    if (paid.length) {
      const sum = paid.reduce((total, each) => total + each.pays_cents, 0);
      const payouts = paid
        .filter((each) => each.returned_cents > 0)
        .map((each) =>
          each.pays_cents > 0
            ? t('dealer.wager-net', { wager: each.label, net: net(each.pays_cents) })
            : backOf(each),
        );
      const words = t('dealer.payouts', { payouts });
      return h('span', { class: 'pays-line' }, h('b', {}, net(sum)), ' ', words);
    }
    const words =
      say(row.note) ||
      (row.kind === 'chips' ? t('dealer.chips') : row.connected ? '' : t('dealer.not-connected'));
    const stacks = view.stakes.wagers
      .filter(({ wager }) => row.cells[wager]?.each.length > 1)
      .map(({ wager, label }) =>
        t('dealer.wager-stacks', { wager: label, stacks: row.cells[wager].each.map(inGrid) }),
      );
    return t('dealer.notes', { notes: [...stacks, words].filter(Boolean) });
  }

  paidWords(view) {
    if (view.void) {
      const chips = view.payouts.filter((each) => each.kind === 'chips');
      const give = chips.reduce(
        (sum, each) => sum + each.returned_cents + Math.max(0, each.pays_cents),
        0,
      );
      const back = chips.reduce((sum, each) => sum - Math.min(0, each.pays_cents), 0);
      return t('dealer.in-chips', { give, back });
    }
    const pay = view.payouts.reduce((sum, each) => sum + Math.max(0, each.pays_cents), 0);
    const take = view.payouts.reduce((sum, each) => sum + Math.min(0, each.pays_cents), 0);
    return t('dealer.paid', { pay, take: -take });
  }

  empty(view, seat, row) {
    const words =
      say(row?.note) ||
      (view.seats.connected.includes(seat)
        ? t('dealer.sitting-out')
        : view.seats.occupied_seats.includes(seat)
          ? t('dealer.not-connected')
          : t('dealer.free'));
    return h(
      'tr',
      { class: 'empty', 'data-seat': seat },
      h('th', { scope: 'row' }, String(seat)),
      h('td', { colspan: view.stakes.wagers.length }, t('dealer.no-wager')),
      h('td', { class: 'num sum' }, '–'),
      h('td', { class: 'note' }, words),
    );
  }
}

/** The names of the columns, with the odds of each wager. */
const headOf = (wagers, sum, note) =>
  h(
    'tr',
    {},
    h('th', { scope: 'col' }, t('dealer.seat')),
    ...wagers.map((each) =>
      h(
        'th',
        { scope: 'col', class: `num tone-${each.tone}` },
        say(each.label),
        h('small', { title: say(each.pays) }, say(each.odds)),
      ),
    ),
    h('th', { scope: 'col', class: 'num sum' }, sum),
    h('th', { scope: 'col' }, note),
  );

/** Fixed columns: people learn positions. */
const columns = (count) =>
  h(
    'colgroup',
    {},
    h('col', { class: 'col-seat' }),
    ...Array.from({ length: count }, () => h('col')),
    h('col', { class: 'col-sum' }),
    h('col', { class: 'col-note' }),
  );

/** A wager that wins nothing and goes back all the same: pushed, or the part of it that was outside the limits. */
const backOf = (each) => t('dealer.wager-note', { wager: each.label, note: each.words });
