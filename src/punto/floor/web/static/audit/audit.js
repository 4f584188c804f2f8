/** The audit desk shows the chain, the journal, a round as each screen showed it, and the exports. */

import { Chain } from './chain.js';
import { h, replaceChildren } from '../shared/dom.js';
import { button, openDialog, startStaffPage } from '../staff/frame.js';
import { EntryList } from './entry-list.js';
import { Proofs } from './proofs.js';
import { Replay } from './replay.js';
import { speak } from '../shared/live-region.js';
import { get, post } from '../staff/client.js';
import { say, t } from '../shared/messages.js';

const POLL = 600;

class AuditDesk {
  constructor(frame) {
    this.frame = frame;
    this.table = null;
    this.round = null;
    this.shown = null;
    this.chosen = 0;
    this.chain = new Chain(() => this.check());
    this.entryList = new EntryList(this);
    this.replay = new Replay(this);
    this.proofs = new Proofs(this);
    replaceChildren(
      frame.main,
      frame.main.querySelector('h1'),
      this.chain.node,
      h('div', { class: 'three' }, this.entryList.node, this.replay.node, this.proofs.node),
    );
    frame.keys([
      {
        key: 'ArrowUp',
        label: t('audit.key.entry-before'),
        run: () => this.walk(-1),
        hidden: true,
      },
      { key: 'ArrowDown', label: t('audit.key.entry'), run: () => this.walk(1) },
      {
        key: 'ArrowLeft',
        label: t('audit.key.step-before'),
        run: () => this.walk(-1),
        hidden: true,
      },
      { key: 'ArrowRight', label: t('audit.key.step'), run: () => this.walk(1) },
      { key: '/', label: t('audit.key.find'), run: () => this.entryList.find.focus() },
      { key: 'g', label: t('audit.key.round'), run: () => this.askRound() },
      { key: 's', label: t('audit.key.search'), run: () => this.entryList.askSearch() },
      { key: 'v', label: t('audit.key.screens'), run: () => this.replay.turn() },
      { key: 'h', label: t('audit.key.chain'), run: () => this.check() },
      { key: 'c', label: t('audit.key.checkpoints'), run: () => this.chain.list() },
      { key: 'e', label: t('audit.key.export'), run: () => this.proofs.export() },
    ]);
    frame.cell('read-only', t('audit.read-only'), t('audit.journalled'), {
      late: true,
      class: 'quiet',
    });
  }

  async start() {
    await this.overview();
    this.entryList.tables(this.tables);
    const wanted = new URLSearchParams(location.search);
    const table = this.tables.find((each) => each.table === wanted.get('table')) ?? this.tables[0];
    if (wanted.get('round')) await this.open(table.table, Number(wanted.get('round')));
    else await this.newest(table.table);
    setInterval(() => this.overview(), 10000);
  }

  async overview() {
    const told = await get('audit/overview');
    this.frame.line(told.code === 'no-link' ? 'lost' : 'connected');
    if (!told.ok) return;
    this.tables = told.tables;
    this.told = told;
    this.frame.seen(told.at);
    this.chain.show(told);
    this.cells();
    if (told.verification.running) this.follow();
  }

  cells() {
    const table = this.tables.find((each) => each.table === this.table);
    this.frame.cell('name', '', t('audit.journal'), { class: 'name' });
    this.frame.cell('stream', t('audit.stream'), table ? table.name : t('audit.all-streams'));
    this.frame.cell(
      'software',
      t('audit.software'),
      h(
        'span',
        { class: 'mono' },
        `${this.told.software.slice(0, 8)} · ${(this.shown?.digest ?? table?.digest ?? '').slice(0, 8)}`,
      ),
    );
  }

  /** Opens the newest round of a table that is over. */
  async newest(table) {
    const told = await get(`audit/tables/${encodeURIComponent(table)}/rounds`);
    const last = told.rounds?.[0];
    if (last) await this.open(table, last.round);
    else this.replay.empty(t('audit.no-round'));
  }

