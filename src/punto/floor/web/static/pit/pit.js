/** The pit shows cases that wait for a decision, every table, significant events and a detail panel. */

import { h, replaceChildren } from '../shared/dom.js';
import { isAsking, openDialog, startStaffPage, timeOf } from '../staff/frame.js';
import { openLimits, openOrClose, openStaff, openTerminals } from './actions.js';
import { DetailPanel } from './detail-panel.js';
import { Events, Queue } from './queue.js';
import { TablesGrid } from './table-list.js';
import { sound } from './sound.js';
import { speak } from '../shared/live-region.js';
import { me, watch } from '../staff/client.js';
import { say, t } from '../shared/messages.js';
import { IrregularityReport } from '../staff/irregularity-report.js';

class Pit {
  constructor(frame) {
    this.frame = frame;
    this.floor = null;
    this.view = null;
    this.table = null;
    this.case = null;
    this.detailPanel = new DetailPanel(this);
    this.queue = new Queue(this);
    this.grid = new TablesGrid(this);
    this.events = new Events(this);
    this.irregularityReport = new IrregularityReport(this);
    replaceChildren(
      frame.main,
      h('h1', { class: 'unseen' }, t('desk.pit')),
      h(
        'div',
        { class: 'pit-plan' },
        h('div', { class: 'pit-left' }, this.queue.node, this.grid.node, this.events.node),
        this.detailPanel.node,
      ),
    );
  }

  start() {
    this.connection = watch(
      [],
      true,
      (picture) => this.see(picture),
      (state) => this.frame.line(state),
    );
    this.frame.keys(this.keys());
  }

  get caseKey() {
    return this.case?.key ?? '';
  }

  see(picture) {
    this.frame.seen(picture.at);
    if (picture.type === 'table') {
      if (picture.table !== this.table) return;
      this.view = picture;
      this.detailPanel.show(picture, this.case);
      return;
    }
    const before = this.floor;
    this.floor = picture;
    if (this.case)
      this.case = picture.queue.find((item) => item.key === this.case.key) ?? this.case;
    this.queue.show(picture);
    this.grid.show(picture);
    this.events.show(picture);
    this.topBar(picture);
    this.announce(before, picture);
  }

  /**
   * Say once, with one tone, that a round is newly held or that a part has failed. The tone comes again
   * each minute.
   */
  announce(before, floor) {
    const held = floor.queue.filter((item) => item.level === 3);
    const fresh = held.filter((item) => !before?.queue.some((each) => each.key === item.key));
    sound(held.length > 0, fresh.length > 0 && before !== null);
    if (before && fresh.length) speak(this.newly(fresh[0]));
  }

  newly(item) {
    const [table, words] = [this.nameOf(item.table), say(item.title)];
    return item.opens.kind === 'fault'
      ? `${table} ${words}`
      : t('pit.newly-held', { table, words });
  }

  nameOf(key) {
    return (
      this.floor?.tables.find((each) => each.table === key)?.name ??
      (key === 'cage' ? t('desk.cage') : key)
    );
  }

  topBar(floor) {
    const { frame } = this;
    const all = floor.totals;
    const numbers = floor.tables.map((each) => each.number);
    frame.cell(
      'tables',
      numbers.length
        ? t(numbers.length > 1 ? 'pit.tables-from' : 'pit.table-one', {
            first: Math.min(...numbers),
            last: Math.max(...numbers),
          })
        : '',
      t('pit.in-play', { count: all.in_play }),
    );
    frame.cell(
      'waiting',
      t('pit.queue'),
      h(
        'span',
        {},
        h('span', { class: all.waiting ? 'gold' : '' }, String(all.waiting)),
        ' ',
        h('span', { class: 'muted soft' }, t('pit.held-count', { count: all.held })),
      ),
    );
    frame.cell(
      'rounds',
      t('pit.rounds-today'),
      `${all.rounds.toLocaleString('en-SG')} · ${all.voids} · ${all.by_hand}`,
    );
    frame.cell(
      'terminals',
      t('pit.terminals-connected'),
      t('pit.of-all', { connected: floor.terminals.connected, of: floor.terminals.of }),
    );
    frame.cell(
      'chain',
      t('pit.chain'),
      floor.chain.exported_at
        ? t('pit.exported', { time: timeOf(floor.chain.exported_at) })
        : t('pit.entries', { entries: floor.chain.entries }),
      { class: 'quiet' },
    );
  }

