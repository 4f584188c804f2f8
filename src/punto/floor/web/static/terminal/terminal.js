/** The terminal of a patron has seats at one or more tables, one connection and one screen. */

import { forget, once, pair, paired, unpair } from '../shared/http.js';
import './betting-areas.js';
import { collect, isMovingMoney, openCage } from '../shared/credit-dialog.js';
import { clock, minutesPlayed, sessionLine, tick } from '../shared/clock.js';
import { realityPrompt } from '../shared/session-limits.js';
import { isAnyOpen, keepDialogs, ticked } from '../shared/dialog.js';
import { setText } from '../shared/dom.js';
import './hands.js';
import { openAbout, openHelp } from './help.js';
import { listenToKeys } from './keyboard.js';
import './paytable.js';
import './phase-bar.js';
import { openReconnectSummary, remember } from './reconnect-summary.js';
import { showNow } from './card-reveal.js';
import { Screen } from './screen.js';
import { Seat } from './seat.js';
import { set, settings, show as showSettings } from '../shared/settings.js';
import './scoreboard-element.js';
import { ServerConnection } from '../shared/socket.js';
import { playOf, playSound } from '../shared/sound.js';
import { speak, speakInto, tell } from '../shared/live-region.js';
import './chip-tray.js';
import {
  choose,
  list,
  nextLanguage,
  readCatalogues,
  refusalText,
  say,
  t,
  translate,
  useCurrency,
} from '../shared/messages.js';

const IDLE_PROMPT = 5;
const IDLE_LEAVE = 10;

class Terminal {
  constructor() {
    /** @type {Map<string, Seat>} */
    this.seats = new Map();
    this.active = null;
    this.credit = null;
    this.session = null;
    this.memories = [];
    this.lastPrompt = Date.now();
  }

  get seat() {
    return this.seats.get(this.active);
  }

  /** Starts the page: words, pairing, layouts, line. */
  async start() {
    showSettings();
    await readCatalogues();
    choose(settings.language);
    speakInto(document.getElementById('live'));
    this.screen = new Screen(this);
    this.chipTray = this.screen.chipTray;
    translate();
    listenToKeys(this);
    this.listen();
    this.everySecond();
    setInterval(() => this.everySecond(), 1000);
    this.connection = new ServerConnection(() => ({
      type: 'hello',
      protocol: 1,
      terminal: paired.terminal,
      key: paired.key,
      tables: [...this.seats.keys()],
    }));
    for (const name of ['welcome', 'view', 'balance', 'notice', 'goodbye', 'state'])
      this.connection.addEventListener(name, (event) => this[`hear_${name}`](event.detail));
    for (const name of ['command-done', 'command-refused'])
      this.connection.addEventListener(name, () => this.draw());
    addEventListener('hashchange', () => this.openTables());
    await this.open();
  }

  /** Reaches the server for the first time; says so in words while it cannot. */
  async open() {
    try {
      await pair();
      await this.openTables();
    } catch (problem) {
      // An address of a table that this floor does not have leads to those it has.
      if (problem.status === 404) return location.replace('/');
      console.warn('the server was not reached', problem);
      this.screen.connection('never');
      setTimeout(() => this.open(), 2000);
      return;
    }
    this.connection.again();
  }

  /** Sits at the tables that the address names; without one, goes to the lobby. */
  async openTables() {
    const names = decodeURIComponent(location.hash.slice(1)).split(',').filter(Boolean);
    if (!names.length) return location.assign('/');
    const layouts = await Promise.all(
      names.map((name) => once(`tables/${encodeURIComponent(name)}/layout`)),
    );
    for (const name of this.seats.keys()) if (!names.includes(name)) this.seats.delete(name);
    names.forEach(
      (name, i) => this.seats.has(name) || this.seats.set(name, new Seat(name, layouts[i])),
    );
    if (this.connection?.state === 'connected')
      this.connection.put({ type: 'watch', tables: names });
    this.turnTo(names.includes(this.active) ? this.active : names[0]);
    return undefined;
  }

  /** Turns the screen to one of the tables. */
  turnTo(name) {
    this.active = name;
    this.screen.lay(this.seat.layout);
    useCurrency(this.seat.layout.currency);
    this.draw(true);
  }

