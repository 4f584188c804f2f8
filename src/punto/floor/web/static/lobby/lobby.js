/** The lobby: every table with its game, phase, last results and limits. */

import { pair as pairTerminal, paired, read, unpair } from '../shared/http.js';
import { collect, isMovingMoney, openCage } from '../shared/credit-dialog.js';
import { clock } from '../shared/clock.js';
import { sessionLine } from '../shared/session-limits.js';
import { h, replaceChildren, replaceChildrenOnce, setAttribute, setText } from '../shared/dom.js';
import { openFirstHelp } from './help.js';
import { Countdown, stamp } from '../shared/countdown.js';
import { bigRoad, fitColumns } from '../shared/roads.js';
import { set, settings, show as showSettings } from '../shared/settings.js';
import { ServerConnection } from '../shared/socket.js';
import { speak, speakInto } from '../shared/live-region.js';
import {
  choose,
  emptyBilingual,
  language,
  money,
  range,
  readCatalogues,
  refusalMessage,
  say,
  t,
  translate,
  useCurrency,
  word,
  writeBilingual,
} from '../shared/messages.js';

const EVERY = 2000;
const FILTERS = ['all', 'electronic', 'live'];
const LETTERS = { en: { B: 'B', P: 'P', T: 'T' }, zh: { B: '庄', P: '闲', T: '和' } };
const LAST = 10;
/** As many tables as one line may watch. */
const MAX_TABLES = 16;
const SIGNS = { 'bets-closed': 'lock', dealing: 'cards', complete: 'cards' };

class Lobby {
  constructor() {
    this.cards = new Map();
    this.own = new Map();
    /** Tables whose seat is being given back. */
    this.leaving = new Set();
    this.filter = 'all';
    this.credit = null;
  }

  async start() {
    showSettings();
    choose(settings.language);
    await readCatalogues('state');
    speakInto(document.getElementById('live'));
    translate();
    this.makeHeader();
    this.connection = new ServerConnection(
      () => ({
        type: 'hello',
        protocol: 1,
        terminal: paired.terminal,
        key: paired.key,
        tables: (this.tables ?? []).slice(0, MAX_TABLES).map((each) => each.table),
      }),
      { keepsTrying: true },
    );
    this.connection.addEventListener('welcome', ({ detail }) => this.welcome(detail));
    this.connection.addEventListener('view', ({ detail }) => this.see(detail));
    this.connection.addEventListener('balance', ({ detail }) => this.money(detail));
    for (const name of ['command-done', 'command-refused'])
      this.connection.addEventListener(name, () => this.showMoney());
    this.connection.addEventListener('state', ({ detail }) => this.state(detail));
    setInterval(() => this.refresh(), EVERY);
    setInterval(() => this.everySecond(), 1000);
    await this.refresh();
    this.everySecond();
    this.open();
  }

  /** Pairs this browser as a terminal and connects it. */
  open() {
    pairTerminal().then(
      () => this.connection.again(),
      () => {
        this.state('never');
        setTimeout(() => this.open(), EVERY);
      },
    );
  }

  makeHeader() {
    const filter = document.querySelector('.filter');
    replaceChildren(
      filter,
      ...FILTERS.map((name) =>
        h(
          'button',
          {
            type: 'button',
            'data-filter': name,
            'aria-pressed': String(name === this.filter),
            on: { click: () => this.choose(name) },
          },
          word(`lobby.${name}`),
          ' ',
          h('b'),
        ),
      ),
    );
    for (const key of document.querySelectorAll('[data-language]'))
      key.addEventListener('click', () => this.speakLanguage(key.dataset.language));
    this.markLanguage();
    document.getElementById('cage').addEventListener('click', () => openCage(this));
    document.getElementById('again').addEventListener('click', () => this.connection.again());
    document.getElementById('help').addEventListener('click', () => openFirstHelp(this));
    document
      .getElementById('collect')
      .addEventListener('click', () => this.canCollect && collect(this));
  }

  get canCollect() {
    return (
      this.connection.state === 'connected' &&
      (this.credit ?? 0) > 0 &&
      !isMovingMoney(this.connection)
    );
  }

  choose(name) {
    this.filter = name;
    for (const key of document.querySelectorAll('[data-filter]'))
      setAttribute(key, 'aria-pressed', String(key.dataset.filter === name));
    this.draw();
  }

  speakLanguage(name) {
    set('language', name);
    choose(name);
    translate();
    this.markLanguage();
    this.draw();
  }

  markLanguage() {
    for (const key of document.querySelectorAll('[data-language]'))
      setAttribute(key, 'aria-pressed', String(key.dataset.language === language()));
  }

