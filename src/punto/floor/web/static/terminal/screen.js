/** Assigns the parts of a seat to their places on the screen of the terminal. */

import { paired } from '../shared/http.js';
import { h, replaceChildren, setAttribute, setText } from '../shared/dom.js';
import { Countdown } from '../shared/countdown.js';
import { settings } from '../shared/settings.js';
import { Squeeze } from './squeeze.js';
import { phaseWords, signOf } from '../shared/phase.js';
import {
  inLanguage,
  list,
  money,
  roundNumber,
  say,
  t,
  word,
  writeBilingual,
} from '../shared/messages.js';

const VIEWS = ['cloth', 'roads'];
const TABS = ['cards', 'big', 'beads', 'derived', 'pays', 'shoe'];
const RESULTS = ['complete', 'settled'];
const TOAST = 6000;

export class Screen {
  constructor(terminal) {
    this.terminal = terminal;
    this.root = document.getElementById('screen');
    const one = (name) => this.root.querySelector(name);
    this.scoreboard = one('punto-scoreboard');
    this.phase = one('punto-phase');
    this.hands = one('punto-hands');
    this.areas = one('punto-areas');
    this.paytable = one('punto-paytable');
    this.chipTray = one('punto-chip-tray');
    this.reason = one('.reason');
    this.offer = one('.offer.choice');
    this.squeeze = new Squeeze(one('.squeeze'));
    this.countdown = new Countdown();
    this.hands.wait.append(this.countdown.node);
    this.others = document.getElementById('others');
    this.view = 'cloth';
    this.makeTabs(one('.tabs'));
    this.root.addEventListener('click', (event) => {
      const key = event.target.closest('[data-act]');
      if (key && key.getAttribute('aria-disabled') !== 'true') terminal.act(key.dataset.act);
    });
  }

  makeTabs(box) {
    this.tabs = box;
    replaceChildren(
      box,
      ...TABS.map((name) =>
        word(`panel.${name}`, 'button', { type: 'button', role: 'tab', 'data-tab': name }),
      ),
    );
    box.addEventListener(
      'click',
      (event) => event.target.dataset.tab && this.turnTab(event.target.dataset.tab, true),
    );
    this.swipe();
    this.turnTab('big');
  }

  /** A swipe over the panel turns to the next page of it. */
  swipe() {
    let from = null;
    for (const node of [this.scoreboard, this.hands, this.paytable]) {
      node.addEventListener('pointerdown', (event) => (from = event.clientX));
      node.addEventListener('pointerup', (event) => {
        const moved = from === null ? 0 : event.clientX - from;
        from = null;
        if (Math.abs(moved) < 60 || !this.tabs.offsetParent) return;
        const at = TABS.indexOf(this.root.dataset.tab) + (moved < 0 ? 1 : -1);
        this.turnTab(TABS[Math.min(TABS.length - 1, Math.max(0, at))], true);
      });
    }
  }

  turnTab(name, byHand = false) {
    if (byHand || name !== 'cards')
      this.handTab = name === 'cards' ? (this.handTab ?? 'big') : name;
    setAttribute(this.root, 'data-tab', name);
    if (byHand) setAttribute(this.root, 'data-panel', null);
    for (const tab of this.tabs.children)
      setAttribute(tab, 'aria-selected', String(tab.dataset.tab === name));
    this.scoreboard.draw?.();
  }

  /** Lays out everything that a table's layout decides. */
  lay(layout) {
    this.areas.lay(layout);
    this.paytable.lay(layout);
    this.chipTray.lay(layout);
    const where = document.getElementById('where');
    writeBilingual(where.querySelector('.bilingual'), layout.title);
    where.classList.toggle('long', inLanguage(layout.title, 'en').length > 20);
    setText(where.querySelector('em'), layout.name);
    document.title = t('page.title', { game: layout.title, table: layout.name });
  }

  /** SWAP VIEW: cloth, roads, then the next table. */
  swap() {
    const names = [...this.terminal.seats.keys()];
    const at = VIEWS.indexOf(this.view) + 1;
    if (at < VIEWS.length) this.view = VIEWS[at];
    else {
      this.view = VIEWS[0];
      if (names.length > 1)
        this.terminal.turnTo(names[(names.indexOf(this.terminal.active) + 1) % names.length]);
    }
    setAttribute(this.root, 'data-view', this.view);
    this.scoreboard.draw();
  }

  waiting() {
    setText(this.phase.words.firstChild, t('connection.opening'));
  }