  listen() {
    const { root } = this.screen;
    root.addEventListener('bet', (event) => this.bet(event.detail.wager));
    root.addEventListener(
      'lift',
      (event) => this.canBet && this.changed(() => this.seat.stakes.lift(event.detail.wager)),
    );
    root.addEventListener('about', (event) => openAbout(this.seat, event.detail.wager));
    root.addEventListener('act', (event) => this.act(event.detail));
    root.addEventListener('revealed', () => {
      this.draw();
      this.tellSession();
      this.tellOf(this.seat);
    });
  }

  hear_welcome(message) {
    const cameBack = this.session !== null;
    // Another visit is another patron, who finds nothing of the last one's.
    if (this.visit !== undefined && this.visit !== message.visit)
      for (const seat of this.seats.values()) seat.forget();
    Object.assign(this, {
      visit: message.visit,
      credit: message.credit_cents,
      session: message.session,
      software: message.software,
      isDemo: message.is_demo,
    });
    this.chipTray.nameCredit(this.isDemo);
    useCurrency(message.currency);
    this.screen.connection('connected');
    performance.mark('punto-usable');
    if (cameBack) this.comeBack();
    this.draw();
  }

  /** Waits for whole pictures and answers, then gives an account of the break. */
  comeBack() {
    const memories = this.memories;
    this.memories = [];
    const ready = () =>
      memories.every(
        ({ table }) => this.seats.get(table)?.seen && !this.seats.get(table).stakes.sent,
      );
    const wait = setInterval(() => {
      if (!ready()) return;
      clearInterval(wait);
      openReconnectSummary(this, memories);
    }, 150);
  }

  hear_view(view) {
    const seat = this.seats.get(view.table);
    if (!seat) return;
    const before = seat.view;
    const wasRefused = seat.stakes.refused;
    seat.seen = true;
    if (!seat.see(view)) return;
    if (view.credit_cents !== null && view.credit_cents !== undefined)
      this.credit = view.credit_cents;
    if (!view.own && !seat.sitting && view.phase !== 'closed') this.sit(seat);
    this.tellRemoved(seat, before, view);
    const { refused } = seat.stakes;
    if (refused && refused !== wasRefused && !refused.code)
      this.notice(
        seat.table === this.active
          ? t('draft.lost')
          : t('note.about', { about: seat.layout.name, text: t('draft.lost') }),
        true,
      );
    if (view.layout_version !== seat.layout.layout_version) this.layAnew(seat, view.layout_version);
    this.draw(!before && view.table === this.active);
    this.tellOf(seat);
    this.push(seat);
    if (before && before.round !== view.round) this.betweenRounds(seat);
  }

  /** The rules or limits of a table are others than those on the screen: reads them, once a change. */
  async layAnew(seat, version) {
    if (seat.awaited === version) return;
    seat.awaited = version;
    try {
      forget(seat.table);
      seat.lay(await once(`tables/${encodeURIComponent(seat.table)}/layout`));
    } catch (problem) {
      console.warn('the layout was not read', problem);
      return;
    } finally {
      seat.awaited = null;
    }
    this.notice(t('note.about', { about: seat.layout.name, text: t('cloth.new') }));
    if (seat.table === this.active) this.turnTo(seat.table);
  }

  /** Reads a picture out; what covered cards have brought waits, as on the screen, until they are turned. */
  tellOf(seat) {
    const { view, told = null } = seat;
    const isActive = seat.table === this.active;
    if (isActive && this.screen.hides) return;
    seat.told = view;
    if (!isActive) return;
    playOf(told, view);
    tell(told, view);
    keepDialogs(view);
  }

  betweenRounds(seat) {
    // A patron who plays at one table is not idle, even if another table is.
    const seats = [...this.seats.values()];
    const idle = Math.min(...seats.map((each) => each.idleRounds));
    if (idle === IDLE_PROMPT && seat.idleRounds === idle)
      this.notice(t('idle.prompt', { rounds: IDLE_LEAVE - IDLE_PROMPT }));
    if (idle >= IDLE_LEAVE && !seats.some((each) => each.hasOpenWager) && !isAnyOpen())
      this.leave();
    const due = settings.prompt > 0 && Date.now() - this.lastPrompt > settings.prompt * 60000;
    if (due && !isAnyOpen() && minutesPlayed(this.session) > 0) {
      this.lastPrompt = Date.now();
      realityPrompt(this);
    }
  }

