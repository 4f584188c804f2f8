/** The cage screen shows a voucher, visits with their credit, unredeemed vouchers and the drawer. */

import { askSum, askSure, askWhich } from './actions.js';
import { ShiftPanel } from './shift-panel.js';
import { h, replaceChildren } from '../shared/dom.js';
import {
  alarm,
  button,
  gridOf,
  openDialog,
  panel,
  startStaffPage,
  timeOf,
} from '../staff/frame.js';
import { rowsOf } from '../staff/approval-dialog.js';
import { freshId } from '../shared/socket.js';
import { speak } from '../shared/live-region.js';
import { get, me, post } from '../staff/client.js';
import { money, say, t, useCurrency } from '../shared/messages.js';

const EVERY = 2000;
const VISIT_HEADS = {
  'counter.terminal': '',
  'counter.sits': '',
  'counter.since': '',
  'counter.credit': 'num',
  'counter.staked': 'num',
  'counter.claim': 'num',
  'counter.actions': 'unseen',
};
const VOUCHER_HEADS = {
  'counter.voucher': '',
  'counter.issued': '',
  'counter.expires': '',
  'counter.of-visit': '',
  'counter.worth': 'num',
  'counter.actions': 'unseen',
};

class CageDesk {
  constructor(frame) {
    this.frame = frame;
    this.view = null;
    this.found = null;
    this.shift = new ShiftPanel(this);
    this.voucher = h('input', {
      name: 'voucher',
      autocomplete: 'off',
      autocapitalize: 'characters',
      spellcheck: 'false',
      'aria-label': t('counter.printed'),
    });
    this.told = h('p', { class: 'told', role: 'status' });
    this.worth = h('div', { class: 'worth-box' });
    const look = h(
      'form',
      {
        class: 'look',
        on: {
          submit: (event) => {
            event.preventDefault();
            this.find();
          },
        },
      },
      h('label', { class: 'field' }, h('span', {}, t('counter.printed')), this.voucher),
      h('button', { type: 'submit', class: 'btn' }, h('span', {}, t('counter.look'))),
    );
    this.waits = h('div', { class: 'waits' });
    this.visits = h('div', {
      class: 'scroll',
      tabindex: '0',
      role: 'region',
      'aria-label': t('counter.visits'),
    });
    this.vouchers = h('div', {
      class: 'scroll',
      tabindex: '0',
      role: 'region',
      'aria-label': t('counter.vouchers'),
    });
    replaceChildren(
      frame.main,
      h('h1', { class: 'unseen' }, t('desk.cage')),
      h(
        'div',
        { class: 'cage-plan' },
        h(
          'div',
          { class: 'cage-column' },
          panel(
            t('counter.redeem'),
            { class: 'redeem', note: t('counter.redeem-note') },
            h('div', { class: 'redeem-body' }, look, this.worth, this.told),
          ),
          this.waits,
          panel(
            t('counter.visits'),
            { class: 'visits', note: t('counter.visits-note') },
            this.visits,
          ),
          panel(
            t('counter.vouchers'),
            { class: 'vouchers', note: t('counter.vouchers-note') },
            this.vouchers,
          ),
        ),
        h(
          'div',
          { class: 'cage-column till' },
          this.shift.node,
          this.shift.linesNode,
          this.shift.restNode,
        ),
      ),
    );
    this.drawFound();
  }

  async start() {
    await this.look();
    setInterval(() => this.look(), EVERY);
  }

  /** Asks for the whole picture; a newer question makes an older answer worthless. */
  async look() {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const view = await get('cage');
    if (turn !== this.turn) return;
    if (!view.ok) {
      this.frame.line('lost');
      return;
    }
    this.frame.line('connected');
    this.frame.seen(view.at);
    const text = JSON.stringify({ ...view, at: '' });
    if (text === this.text) return;
    this.text = text;
    this.view = view;
    useCurrency(view.currency);
    this.draw();
  }