  /** Shows a seat. */
  show(seat, { still }) {
    const { layout, stakes } = seat;
    const { terminal } = this;
    const canBet = terminal.canBet;
    this.hands.show(seat.view, layout, { still, own: stakes.accepted.size > 0 });
    const { view, credit, session } = this.toBeSeen(seat);
    this.followDeal(view);
    this.scoreboard.show(view, layout);
    this.phase.show(view, layout, this.note(seat));
    this.countdown.run(view.phase === 'bets-open' ? view.timer : null, signOf(view));
    this.areas.show(view, stakes, canBet);
    this.paytable.show(view, stakes, session);
    this.chipTray.show(view, stakes, credit, canBet);
    this.showReason(seat);
    this.showOffer(seat.view);
    this.squeeze.show(seat.view, layout);
    this.showOthers();
    this.showLegal(seat);
    setAttribute(this.root, 'data-phase', view.phase);
    for (const key of this.root.querySelectorAll('[data-act="collect"]'))
      setAttribute(key, 'aria-disabled', terminal.canCollect ? null : 'true');
  }

  /** Whether a card is still covered on this screen. */
  get hides() {
    return ['player', 'banker'].some((side) => this.hands.hides(side));
  }

  /** The view of a seat to draw. The result waits until the patron has turned the covered cards. */
  toBeSeen({ view }) {
    const { credit, session } = this.terminal;
    const isTooSoon =
      this.hides &&
      RESULTS.includes(view.phase) &&
      this.seen?.view.table === view.table &&
      this.seen.view.round === view.round;
    if (!isTooSoon) this.seen = { view, credit, session: { ...session } };
    return this.seen;
  }

  /** On the small panel the cards come forward while they fall, and go when bets open. */
  followDeal(view) {
    const deals = ['bets-closed', 'dealing', 'complete', 'settled'].includes(view.phase);
    if (deals === this.dealt) return;
    this.dealt = deals;
    setAttribute(this.root, 'data-panel', deals ? null : 'shut');
    this.turnTab(deals ? 'cards' : (this.handTab ?? 'big'));
  }

  /** The terminal's own note at the phase line: a refusal, a draft below its minimum, both sides backed. */
  note(seat) {
    const { stakes, layout, view } = seat;
    if (seat.note) return seat.note;
    if (seat.unseated && !view.own) return { text: seat.unseated, bad: true };
    if (stakes.refused && !stakes.refused.code) return { text: t('draft.lost'), bad: true };
    if (view.phase !== 'bets-open') return null;
    const [draft] = stakes.drafts;
    if (draft) {
      const area = stakes.area(draft);
      const isShort = stakes.wanted.get(draft) < area.minimum_cents;
      return {
        text: isShort
          ? t('draft.minimum', { label: area.label, sum: area.minimum_cents })
          : t('draft.total', { sum: layout.total_minimum_cents }),
        bad: true,
      };
    }
    const mains = layout.areas.filter((area) => area.row === 'main' && area.tone !== 'tie');
    const opposite = mains.length === 2 && mains.every((area) => stakes.wanted.get(area.wager));
    if (opposite && settings.warnOpposite) return { text: t('warn.opposite') };
    // If the cards hide the line of reasons, its text is shown here.
    return this.tabs.offsetParent
      ? { text: this.isNew(seat) ? this.hint(seat) : lastOf(seat), isLeast: true }
      : null;
  }

  /** Whether this patron has not played yet and has laid nothing down. */
  isNew(seat) {
    return !this.terminal.session?.rounds && !seat.stakes.wanted.size;
  }

  /** The first thing to do, and the next one. */
  hint(seat) {
    if (seat.stakes.wanted.size) return t('hint.placed');
    if (this.terminal.credit !== 0) return t('hint.bet');
    return t(this.terminal.isDemo ? 'hint.credit' : 'hint.cashier');
  }