  welcome(message) {
    this.session = message.session;
    this.software = message.software;
    this.credit = message.credit_cents;
    this.isDemo = message.is_demo;
    this.name('money', this.isDemo ? 'meter.demo' : 'meter.credit');
    this.name('welcome', this.isDemo ? 'lobby.welcome' : 'lobby.cashier');
    useCurrency(message.currency);
    setText(document.getElementById('terminal'), message.terminal);
    this.showMoney();
  }

  /** A table has changed: its card follows at once, with this terminal's own wagers on it. */
  see(view) {
    const table = this.tables?.find((each) => each.table === view.table);
    if (!table) return;
    const own = (view.own?.stakes ?? []).reduce((sum, stake) => sum + stake.cents, 0);
    Object.assign(table, {
      phase: view.phase,
      timer: view.timer,
      phrase: view.stopped || (view.phase === 'settled' && view.outcome) || view.phrase,
      roads: view.roads ?? table.roads,
      shoe: view.shoe ?? table.shoe,
      taken: view.occupied_seats.length,
    });
    this.own.set(view.table, own);
    if (view.own && !view.own.stakes?.length && !already().includes(view.table))
      this.giveBack(view.table);
    this.cards.get(view.table)?.show(table, own);
    this.showMoney();
  }

  /** Gives a seat back that this patron has left, once nothing is staked there any longer. */
  async giveBack(table) {
    if (this.leaving.has(table)) return;
    this.leaving.add(table);
    await this.connection.ask({ type: 'leave', table });
    this.leaving.delete(table);
  }

  money(message) {
    this.credit = message.credit_cents;
    Object.assign(this.session ?? {}, {
      net_cents: message.net_cents,
      rounds: message.rounds,
      commission_cents: message.commission_cents,
      since: message.since,
    });
    this.showMoney();
  }

  showMoney() {
    setText(document.getElementById('credit'), this.credit === null ? '–' : money(this.credit));
    const bet = [...this.own.values()].reduce((sum, cents) => sum + cents, 0);
    setText(document.getElementById('bet'), money(bet));
    document.getElementById('bet').parentElement.hidden = !bet;
    document.getElementById('cage').classList.toggle('main', this.credit === 0 && !bet);
    document.getElementById('welcome').hidden =
      Boolean(this.session?.rounds || this.credit || bet) || already().length > 0;
    setAttribute(
      document.getElementById('collect'),
      'aria-disabled',
      this.canCollect ? null : 'true',
    );
    setAttribute(
      document.getElementById('cage'),
      'aria-disabled',
      this.connection.state === 'connected' ? null : 'true',
    );
    this.everySecond();
  }

  /** Writes a word of the catalogue, which a change of language writes again. */
  name(id, key) {
    const node = document.getElementById(id);
    setAttribute(node, 'data-word', key);
    setText(node, t(key));
    return node;
  }

  state(state) {
    setAttribute(
      this.name('state', state === 'connected' ? 'connection.connected' : 'connection.short'),
      'data-line',
      state,
    );
    document.getElementById('again').hidden = state !== 'left';
    if (state === 'updating') setTimeout(() => location.reload(), 5000);
    this.showMoney();
    if (state === 'unknown') {
      unpair();
      this.open();
    }
  }

  everySecond() {
    setText(document.getElementById('clock'), clock());
    if (this.session) setText(document.getElementById('care'), sessionLine(this.session));
  }

  /** What a table is called. */
  nameOf(table) {
    return this.tables?.find((each) => each.table === table)?.name ?? table;
  }

  refusalText(answer) {
    return `${say(refusalMessage(answer))}${answer.clause ? ` (${answer.clause})` : ''}`;
  }

  notice(text) {
    speak(text);
    setText(document.getElementById('care'), text);
  }

  async refresh() {
    try {
      const before = new Map((this.tables ?? []).map((each) => [each.table, each]));
      this.tables = (await read('lobby')).tables.map((table) => ({
        ...stamp(table),
        phrase: samePhrase(before.get(table.table), table),
      }));
      this.draw();
      if (
        document.getElementById('state').dataset.line === 'lost' &&
        this.connection.state === 'connected'
      )
        this.state('connected');
    } catch {
      this.state('lost');
    }
  }

  draw() {
    const of = (name) =>
      (this.tables ?? []).filter(
        (each) => name === 'all' || (name === 'live') === (each.mode === 'table'),
      );
    for (const key of document.querySelectorAll('[data-filter]'))
      setText(key.lastChild, String(of(key.dataset.filter).length));
    const shown = of(this.filter).filter((each) => !already().includes(each.table));
    document.getElementById('second').hidden = !already().length;
    const box = document.getElementById('tables');
    for (const table of shown)
      if (!this.cards.has(table.table)) this.cards.set(table.table, new TableCard(table));
    const key = shown.map((each) => each.table).join();
    if (box.kept !== key) {
      box.kept = key;
      replaceChildren(box, ...shown.map((each) => this.cards.get(each.table).node));
    }
    for (const table of shown)
      this.cards.get(table.table).show(table, this.own.get(table.table) ?? 0);
  }
}