  keys() {
    const digits = Array.from({ length: 9 }, (_, i) => ({
      key: String(i + 1),
      label: t('pit.key.case', { number: i + 1 }),
      run: () => this.queue.open(i + 1),
      hidden: i > 0,
    }));
    digits[0].label = t('pit.key.cases');
    const on = (run) => () => (this.view ? run() : this.tell(t('pit.choose-table')));
    return [
      ...digits,
      { key: 'ArrowDown', label: t('pit.key.tables'), run: () => this.grid.focus(1) },
      { key: 'ArrowUp', label: t('pit.key.tables'), run: () => this.grid.focus(-1), hidden: true },
      { key: 'v', label: t('pit.key.void'), run: on(() => this.wrong()) },
      { key: 'u', label: t('held.refer'), run: on(() => this.detailPanel.refer()) },
      {
        key: 'f',
        label: t('held.key-change'),
        run: on(() => this.detailPanel.change()),
        hidden: true,
      },
      { key: 'd', label: t('pit.key.differential'), run: () => this.differential() },
      { key: 'l', label: t('pit.limits'), run: on(() => this.limits()) },
      { key: 'j', label: t('pit.journal'), run: () => this.journal() },
      { key: 'o', label: t('pit.key.open'), run: on(() => this.openOrClose()) },
      { key: 't', label: t('pit.terminals'), run: on(() => this.terminals()) },
      { key: 's', label: t('pit.staff'), run: () => openStaff(this) },
      { key: 'h', label: t('pit.key.hand-pay'), run: () => this.handPay() },
      { key: 'e', label: t('pit.events'), run: () => this.events.openAll(), hidden: true },
      { key: 'Escape', label: t('pit.key.close'), run: () => this.close() },
    ];
  }

  openTable(table, item = null) {
    this.case = item;
    if (table !== this.table) {
      this.table = table;
      this.view = null;
      this.detailPanel.empty();
      this.connection.turnTo([table], true);
    } else if (this.view) this.detailPanel.show(this.view, item);
    if (this.floor) {
      this.grid.show(this.floor);
      this.queue.show(this.floor);
    }
  }

  /** A case at the cage and a fault of the floor have no table: the drawer shows them alone. */
  openCase(item) {
    if (this.floor?.tables.some((each) => each.table === item.table))
      return this.openTable(item.table, item);
    this.close();
    this.case = item;
    this.detailPanel.showAlone(item, this.nameOf(item.table) || say(item.title));
    return this.queue.show(this.floor);
  }

  closeCase(words) {
    this.case = null;
    this.detailPanel.entry.id = undefined;
    if (this.view) this.detailPanel.show(this.view, null);
    else this.detailPanel.empty();
    if (this.floor) this.queue.show(this.floor);
    this.tell(words);
  }

  close() {
    Object.assign(this, { table: null, view: null, case: null });
    this.detailPanel.empty();
    this.connection.turnTo([], true);
    if (this.floor) {
      this.grid.show(this.floor);
      this.queue.show(this.floor);
    }
  }

  /** Says something where the hand is; a refusal carries its clause. */
  tell(words) {
    if (typeof words === 'string') {
      replaceChildren(this.detailPanel.told, words);
      speak(words);
    } else this.detailPanel.tell(words);
  }

  said(words) {
    this.tell(words);
  }

  limits() {
    if (this.view.phase === 'closed') return this.tell(t('pit.closed-now'));
    return openLimits(this, this.view);
  }

  openOrClose() {
    return openOrClose(this, this.view);
  }

  terminals() {
    return openTerminals(this, this.view);
  }

  /** Voids the round: by a ruling if it is on hold, otherwise by reporting an irregularity first. */
  async wrong() {
    const { hold } = this.view;
    if (hold) {
      const voids = hold.choices.find((choice) => choice.act.with?.outcome === 'void');
      if (voids && !voids.off_because) return this.detailPanel.carry(voids);
      return this.tell(
        voids
          ? { ok: false, words: voids.off_because, clause: voids.clause }
          : t('pit.no-void-here'),
      );
    }
    if (this.view.phase === 'closed') return this.tell(t('pit.closed-now'));
    this.irregularityReport.moment = null;
    await this.irregularityReport.read();
    const box = openDialog(
      t('pit.wrong-of', { table: this.view.name }),
      h('p', { class: 'muted' }, t('pit.wrong-words')),
      this.irregularityReport.list,
    );
    box.classList.add('wide');
    // Only one dialog is open at a time: a choice closes this one and opens its own.
    this.irregularityReport.list.addEventListener(
      'click',
      (event) => event.target.closest('button') && isAsking() && box.close(),
      { once: true, capture: true },
    );
    return box;
  }

  differential() {
    const item =
      this.floor?.queue.find(
        (each) => each.opens.kind === 'differential' && (!this.table || each.table === this.table),
      ) ?? this.floor?.queue.find((each) => each.opens.kind === 'differential');
    if (item) this.openCase(item);
    else this.tell(t('pit.no-differential'));
  }

  journal() {
    if (!me.screens.includes('audit')) return this.tell(t('pit.no-audit-desk'));
    location.assign(
      this.view
        ? `/audit?table=${encodeURIComponent(this.view.table)}&round=${this.view.round}`
        : '/audit',
    );
    return undefined;
  }

  handPay() {
    if (me.screens.includes('cage')) location.assign('/cage');
    else this.tell(t('pit.cage-pays'));
  }

  /** The irregularity report asks its desk for this. */
  get attends() {
    return true;
  }
}

const frame = await startStaffPage('pit');
const pit = new Pit(frame);
globalThis.punto = { pit };
pit.start();