  async sit(seat) {
    seat.sitting = true;
    const answer = await this.connection.ask({ type: 'sit', table: seat.table });
    seat.unseated = answer.ok ? null : this.refusalText(answer);
    if (!answer.ok) {
      seat.note = { text: seat.unseated, bad: true };
      setTimeout(() => (seat.sitting = false), 5000);
    } else seat.sitting = false;
    this.draw();
  }

  hear_balance(message) {
    this.credit = message.credit_cents;
    Object.assign(this.session ?? {}, {
      net_cents: message.net_cents,
      rounds: message.rounds,
      commission_cents: message.commission_cents,
      since: message.since,
    });
    this.tellSession();
    this.draw();
  }

  hear_notice(message) {
    this.notice(say(message.words), message.level === 'warn');
  }

  hear_goodbye(message) {
    this.notice(say(message.words), true);
  }

  hear_state(state) {
    if (state === 'lost' && !this.memories.length) {
      this.memories = [...this.seats.values()].map(remember);
      speak(t('connection.lost'));
    }
    if (state !== 'connected')
      for (const seat of this.seats.values()) Object.assign(seat, { seen: false, sitting: false });
    this.screen.connection(state);
    this.draw();
    if (state === 'unknown') this.pairAnew();
    if (state === 'updating') setTimeout(() => location.reload(), 5000);
  }

  /** A house with new books does not know this terminal: it is paired as a new one. */
  async pairAnew() {
    unpair();
    await this.open();
  }

  /** Whether wagers may be changed now. */
  get canBet() {
    return (
      this.connection.state === 'connected' &&
      this.seat?.view?.phase === 'bets-open' &&
      !this.seat.view.stopped &&
      Boolean(this.seat.view.own)
    );
  }

  /** Why wagers cannot be changed now. */
  get whyNot() {
    if (this.connection.state !== 'connected') return t('connection.lost');
    if (this.seat.view?.stopped) return say(this.seat.view.stopped);
    return this.seat.view?.phase === 'bets-open'
      ? (this.seat.unseated ?? t('seat.none'))
      : t('bets.closed');
  }

  get canCollect() {
    return (
      this.connection.state === 'connected' &&
      (this.credit ?? 0) > 0 &&
      !isMovingMoney(this.connection) &&
      ![...this.seats.values()].some((seat) => seat.hasOpenWager)
    );
  }

  bet(wager) {
    if (!this.canBet) return this.notice(this.whyNot);
    if (!this.credit && !this.seat.stakes.accepted.size) return openCage(this);
    playSound('chip');
    return this.changed(() => this.seat.stakes.add(wager, this.chipTray.picked));
  }

  /** Presses a key by name. */
  act(name) {
    const { stakes } = this.seat;
    const bets = {
      undo: () => stakes.steps.length && stakes.undo(),
      double: () => stakes.double(),
      clear: () => stakes.clear(),
      again: () => stakes.last.size && stakes.again(),
    };
    if (bets[name]) return this.canBet && this.changed(bets[name]);
    const acts = {
      cage: () => openCage(this),
      help: () => openHelp(this),
      rounds: () => openHelp(this, 'rounds'),
      session: () => openHelp(this, 'session'),
      odds: () => openHelp(this, 'odds'),
      collect: () => this.canCollect && collect(this),
      swap: () => this.screen.swap(),
      language: () => this.speakLanguage(nextLanguage()),
      reasons: () => set('reasons', !settings.reasons),
      tables: () => this.leave(),
      more: () => location.assign(`/#with=${[...this.seats.keys()].join()}`),
      attendant: () => this.callAttendant(),
      again_connect: () => this.connection.again(),
      reveal: () => showNow(this.screen.root),
      withdraw: () => this.answer(true),
      stay: () => this.answer(false),
      expose_cards: () => this.handle('expose-cards'),
      refuse_cards: () => this.handle('refuse-cards'),
      mute: () => set('mute', !settings.mute),
    };
    acts[name]?.();
    return this.draw();
  }

  changed(change) {
    change();
    this.seat.note = null;
    this.draw();
    this.push(this.seat);
  }

