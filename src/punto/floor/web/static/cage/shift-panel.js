/** Shows the cash that the drawer of a shift must have, its movements, and the cash by the ledger. */

import { h, replaceChildren } from '../shared/dom.js';
import { button, gridOf, panel, timeOf } from '../staff/frame.js';
import { money, signed, t } from '../shared/messages.js';

const ORDER = ['buy-in', 'voucher-cashed', 'hand-pay', 'claim-paid', 'fill'];

export class ShiftPanel {
  constructor(desk) {
    this.desk = desk;
    this.body = h('div', { class: 'shift-body' });
    this.node = panel(t('counter.shift'), { class: 'shift' }, this.body);
    this.lines = h('div', {
      class: 'scroll',
      tabindex: '0',
      role: 'region',
      'aria-label': t('counter.lines'),
    });
    this.linesNode = panel(t('counter.lines'), { class: 'lines' }, this.lines);
    this.rest = h('div', {
      class: 'scroll',
      tabindex: '0',
      role: 'region',
      'aria-label': t('counter.account'),
    });
    this.restNode = panel(t('counter.account'), { class: 'account' }, this.rest);
  }

  show(view) {
    const { shift } = view;
    replaceChildren(
      this.body,
      shift ? this.statement(shift) : this.closed(view),
      this.buttons(shift, view),
    );
    replaceChildren(
      this.lines,
      shift?.lines.length
        ? lines(shift.lines)
        : h('p', { class: 'empty' }, t(shift ? 'counter.no-lines' : 'counter.no-shift')),
    );
    replaceChildren(
      this.rest,
      view.is_demo ? h('p', { class: 'empty' }, t('counter.demo')) : null,
      account(view.account),
      view.closed.length ? earlier(view.closed) : null,
      view.others.length ? others(view.others) : null,
    );
  }

  closed(view) {
    return h(
      'p',
      { class: 'big-words' },
      t(view.is_cashier ? 'counter.open-first' : 'counter.not-cashier'),
    );
  }

  statement(shift) {
    const row = (name, cents, times = null) =>
      h(
        'tr',
        {},
        h(
          'th',
          { scope: 'row' },
          name,
          times === null ? null : h('small', {}, t('counter.times', { times })),
        ),
        h('td', { class: 'num' }, cents),
      );
    const moved = ORDER.filter((why) => shift.sums[why]);
    return h(
      'table',
      { class: 'grid statement' },
      h(
        'tbody',
        {},
        row(t('counter.float'), money(shift.float_cents)),
        ...moved.map((why) =>
          row(t(`counter.why.${why}`), signed(shift.sums[why][1]), shift.sums[why][0]),
        ),
        h(
          'tr',
          { class: 'tot' },
          h('th', { scope: 'row' }, t('counter.must-be')),
          h('td', { class: 'num must', 'data-cash': shift.cash_cents }, money(shift.cash_cents)),
        ),
        h(
          'tr',
          {},
          h(
            'th',
            { scope: 'row' },
            t('counter.by-ledger'),
            h(
              'small',
              {},
              t(shift.unexplained_cents ? 'counter.books-differ' : 'counter.books-agree'),
            ),
          ),
          h('td', { class: 'num' }, signed(shift.ledger_cents)),
        ),
      ),
    );
  }

  buttons(shift, view) {
    if (!view.is_cashier) return null;
    const { desk } = this;
    if (!shift)
      return h(
        'div',
        { class: 'buttons' },
        button(t('counter.open'), () => desk.openShift(), { key: 'o', primary: true }),
      );
    return h(
      'div',
      { class: 'buttons' },
      button(t('counter.fill'), () => desk.fillDrawer(1), { key: 'f' }),
      button(t('counter.drop'), () => desk.fillDrawer(-1), { key: 'd' }),
      button(t('counter.close'), () => desk.closeShift(), { key: 'c' }),
    );
  }
}

const LINE_HEADS = {
  'counter.at': '',
  'counter.what': '',
  'counter.about': '',
  'counter.cash': 'num',
  'counter.paper': 'num',
  'counter.with': '',
};
const EARLIER_HEADS = {
  'counter.shift-number': '',
  'counter.closed-at': '',
  'counter.must-be': 'num',
  'counter.counted': 'num',
  'counter.difference': 'num',
};

function lines(rows) {
  const row = (line) =>
    h(
      'tr',
      {},
      h('td', { class: 'muted' }, timeOf(line.at)),
      h('td', {}, t(`counter.why.${line.why}`)),
      h('td', { class: 'muted' }, line.about || '–'),
      h('td', { class: 'num' }, line.cents ? signed(line.cents) : '–'),
      h('td', { class: 'num muted' }, line.paper_cents ? money(line.paper_cents) : '–'),
      h('td', { class: 'muted' }, line.second || '–'),
    );
  return gridOf(LINE_HEADS, rows.map(row));
}

function account(held) {
  const row = (key, cents, total = false) =>
    h(
      'tr',
      { class: total ? 'tot' : '' },
      h('th', { scope: 'row' }, t(key)),
      h('td', { class: 'num' }, signed(cents)),
    );
  return h(
    'table',
    { class: 'grid' },
    h(
      'tbody',
      {},
      row('counter.drawers', held.drawers_cents),
      row('counter.unattended', held.unattended_cents),
      row('counter.paper-moved', held.paper_cents),
      row('counter.in-ledger', held.cents, true),
    ),
  );
}

function earlier(shifts) {
  const row = (shift) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, `${shift.shift} · ${shift.cashier}`),
      h('td', { class: 'muted' }, timeOf(shift.closed)),
      h('td', { class: 'num' }, money(shift.cash_cents)),
      h('td', { class: 'num' }, money(shift.counted_cents)),
      h(
        'td',
        { class: 'num' },
        shift.difference_cents ? signed(shift.difference_cents) : money(0),
        shift.second ? h('small', {}, shift.second) : null,
      ),
    );
  const caption = h('caption', { class: 'h' }, t('counter.earlier'));
  return gridOf(EARLIER_HEADS, shifts.map(row), 'earlier', caption);
}

function others(shifts) {
  return h(
    'table',
    { class: 'grid earlier' },
    h('caption', { class: 'h' }, t('counter.others')),
    h(
      'tbody',
      {},
      ...shifts.map((shift) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, `${shift.shift} · ${shift.cashier}`),
          h('td', { class: 'muted' }, timeOf(shift.opened)),
          h('td', { class: 'num' }, money(shift.cash_cents)),
        ),
      ),
    ),
  );
}