  /** Opens a round: its entries, its screens, what the auditor makes of it. */
  async open(table, round) {
    [this.table, this.round] = [table, round];
    this.entryList.busy(table, round);
    this.replay.empty(t('audit.replaying', { round }));
    const [entries, shown] = await Promise.all([
      get(`audit/entries?stream=${encodeURIComponent(table)}&round=${round}`),
      get(`audit/tables/${encodeURIComponent(table)}/rounds/${round}`),
    ]);
    if (this.table !== table || this.round !== round) return;
    if (!shown.ok) {
      this.shown = null;
      this.entryList.show([], null);
      this.replay.empty(say(shown.words));
      this.proofs.show(null);
      speak(say(shown.words));
      return;
    }
    this.shown = shown;
    this.entryList.show(entries.entries ?? [], null);
    this.proofs.show(shown);
    this.cells();
    const third = shown.steps.findLastIndex(
      (step) => step.phase === 'dealing' || step.phase === 'complete',
    );
    this.choose(third >= 0 ? third : shown.steps.length - 1);
  }

  /** Shows the entries of a search. A replay needs a chosen round. */
  found(entries, next) {
    this.shown = null;
    this.round = null;
    this.entryList.show(entries, next);
    this.proofs.show(null);
    this.replay.empty(t('audit.choose-round'));
    if (entries.length) this.choose(0);
  }

  choose(place) {
    this.chosen = place;
    this.entryList.choose(place);
    const entry = this.entryList.entries[place];
    if (this.shown) this.replay.show(this.shown, place);
    if (entry) this.proofs.entry(entry);
  }

  walk(by) {
    const place = Math.min(this.entryList.entries.length - 1, Math.max(0, this.chosen + by));
    if (place !== this.chosen) this.choose(place);
  }

  /** Has the whole chain checked, and says how far that is. */
  async check() {
    await post('audit/verify');
    await this.follow();
  }

  async follow() {
    if (this.following) return;
    this.following = true;
    let state = await get('audit/verify');
    while (state.running) {
      this.chain.verification(state);
      await new Promise((done) => setTimeout(done, POLL));
      state = await get('audit/verify');
    }
    this.following = false;
    await this.overview();
    speak(say(state.answer?.words));
  }

  /** Asks for a table and a round. */
  async askRound() {
    const told = h('p', { class: 'told', role: 'status' });
    const table = h(
      'select',
      { name: 'table' },
      ...this.tables.map((each) =>
        h('option', { value: each.table, selected: each.table === this.table }, each.name),
      ),
    );
    const round = h('input', {
      name: 'round',
      inputmode: 'numeric',
      value: this.round ?? '',
      autocomplete: 'off',
    });
    const recent = h('div', { class: 'buttons recent' });
    const list = async () => {
      const answer = await get(`audit/tables/${encodeURIComponent(table.value)}/rounds`);
      replaceChildren(
        recent,
        ...(answer.rounds ?? []).slice(0, 12).map((each) =>
          button(`${each.round}`, () => go(each.round), {
            small: each.void ? t('audit.void') : each.winner ? t(`side.${each.winner}`) : '',
          }),
        ),
      );
    };
    const go = (number) => {
      asked.close();
      this.open(table.value, number);
    };
    const form = h(
      'form',
      { class: 'asked' },
      h('label', { class: 'field' }, h('span', {}, t('audit.table')), table),
      h('label', { class: 'field' }, h('span', {}, t('audit.game')), round),
      button(t('audit.open'), () => form.requestSubmit(), { primary: true }),
      told,
      h('p', { class: 'muted' }, t('audit.recent')),
      recent,
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const number = Number(round.value);
      if (Number.isInteger(number) && number > 0) go(number);
      else replaceChildren(told, h('span', { class: 'refused' }, t('audit.not-a-round')));
    });
    table.addEventListener('change', list);
    const asked = openDialog(t('audit.go-round'), form);
    await list();
  }
}

const desk = new AuditDesk(await startStaffPage('audit'));
await desk.start();