  /** Sends the seat's whole set, one at a time. */
  async push(seat) {
    if (this.connection.state !== 'connected' || !seat.view?.own) return;
    const stakes = seat.stakes.next();
    if (!stakes) return;
    const asked = this.connection.ask({
      type: 'place-wagers',
      table: seat.table,
      round: seat.view.round,
      after: seat.stakes.set,
      stakes,
    });
    seat.stakes.went([...this.connection.open.keys()].at(-1), stakes);
    this.draw();
    const answer = await asked;
    if (answer.ok) {
      seat.stakes.accept(answer);
      playSound('accepted');
    } else {
      seat.stakes.refuse(answer);
      const about = list(seat.stakes.refusedAreas.map((area) => say(area.label)));
      const text = this.refusalText(answer);
      seat.note = { text: about ? t('note.about', { about, text }) : text, bad: true };
      speak(seat.note.text);
      playSound('refused');
    }
    this.draw();
    this.push(seat);
  }

  /** Goes to the lobby; a seat without an open wager is given back. */
  leave() {
    for (const seat of this.seats.values())
      if (seat.view?.own && !seat.hasOpenWager)
        this.connection.ask({ type: 'leave', table: seat.table });
    setTimeout(() => location.assign('/'), 80);
  }

  /** Reports at once that staff removed a stake, because the patron pressed no key for it. */
  tellRemoved(seat, before, view) {
    const removed = (each) =>
      (each?.own?.settled ?? []).filter(({ result }) => result === 'removed');
    const now = removed(view);
    if (before?.round !== view.round || now.length <= removed(before).length) return;
    const last = now.at(-1);
    seat.note = {
      text: t('note.about', {
        about: t('stake.of', { area: last.label, sum: last.stake_cents }),
        text: this.refusalText(last),
      }),
      bad: true,
    };
    speak(seat.note.text);
  }

  /** Answers an offer; where single wagers may be withdrawn, the patron says which. */
  async answer(withdraws) {
    if (this.connection.isAsking('answer-withdrawal')) return;
    const { view } = this.seat;
    const own = view.own?.stakes ?? [];
    const picks = withdraws && view.hold?.is_any && own.length > 1;
    const some = picks
      ? await ticked(
          'withdraw',
          own.map((each) => [
            t('stake.of', {
              area: this.seat.stakes.area(each.wager)?.label ?? each.wager,
              sum: each.cents,
            }),
            each,
          ]),
          'withdraw.these',
        )
      : own;
    if (picks && !some.length) return;
    const asked = { type: 'answer-withdrawal', table: this.active, withdraws };
    const answer = await this.connection.ask(
      withdraws && some.length < own.length ? { ...asked, stakes: some } : asked,
    );
    this.notice(
      answer.ok ? t(withdraws ? 'offer.withdrawn' : 'offer.stayed') : this.refusalText(answer),
      !answer.ok,
    );
  }

  /** Turns up the cards in hand for the whole table, or will not have them. */
  async handle(type) {
    const squeeze = this.seat.view.own?.squeeze;
    if (!squeeze) return;
    const answer = await this.connection.ask({ type, table: this.active, side: squeeze.side });
    if (!answer.ok) this.notice(this.refusalText(answer), true);
  }

  async callAttendant() {
    const answer = await this.connection.ask({
      type: 'call-attendant',
      table: this.active,
      reason: 'attendant',
      round: null,
    });
    this.notice(answer.ok ? t('attendant.called') : this.refusalText(answer), !answer.ok);
  }

  /** The name of a table. */
  nameOf(table) {
    return this.seats.get(table)?.layout.name ?? table;
  }

  refusalText(answer) {
    return refusalText(answer);
  }

  /** A line of words that stands for a while and is read out. */
  notice(text, bad = false) {
    this.screen.toast(text, bad);
    speak(text);
  }

  speakLanguage(name) {
    set('language', name);
    choose(name);
    translate();
    this.screen.lay(this.seat.layout);
    this.screen.connection(this.connection.state);
    this.everySecond();
    this.draw(true);
  }

  everySecond() {
    const node = document.getElementById('clock');
    setText(node, clock());
    tick(node);
    this.tellSession();
  }

  tellSession() {
    if (this.session && !this.screen.hides)
      setText(document.getElementById('care'), sessionLine(this.session));
  }

  /** Draws the table in use; then tells the server what was painted, at every table. */
  draw(still = false) {
    if (!this.seat?.view) return this.screen.waiting();
    this.screen.show(this.seat, { still });
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        for (const seat of this.seats.values()) {
          const painted = this.connection.state === 'connected' && seat.acknowledgement();
          if (painted) this.connection.put(painted);
        }
      }),
    );
    return undefined;
  }
}

const terminal = new Terminal();
// For tests and for the curious: what this screen shows, as values.
globalThis.punto = { terminal };
terminal.start();