  draw() {
    const { view, frame } = this;
    const { shift } = view;
    frame.cell(
      'shift',
      t('counter.shift'),
      shift
        ? t('counter.shift-of', { shift: shift.shift, time: timeOf(shift.opened) })
        : t('counter.shift-none'),
      { class: shift ? '' : 'quiet' },
    );
    frame.cell('drawer', t('counter.must-be'), shift ? money(shift.cash_cents) : '–', {
      class: 'name',
    });
    frame.cell('out', t('counter.out', { count: view.outstanding }), money(view.outstanding_cents));
    frame.cell('large', t('counter.large'), money(view.large_cents), { class: 'quiet' });
    frame.cell(
      'books',
      t('counter.books'),
      shift?.unexplained_cents ? alarm(3, t('counter.books-differ')) : t('counter.books-agree'),
      { late: true, class: 'quiet' },
    );
    replaceChildren(this.waits, view.entries.length ? this.waitTable() : null);
    replaceChildren(this.visits, this.visitTable());
    replaceChildren(this.vouchers, this.voucherTable());
    this.shift.show(view);
    frame.keys(this.keys());
  }

  keys() {
    const rows = this.view.visits.slice(0, 9).map((visit, i) => ({
      key: String(i + 1),
      label: t('counter.key.visit', { visit: visit.terminal }),
      run: () => this.sell(visit),
      hidden: true,
    }));
    const keys = [
      { key: 'r', label: t('counter.redeem'), run: () => this.voucher.focus() },
      {
        key: 's',
        label: t('counter.sell'),
        run: () => this.pick(t('counter.sell'), (visit) => this.sell(visit)),
      },
      {
        key: 'h',
        label: t('counter.hand-pay'),
        run: () =>
          this.pick(
            t('counter.hand-pay'),
            (visit) => this.handPay(visit),
            (visit) => visit.credit_cents > 0,
          ),
      },
      {
        key: 'e',
        label: t('counter.end-visit'),
        run: () =>
          this.pick(
            t('counter.end-visit'),
            (visit) => this.endVisit(visit),
            (visit) => visit.is_spent,
          ),
      },
      { key: 'v', label: t('counter.void'), run: () => this.pickVoucher() },
    ];
    if (!this.view.is_cashier) return [];
    if (this.view.shift)
      keys.push(
        { key: 'f', label: t('counter.fill'), run: () => this.fillDrawer(1) },
        { key: 'd', label: t('counter.drop'), run: () => this.fillDrawer(-1) },
        { key: 'c', label: t('counter.close'), run: () => this.closeShift() },
      );
    else keys.push({ key: 'o', label: t('counter.open'), run: () => this.openShift() });
    return [...keys, ...rows];
  }

  get off() {
    return this.view?.shift
      ? ''
      : t(this.view?.is_cashier ? 'counter.open-first' : 'counter.not-cashier');
  }

  // Requests that wait for a second person

  waitTable() {
    const answer = async (each, said) => {
      const told = await post(`cage/entries/${each.entry}`, {
        id: freshId(),
        answer: said,
        digest: each.digest,
        reason: '',
      });
      if (told.ok) this.done(t(said === 'approve' ? 'counter.approved' : 'counter.declined'));
      else {
        this.frame.told(this.told, told);
        this.look();
      }
    };
    const row = (each) => {
      const { details } = each;
      const differs = this.differs(each);
      return h(
        'tr',
        { 'data-entry': each.entry },
        h('th', { scope: 'row' }, say(details.words)),
        h(
          'td',
          { class: 'num' },
          money(details.with.cents ?? details.with.counted_cents ?? 0),
          differs === null ? null : h('small', {}, t('counter.differs-by', { sum: differs })),
        ),
        h(
          'td',
          {},
          [details.with.visit ?? details.with.ref, details.with.reason].filter(Boolean).join(' '),
        ),
        h('td', { class: 'muted' }, each.by, ' ', timeOf(each.at)),
        h(
          'td',
          { class: 'row-buttons' },
          button(t('counter.approve'), () => this.standBy(each, () => answer(each, 'approve')), {
            off: each.i_may ? '' : say(each.may_second),
          }),
          each.i_may || each.is_own
            ? button(t(each.is_own ? 'counter.take-back' : 'counter.decline'), () =>
                answer(each, 'decline'),
              )
            : null,
        ),
      );
    };
    return panel(
      t('counter.waiting'),
      { class: 'waiting', note: t('counter.waiting-note') },
      h('table', { class: 'grid' }, h('tbody', {}, ...this.view.entries.map(row))),
    );
  }