  showReason(seat) {
    const { view } = seat;
    const reasons = view.reasons ?? [];
    const { hides } = this;
    const note = this.note(seat);
    const [past, now, clause] = this.reason.querySelectorAll('.past, .now, .clause');
    const isOpen = view.phase === 'bets-open';
    const shown = settings.reasons && !hides;
    const isAtLoss =
      isOpen && (this.isNew(seat) || (this.terminal.credit === 0 && !seat.stakes.wanted.size));
    const last = isOpen && !isAtLoss ? lastOf(seat) : '';
    setText(
      past,
      shown
        ? t('list.sentences', { items: reasons.slice(0, -1).map((reason) => say(reason.words)) })
        : '',
    );
    setText(
      now,
      hides
        ? t('reveal.hint')
        : reasons.length && shown
          ? say(reasons.at(-1).words)
          : note?.bad
            ? note.text
            : last || (isOpen ? this.hint(seat) : ''),
    );
    now.classList.toggle('bad', Boolean(note?.bad) && !hides && !(reasons.length && shown));
    setText(
      clause,
      shown ? list([...new Set(reasons.map((reason) => reason.clause))].slice(-2)) : '',
    );
    clause.hidden = !clause.textContent;
    setText(
      this.reason.querySelector('[data-act="reasons"]'),
      t(settings.reasons ? 'reason.hide' : 'reason.show'),
    );
    this.reason.querySelector('[data-act="reveal"]').hidden = !hides;
    this.reason.querySelector('[data-act="attendant"]').hidden =
      !view.stopped && (!view.hold || view.hold.is_offer);
  }

  showOffer(view) {
    const asks = Boolean(view.hold?.may_answer);
    this.offer.hidden = !asks;
    if (!asks) return;
    setText(this.offer.querySelector('.offer-words'), say(view.hold.words));
    setText(this.offer.querySelector('.clause'), view.hold.source);
    const { offered_cents: offered, bet_cents: bet } = view.own ?? {};
    const back = this.offer.querySelector('.offer-back');
    // Where all is offered the key says so itself.
    back.hidden = !offered || offered === bet;
    setText(back, back.hidden ? '' : t('offer.back', { back: offered, bet }));
  }

  /** The other tables of this terminal, each with its ring and its bet. */
  showOthers() {
    const { seats, active } = this.terminal;
    const rest = [...seats.values()].filter((seat) => seat.table !== active);
    const key = rest.map((seat) => seat.table).join();
    if (this.others.kept !== key) {
      this.others.kept = key;
      replaceChildren(
        this.others,
        ...rest.map((seat) => {
          const countdown = new Countdown();
          const node = h(
            'button',
            {
              type: 'button',
              class: 'other',
              'data-table': seat.table,
              on: { click: () => this.terminal.turnTo(seat.table) },
            },
            countdown.node,
            h('span', {}, h('b', {}, seat.layout.name), h('span', { class: 'how' })),
          );
          node.countdown = countdown;
          return node;
        }),
      );
    }
    rest.forEach((seat, i) => {
      const node = this.others.children[i];
      if (!seat.view) return;
      node.countdown.run(seat.view.timer ?? seat.view.paced, signOf(seat.view));
      const bet = [...seat.stakes.wanted.values()].reduce((sum, cents) => sum + cents, 0);
      setText(
        node.querySelector('.how'),
        bet ? t('meter.bet-sum', { sum: bet }) : say(phaseWords(seat.view)),
      );
    });
  }

  showLegal(seat) {
    const { layout, view } = seat;
    const mains = layout.areas.filter((area) => area.row === 'main' && area.tone !== 'tie');
    const low = Math.min(...mains.map((area) => area.minimum_cents));
    const high = Math.max(...mains.map((area) => area.maximum_cents));
    const set = (name, text) => {
      for (const node of this.root.querySelectorAll(`[data-value="${name}"]`)) setText(node, text);
    };
    set('table', layout.name);
    set('game', roundNumber(view.round));
    set('terminal', paired?.terminal ?? '');
    set('low', money(low));
    set('high', money(high));
    const [malfunction, totalMinimum] = (layout.notices ?? []).map(say);
    set('malfunction', malfunction ?? '');
    set('total-minimum', totalMinimum ?? '');
  }

  /** Says in words how the line to the server stands. */
  connection(state) {
    setAttribute(this.root, 'data-line', state);
    const banner = this.root.querySelector('.connection');
    const shown = !['connected', 'connecting'].includes(state);
    banner.hidden = !shown;
    setText(banner.querySelector('.connection-words'), shown ? t(`connection.${state}`) : '');
    banner.querySelector('[data-act="again_connect"]').hidden = !['stopped', 'left'].includes(
      state,
    );
    for (const node of this.root.querySelectorAll('.line-state'))
      setText(node, t(state === 'connected' ? 'connection.connected' : 'connection.short'));
  }

  toast(text, bad) {
    const node = this.root.querySelector('.toast');
    setText(node, text);
    node.hidden = false;
    node.classList.toggle('bad', bad);
    clearTimeout(this.toasted);
    this.toasted = setTimeout(() => (node.hidden = true), TOAST);
  }
}

/** How the last round of a seat's table ended. */
const lastOf = ({ lastOutcome: last }) =>
  last ? t('last.round', { number: last.round, outcome: last.outcome }) : '';