/** The words of the clause, which only pictures carry, for as long as the phase lasts. */
const samePhrase = (before, table) => (before?.phase === table.phase ? before.phrase : undefined);

/** The tables that the patron sits at already and wants to keep. */
const already = () =>
  location.hash.startsWith('#with=')
    ? decodeURIComponent(location.hash.slice(6)).split(',').filter(Boolean)
    : [];

/** One table of the lobby; the whole card leads to it. */
class TableCard {
  constructor(table) {
    this.countdown = new Countdown();
    this.title = emptyBilingual({ class: 'title' });
    this.where = h('em');
    this.words = emptyBilingual({ class: 'card-phase caps' });
    this.road = h('div', { class: 'road' });
    this.beads = h('div', { class: 'last-beads' });
    this.counts = h('span', { class: 'tally' });
    this.shoe = h('span', { class: 'how' });
    this.used = h('span');
    this.limits = h('b');
    this.seats = h('b');
    this.node = h(
      'a',
      {
        class: 'table-card',
        href: `/play#${[...already(), table.table].join()}`,
        'data-table': table.table,
      },
      h('div', { class: 'card-head' }, this.title, this.where),
      h(
        'div',
        { class: 'card-state' },
        h('span', { class: 'card-ring' }, this.countdown.node),
        this.words,
      ),
      h(
        'div',
        { class: 'scoreboard mini' },
        this.road,
        this.beads,
        h('div', { class: 'mini-foot' }, this.counts, this.shoe),
      ),
      h('div', { class: 'bar', 'aria-hidden': 'true' }, this.used),
      h('div', { class: 'card-line' }, word('lobby.limits', 'span', { class: 'how' }), this.limits),
      h('div', { class: 'card-line' }, word('lobby.seats', 'span', { class: 'how' }), this.seats),
      (this.mine = h('div', { class: 'card-mine', hidden: true }, word('lobby.mine'), h('b'))),
    );
  }

  show(table, own) {
    this.mine.hidden = !own;
    setText(this.mine.lastChild, money(own));
    this.node.classList.toggle('my-table', own > 0);
    writeBilingual(this.title, table.title);
    setText(this.where, table.name);
    writeBilingual(this.words, table.phrase ?? table.phase_words);
    setAttribute(this.node, 'data-phase', table.phase);
    const beads = table.roads?.bead ?? [];
    const side = table.phase === 'settled' ? beads.at(-1)?.result : null;
    this.countdown.run(
      table.timer,
      SIGNS[table.phase] ?? 'shoe',
      side ? { side, text: LETTERS[language()][side] } : null,
    );
    replaceChildrenOnce(
      this.road,
      `${table.roads?.revision} ${beads.length} ${language()} ${this.road.clientWidth}`,
      () => bigRoad(table.roads, { columns: fitColumns(this.road, 12), latest: false }),
    );
    replaceChildrenOnce(this.beads, `${beads.length} ${table.shoe?.number} ${language()}`, () =>
      this.lastBeads(beads),
    );
    const tally = { B: 0, P: 0, T: 0 };
    for (const bead of beads) tally[bead.result] += 1;
    replaceChildrenOnce(this.counts, JSON.stringify(tally) + language(), () =>
      h(
        'span',
        {},
        ...['B', 'P', 'T'].map((side) =>
          h('b', { class: side }, `${LETTERS[language()][side]} ${tally[side]} `),
        ),
      ),
    );
    setText(
      this.shoe,
      table.shoe
        ? t('lobby.shoe', { number: table.shoe.number, rounds: beads.length })
        : t('shoe.none'),
    );
    this.used.style.width = table.shoe
      ? `${(100 * table.shoe.cards_out) / table.shoe.cards}%`
      : '0';
    setText(this.limits, range(table.limits.minimum_cents, table.limits.maximum_cents));
    setText(this.seats, t('lobby.of', { taken: table.taken, seats: table.seats }));
  }

  lastBeads(beads) {
    if (!beads.length) return h('span', { class: 'none' }, t('lobby.no-rounds'));
    return h(
      'span',
      { class: 'beads-row' },
      ...beads
        .slice(-LAST)
        .map((bead) =>
          h('span', { class: `small-bead ${bead.result}` }, LETTERS[language()][bead.result]),
        ),
    );
  }
}

const lobby = new Lobby();
globalThis.punto = { lobby };
lobby.start();
