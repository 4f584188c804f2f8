/** The public display of one table: no patron's money, no names, readable at five metres. */

import { read } from '../shared/http.js';
import { cardFace, printedSeven } from '../shared/cards.js';
import { clock } from '../shared/clock.js';
import { h, replaceChildren, replaceChildrenOnce, setAttribute, setText } from '../shared/dom.js';
import {
  closingText,
  phaseWords,
  plannedChangeText,
  roundOfShoe,
  signOf,
} from '../shared/phase.js';
import { Countdown } from '../shared/countdown.js';
import '../shared/scoreboard.js';
import { show as showSettings } from '../shared/settings.js';
import { ServerConnection } from '../shared/socket.js';
import { speakInto, tell } from '../shared/live-region.js';
import {
  choose,
  emptyBilingual,
  inLanguage,
  readCatalogues,
  say,
  t,
  translate,
  useCurrency,
  writeBilingual,
} from '../shared/messages.js';

const one = (id) => document.getElementById(id);
const SIDES = ['player', 'banker'];
const MAINS = ['player', 'banker', 'tie'];
const rank = (area) => (area.row === 'main' ? MAINS.indexOf(area.tone) : MAINS.length);
const whole = (cents) =>
  new Intl.NumberFormat('en-SG', { maximumFractionDigits: 2 }).format(cents / 100);

class Display {
  constructor() {
    this.table = decodeURIComponent(location.pathname.split('/')[2] ?? '');
    this.countdown = new Countdown();
    this.last = null;
  }

  async start() {
    showSettings();
    choose(new URLSearchParams(location.search).get('language') ?? 'en');
    await readCatalogues('state');
    translate();
    speakInto(one('live'));
    one('ring').append(this.countdown.node);
    setText(one('clock'), clock());
    setInterval(() => setText(one('clock'), clock()), 500);
    await this.layTable();
    this.connection = new ServerConnection(
      () => ({
        type: 'hello',
        protocol: 1,
        terminal: '',
        key: '',
        tables: [this.table],
        is_display: true,
      }),
      { keepsTrying: true },
    );
    this.connection.addEventListener('view', ({ detail }) => this.see(detail));
    this.connection.addEventListener('state', ({ detail }) => this.state(detail));
    this.connection.connect();
  }

  /** Reads the layout, and again until the server is reached. */
  async layTable() {
    for (;;) {
      try {
        this.layout = await read(`tables/${encodeURIComponent(this.table)}/layout`);
        break;
      } catch {
        this.state('never');
        await new Promise((done) => setTimeout(done, 2000));
      }
    }
    const { layout } = this;
    useCurrency(layout.currency);
    document.title = `${layout.name} | Punto`;
    setText(one('name'), layout.name);
    writeBilingual(one('title'), layout.title);
    one('title').classList.toggle('long', layout.title.en.length > 24);
    for (const side of SIDES) writeBilingual(one(`${side}-name`), layout.hands[side]);
    setText(one('currency'), `${layout.currency} ${t('lobby.limits')}`);
    this.rows = [...layout.areas]
      .sort((a, b) => rank(a) - rank(b))
      .map((area) => ({
        area,
        name: h(
          'dt',
          { class: `tone-${area.tone} caps${area.label.en.length > 13 ? ' long' : ''}` },
          say(area.label),
        ),
        value: h('dd'),
        limits: `${whole(area.minimum_cents)} – ${whole(area.maximum_cents)}`,
      }));
    replaceChildren(one('limits'), ...this.rows.flatMap(({ name, value }) => [name, value]));
    setAttribute(one('limits'), 'data-many', layout.areas.length > 6 ? 'true' : null);
    setText(one('rules'), t('display.rules', layout));
  }

  /** Lays the table anew, once a change, when its rules or limits are others than those shown. */
  async layAnew(version) {
    if (this.awaited === version) return;
    this.awaited = version;
    await this.layTable();
    this.awaited = null;
    this.see(this.view);
  }

  state(state) {
    // Named, so that a change of language writes it again.
    setAttribute(
      one('state'),
      'data-word',
      state === 'connected' ? 'connection.connected' : 'connection.short',
    );
    setText(one('state'), t(one('state').dataset.word));
    setAttribute(one('state'), 'data-line', state);
    // Old figures must not pass for new ones.
    one('display').classList.toggle('stale', state !== 'connected');
    if (state === 'updating') setTimeout(() => location.reload(), 5000);
  }