  /**
   * The difference between a waiting count and the cashier's drawer; null where nothing was counted.
   */
  differs({ by, details }) {
    const { shift, others } = this.view;
    const drawer = [shift, ...others].find((each) => each?.cashier === by);
    return details.with.counted_cents === undefined || !drawer
      ? null
      : details.with.counted_cents - drawer.cash_cents;
  }

  /** Shows the details of a request before the approval; one press alone approves nothing. */
  standBy({ details, by, at }, approve) {
    const { reason } = details.with;
    const rows = [
      [t('counter.entered-by'), `${by} ${timeOf(at)}`],
      ...details.rows.map(({ label, value }) => [say(label), say(value)]),
      ...(reason ? [[t('counter.about'), reason]] : []),
    ];
    const go = button(
      t('counter.approve'),
      () => {
        box.close();
        approve();
      },
      { primary: true },
    );
    const box = openDialog(say(details.words), rowsOf(rows), go);
    go.focus();
  }

  // Visits

  visitTable() {
    const { visits, left } = this.view;
    if (!visits.length && !left.length) return h('p', { class: 'empty' }, t('counter.nobody'));
    const row = (visit, i) =>
      h(
        'tr',
        {},
        h(
          'th',
          { scope: 'row' },
          i < 9 ? h('kbd', {}, String(i + 1)) : null,
          ` ${visit.terminal} `,
          h('small', {}, visit.visit),
        ),
        h(
          'td',
          {},
          visit.at.join(', ') ||
            h('span', { class: 'muted' }, t(visit.connected ? 'counter.no-seat' : 'counter.away')),
        ),
        h('td', { class: 'muted' }, timeOf(visit.since)),
        h('td', { class: 'num' }, visit.credit_cents ? money(visit.credit_cents) : '–'),
        h('td', { class: 'num muted' }, visit.staked_cents ? money(visit.staked_cents) : '–'),
        h('td', { class: 'num' }, visit.claim_cents ? money(visit.claim_cents) : '–'),
        h(
          'td',
          { class: 'row-buttons' },
          button(t('counter.sell'), () => this.sell(visit), { off: this.off }),
          visit.credit_cents
            ? button(t('counter.hand-pay'), () => this.handPay(visit), {
                off: this.off || (visit.staked_cents ? t('counter.at-stake') : ''),
              })
            : null,
          visit.is_spent
            ? button(t('counter.end-visit'), () => this.endVisit(visit), { off: this.off })
            : null,
          ...this.claimButtons(visit.visit, visit.claim_cents, visit.credit_cents),
        ),
      );
    const gone = ([visit, cents]) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, h('small', {}, visit)),
        h('td', { class: 'muted' }, t('counter.gone')),
        h('td'),
        h('td'),
        h('td'),
        h('td', { class: 'num' }, money(cents)),
        h('td', { class: 'row-buttons' }, ...this.claimButtons(visit, cents, 0)),
      );
    return gridOf(VISIT_HEADS, [...visits.map(row), ...left.map(gone)], 'visits-grid');
  }

  claimButtons(visit, claim, credit) {
    if (claim > 0)
      return [button(t('counter.pay-claim'), () => this.payClaim(visit, claim), { off: this.off })];
    if (claim < 0) {
      const owed = -claim;
      return [
        credit
          ? button(t('counter.take-claim'), () => this.takeClaim(visit, owed, credit), {
              off: this.off,
            })
          : null,
        button(t('counter.write-off'), () => this.writeOff(visit, owed), {
          off: this.isShiftManager ? '' : t('counter.shift-manager-only'),
        }),
      ];
    }
    return [];
  }

  get isShiftManager() {
    return (me.acting_as ?? me.position) === 'gaming-shift-manager';
  }

  pick(title, take, keep = () => true) {
    if (this.off) return this.say(this.off);
    const rows = this.view.visits.filter(keep).map((visit) => ({
      ...visit,
      name: visit.terminal,
      words: visit.at.join(', '),
      cents: visit.credit_cents,
    }));
    askWhich(title, rows, take);
  }

  sell(visit) {
    if (this.off) return this.say(this.off);
    askSum({
      title: t('counter.sell'),
      label: t('counter.cash-taken'),
      command: 'BuyCredit',
      fields: (cents) => ({ visit: visit.visit, cents }),
      words: (cents) => t('counter.sell-words', { sum: cents, visit: visit.terminal }),
      rows: (cents) => [
        [t('counter.credit-now'), money(visit.credit_cents)],
        [t('counter.credit-then'), money(visit.credit_cents + cents)],
        this.drawerThen(cents),
      ],
      onDone: (waits) => this.done(waits ?? t('counter.sold')),
    });
  }

  handPay(visit) {
    const cents = visit.credit_cents;
    askSum({
      title: t('counter.hand-pay'),
      label: t('counter.cash-paid'),
      command: 'HandPay',
      cents,
      fixed: true,
      fields: () => ({ visit: visit.visit, cents }),
      words: () => t('counter.hand-pay-words', { sum: cents, visit: visit.terminal }),
      rows: () => [[t('counter.credit-then'), money(0)], this.drawerThen(-cents)],
      onDone: (waits) => this.done(waits ?? t('counter.paid')),
    });
  }

  endVisit(visit) {
    if (this.off) return this.say(this.off);
    askSure({
      title: t('counter.end-visit'),
      words: t('counter.end-words', { visit: visit.terminal }),
      command: 'EndVisit',
      fields: { visit: visit.visit },
      onDone: () => this.done(t('counter.ended')),
    });
  }

  payClaim(visit, cents) {
    const there = this.view.visits.some((each) => each.visit === visit);
    askSum({
      title: t('counter.pay-claim'),
      label: t('counter.claim'),
      command: 'PayClaim',
      cents,
      fixed: true,
      fields: () => ({ visit, cents }),
      words: () =>
        t(there ? 'counter.pay-to-credit' : 'counter.pay-in-cash', { sum: cents, visit }),
      rows: () => (there ? [] : [this.drawerThen(-cents)]),
      onDone: (waits) => this.done(waits ?? t('counter.paid')),
    });
  }

  takeClaim(visit, owed, credit) {
    const cents = Math.min(owed, credit);
    askSum({
      title: t('counter.take-claim'),
      label: t('counter.claim'),
      command: 'CollectClaim',
      cents,
      fixed: true,
      fields: () => ({ visit, cents }),
      words: () => t('counter.take-words', { sum: cents, visit }),
      rows: () => [[t('counter.still-owed'), money(owed - cents)]],
      onDone: (waits) => this.done(waits ?? t('counter.taken')),
    });
  }

  writeOff(visit, cents) {
    askSum({
      title: t('counter.write-off'),
      label: t('counter.claim'),
      command: 'WriteOffClaim',
      cents,
      fixed: true,
      fields: () => ({ visit, cents }),
      words: () => t('counter.write-off-words', { sum: cents, visit }),
      onDone: (waits) => this.done(waits ?? t('counter.written-off')),
    });
  }

  drawerThen(cents) {
    return [t('counter.drawer-then'), money((this.view.shift?.cash_cents ?? 0) + cents)];
  }

  // Vouchers

  voucherTable() {
    const { vouchers } = this.view;
    if (!vouchers.length) return h('p', { class: 'empty' }, t('counter.no-vouchers'));
    const row = (each) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row', class: 'mono' }, each.ref),
        h('td', { class: 'muted' }, timeOf(each.issued)),
        h('td', { class: 'muted' }, each.expires.slice(0, 10)),
        h('td', { class: 'muted' }, each.visit),
        h('td', { class: 'num' }, money(each.cents)),
        h(
          'td',
          { class: 'row-buttons' },
          button(t('counter.void-short'), () => this.voidVoucher(each), { off: this.off }),
        ),
      );
    return gridOf(VOUCHER_HEADS, vouchers.map(row));
  }

  async find() {
    const printed = this.voucher.value.trim();
    if (!printed) return;
    const answer = await post('cage/vouchers', { voucher: printed });
    this.found = answer.ok ? { ...answer.voucher, printed } : null;
    this.drawFound();
    this.frame.told(this.told, answer);
    if (answer.ok) this.worth.querySelector('button')?.focus();
  }

  drawFound() {
    const { found } = this;
    if (!found)
      return void replaceChildren(this.worth, h('p', { class: 'muted' }, t('counter.none-found')));
    replaceChildren(
      this.worth,
      h('b', { class: 'loud' }, money(found.cents)),
      h(
        'span',
        { class: 'muted' },
        t('counter.found', { ref: found.ref, time: timeOf(found.issued), visit: found.visit }),
      ),
      button(t('counter.pay-voucher', { sum: found.cents }), () => this.redeem(), {
        primary: true,
        off: this.off,
      }),
    );
  }

  redeem() {
    const { found } = this;
    askSum({
      title: t('counter.redeem'),
      label: t('counter.cash-paid'),
      command: 'RedeemVoucher',
      cents: found.cents,
      fixed: true,
      fields: () => ({ voucher: found.printed, cents: found.cents }),
      words: () => t('counter.redeem-words', { sum: found.cents, ref: found.ref }),
      rows: () => [this.drawerThen(-found.cents)],
      onDone: (waits) => {
        this.found = null;
        this.voucher.value = '';
        this.drawFound();
        this.done(waits ?? t('counter.paid'));
      },
    });
  }

  pickVoucher() {
    if (this.off) return this.say(this.off);
    askWhich(
      t('counter.void'),
      this.view.vouchers.map((each) => ({ ...each, name: each.ref, words: timeOf(each.issued) })),
      (each) => this.voidVoucher(each),
    );
  }

  voidVoucher(each) {
    askSum({
      title: t('counter.void'),
      label: t('counter.worth'),
      command: 'VoidVoucher',
      cents: each.cents,
      fixed: true,
      needsReason: true,
      fields: () => ({ ref: each.ref, cents: each.cents }),
      words: () => t('counter.void-words', { sum: each.cents, ref: each.ref }),
      onDone: (waits) => this.done(waits ?? t('counter.voided')),
    });
  }

  // The shift

  openShift() {
    askSum({
      title: t('counter.open'),
      label: t('counter.float'),
      command: 'OpenShift',
      least: 0,
      fields: (cents) => ({ float_cents: cents }),
      words: (cents) => t('counter.open-words', { sum: cents }),
      rows: () => [[t('counter.large'), money(this.view.large_cents)]],
      onDone: (waits) => this.done(waits ?? t('counter.opened')),
    });
  }

  fillDrawer(sign) {
    askSum({
      title: t(sign > 0 ? 'counter.fill' : 'counter.drop'),
      label: t('counter.sum'),
      command: 'FillDrawer',
      fields: (cents) => ({ cents: sign * cents }),
      words: (cents) => t(sign > 0 ? 'counter.fill-words' : 'counter.drop-words', { sum: cents }),
      rows: (cents) => [this.drawerThen(sign * cents)],
      onDone: (waits) => this.done(waits ?? t('counter.filled')),
    });
  }

  closeShift() {
    const { shift } = this.view;
    // The figure is not filled in: a count that is only agreed to is none.
    askSum({
      title: t('counter.close'),
      label: t('counter.counted'),
      command: 'CloseShift',
      least: 0,
      fields: (cents) => ({ counted_cents: cents }),
      words: (cents) =>
        t(cents === shift.cash_cents ? 'counter.close-even' : 'counter.close-differs', {
          sum: cents,
        }),
      rows: (cents) => [
        [t('counter.must-be'), money(shift.cash_cents)],
        [t('counter.difference'), money(cents - shift.cash_cents)],
      ],
      onDone: (waits) => this.done(waits ?? t('counter.closed')),
    });
  }

  done(words) {
    this.say(words);
    this.look();
  }

  say(words) {
    replaceChildren(this.told, h('span', {}, words));
    speak(words);
  }
}

const frame = await startStaffPage('cage');
const desk = new CageDesk(frame);
globalThis.punto = { desk };
await desk.start();