  see(view) {
    const before = this.view;
    // The same picture sent whole once more: what was told of it did not fit, so that nothing drawn is kept.
    if (view.roads && view.version === before?.version)
      for (const side of SIDES) one(`${side}-cards`).drawnAs = null;
    view.roads ??= before?.roads ?? null;
    this.view = view;
    if (view.layout_version !== this.layout.layout_version) this.layAnew(view.layout_version);
    tell(before, view);
    // A result that was put right since is not shown any longer; a new shoe leaves it.
    if (
      this.last &&
      view.roads?.revision !== this.last.roads?.revision &&
      view.shoe?.key === this.last.shoe?.key
    )
      this.last = null;
    if (view.phase === 'settled' || view.phase === 'void') this.last = view;
    setAttribute(one('display'), 'data-phase', view.phase);
    writeBilingual(
      one('phase'),
      view.phase === 'settled' && !view.hold && !view.stopped ? view.phrase : phaseWords(view),
    );
    const closing = closingText(view) ?? plannedChangeText(this.layout);
    one('closing').hidden = !closing;
    if (closing) writeBilingual(one('closing'), closing);
    this.countdown.run(view.hold?.timer ?? view.timer ?? view.paced, signOf(view));
    const isOpen = ['bets-open', 'bets-closed', 'idle'].includes(view.phase);
    this.showResult(isOpen && this.last ? this.last : view, isOpen && this.last !== null);
    setText(
      one('round'),
      t('display.shoe', { number: view.shoe?.number ?? '–', round: roundOfShoe(view) }),
    );
    setText(
      one('shoe'),
      view.shoe
        ? t('display.cards', { out: view.shoe.cards_out, cards: view.shoe.cards })
        : t('shoe.none'),
    );
    this.showCounters(view.counters);
    one('scoreboard').show(view, this.layout);
    requestAnimationFrame(() => requestAnimationFrame(() => this.report(view)));
  }

  /** Tells the server what is to be seen, as read from the page and not from what it sent. */
  report({ version }) {
    const faces = (side) =>
      [...one(`${side}-cards`).querySelectorAll('.card:not(.printed)')].map(
        (card) => card.dataset.card ?? '?',
      );
    this.connection.put({
      type: 'display-report',
      table: this.table,
      version,
      round: Number(one('result').dataset.round),
      player: faces('player'),
      banker: faces('banker'),
      result: one('result').dataset.winner ?? null,
      roads: one('scoreboard').revision ?? 0,
    });
  }

  showResult(view, isLast) {
    setAttribute(one('result'), 'data-round', view.round);
    setAttribute(
      one('result'),
      'data-winner',
      view.phase === 'void' ? 'void' : view.phase === 'settled' ? view.winner : null,
    );
    writeBilingual(
      one('outcome'),
      view.phase === 'settled' || view.phase === 'void'
        ? phaseWords(view)
        : { en: '\u00a0', zh: '' },
    );
    setText(
      one('last'),
      isLast
        ? `${t('display.last')} #${view.round}`
        : view.phase === 'settled' || view.phase === 'void'
          ? `#${view.round}`
          : '',
    );
    this.showPaid(view);
    for (const side of SIDES) {
      const { cards, total } = view.hands[side];
      setText(one(`${side}-total`), cards.length && total !== null ? String(total) : '');
      one(`${side}-total`).parentElement.classList.toggle(
        'won',
        view.winner === (side === 'player' ? 'P' : 'B') || view.winner === 'T',
      );
      replaceChildrenOnce(one(`${side}-cards`), `${cards} ${view.round}`, () => {
        const faces = cards.map((code) => cardFace(code, { large: true }));
        if (this.layout.permanent_seven && side === 'player') faces.unshift(printedSeven());
        return h(
          'span',
          { class: 'faces' },
          ...faces.map((face) => h('span', { class: 'face' }, face)),
        );
      });
    }
  }

  /** In the list of wagers, those beside the result that it pays: each has its place, however many there are. */
  showPaid(view) {
    const paid = new Map(
      view.phase === 'settled' ? view.paid.map((each) => [each.wager, each.line]) : [],
    );
    for (const { area, name, value, limits } of this.rows) {
      const line = area.lines.find((each) => each.line === paid.get(area.wager));
      const [figure, unit] = line ? line.pays.split(' : ') : [];
      setText(value, line ? t('display.pays', { figure, unit }) : limits);
      for (const node of [name, value]) node.classList.toggle('paid', Boolean(line));
    }
  }

  showCounters(counters) {
    const box = one('counters');
    const key = counters.map((each) => each.key).join();
    setAttribute(
      box,
      'data-long',
      counters.some((each) => inLanguage(each.label, 'en').length > 14) ? 'true' : null,
    );
    if (box.kept !== key) {
      box.kept = key;
      replaceChildren(
        box,
        ...counters.map((each) => {
          const name = emptyBilingual({ class: 'caps' });
          writeBilingual(name, each.label);
          const tone = each.key.startsWith('banker')
            ? 'banker'
            : each.key.startsWith('player')
              ? 'player'
              : each.key === 'tie'
                ? 'tie'
                : each.key === 'natural'
                  ? 'plain'
                  : 'side';
          return h('div', { class: `counter tone-${tone}` }, name, h('b'));
        }),
      );
    }
    counters.forEach((each, i) => setText(box.children[i].lastChild, String(each.count)));
  }
}

const display = new Display();
globalThis.punto = { display };
display.start();
