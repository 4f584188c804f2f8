/** The dealer console shows one table and its next step. Every action has a key. */

import { SidePanel } from './side-panel.js';
import { openChipEntry } from './chip-entry.js';
import { runAction } from '../staff/action-dialog.js';
import { h, replaceChildren, setAttribute } from '../shared/dom.js';
import { alarm, button, openDialog, startStaffPage, timeOf } from '../staff/frame.js';
import { HeldRound } from './held-round.js';
import { openRounds } from './round-recall.js';
import { NextStep } from './next-step.js';
import { ShoeResults } from './shoe-results.js';
import { act, me, post, signOut, watch } from '../staff/client.js';
import { StakesGrid } from './stakes-grid.js';
import { speak } from '../shared/live-region.js';
import { say, t } from '../shared/messages.js';
import { IrregularityReport } from '../staff/irregularity-report.js';

class Dealer {
  constructor(frame) {
    this.frame = frame;
    this.table = decodeURIComponent(location.pathname.split('/')[2] ?? '');
    this.view = null;
    this.asking = false;
    this.awaited = 0;
    this.nextStep = new NextStep(this);
    this.stakes = new StakesGrid(this);
    this.sidePanel = new SidePanel(this);
    this.irregularityReport = new IrregularityReport(this);
    this.heldRound = new HeldRound(this);
    this.shoeResults = new ShoeResults();
    this.plain = h(
      'div',
      { class: 'plan' },
      this.nextStep.node,
      this.stakes.node,
      h(
        'div',
        { class: 'right' },
        this.sidePanel.node,
        this.irregularityReport.node,
        this.sidePanel.saying,
      ),
      this.shoeResults.node,
    );
    replaceChildren(
      frame.main,
      h('h1', { class: 'unseen' }, t('desk.dealer')),
      this.plain,
      this.heldRound.node,
    );
  }

  start() {
    this.connection = watch(
      [this.table],
      false,
      (picture) => picture.type === 'table' && this.see(picture),
      (state) => this.frame.line(state),
    );
  }

  /** Draws a view of the table, unless it is older than the present one. */
  see(view) {
    const before = this.view;
    if (before && view.version < before.version) return;
    this.view = view;
    this.frame.seen(view.at);
    this.topBar();
    const held = Boolean(view.hold);
    this.plain.hidden = held;
    this.heldRound.node.hidden = !held;
    setAttribute(this.frame.main, 'data-state', held ? 'held' : view.phase);
    if (held) this.heldRound.show(view);
    else {
      this.nextStep.show(view);
      this.stakes.show(view);
      this.sidePanel.show(view);
      this.shoeResults.show(view);
      this.irregularityReport.show(view);
    }
    this.frame.keys(this.keys());
    const isOtherStep = before && say(before.next.title) !== say(view.next.title);
    if (isOtherStep || (before && Boolean(before.hold) !== held))
      speak(held ? say(view.hold.title) : say(view.next.title));
  }

  topBar() {
    const { view, frame } = this;
    frame.cell('table', '', view.name, { class: 'name' });
    frame.cell(
      'rules',
      t('dealer.title', {
        title: view.title,
        version: view.rules.version,
        date: view.rules.effective,
      }),
      t('dealer.rules', { digest: view.rules.digest.slice(0, 8) }),
      { class: 'give' },
    );
    if (view.method) frame.cell('method', t('dealer.method'), t(`dealer.method.${view.method}`));
    frame.cell(
      'game',
      view.shoe
        ? t('dealer.shoe-round', { shoe: view.shoe.number, round: view.round })
        : t('dealer.no-shoe'),
      t('dealer.game', { number: view.game_number || view.round }),
    );
    frame.cell(
      'phase',
      t('dealer.phase'),
      view.hold ? alarm(3, t('dealer.held')) : say(view.phase_words),
    );
    const worst = Math.max(0, ...view.faults.map((fault) => fault.level));
    const open = view.faults.filter((fault) => fault.level > 1).length;
    frame.cell(
      'faults',
      t('dealer.terminals', {
        connected: view.seats.connected.length,
        taken: view.seats.occupied_seats.length,
      }),
      worst > 1 ? alarm(2, t('dealer.faults', { count: open })) : t('dealer.no-faults'),
      { late: true, class: worst > 1 ? '' : 'quiet' },
    );
    frame.cell(
      'attended',
      view.attended
        ? t('dealer.since', { time: timeOf(view.attended.since) })
        : t('dealer.dealt-by'),
      view.attended ? view.attended.by : t(`dealer.${view.dealt_by}`),
      { late: true },
    );
  }

  /** Whether this person deals here now. */
  get attends() {
    return this.view?.attended?.by === me.name;
  }

  /** The keys of the desk as the picture has them. */
  keys() {
    const { view } = this;
    const keys = [
      { key: ' ', label: t('dealer.key.next'), run: () => this.runNextStep() },
      { key: 'w', label: t('dealer.key.why'), run: () => this.why() },
      { key: 'i', label: t('dealer.key.wrong'), run: () => this.irregularityReport.enter() },
      { key: 's', label: t('dealer.key.stakes'), run: () => this.openChipEntry() },
      { key: 'r', label: t('dealer.key.recall'), run: () => openRounds(this) },
      { key: 'p', label: t('dealer.key.pit'), run: () => this.callPit() },
      { key: 'y', label: t('dealer.key.more'), run: () => this.openActs() },
      { key: 'l', label: t('dealer.key.relief'), run: () => this.relief(), right: true },
    ];
    const taken = new Set(keys.map((entry) => entry.key));
    for (const offered of view.acts) {
      const key = offered.key?.toLowerCase();
      if (!key || key.length > 1 || taken.has(key)) continue;
      taken.add(key);
      if (offered.act.command === 'EnterChips') continue;
      keys.push({ key, label: say(offered.label), run: () => this.carry(offered), hidden: true });
    }
    if (!view.hold) return keys;
    // A held round has no next step and no second irregularity.
    for (const entry of keys) if ([' ', 'w', 'i', 's'].includes(entry.key)) entry.hidden = true;
    return [...keys, ...this.heldRound.keys(taken)];
  }

  /** Whether a step is under way: its answer, or the picture with what it did, is still to come. */
  get busy() {
    return this.asking || this.view.version < this.awaited;
  }

  /** Carries out the one next step; nothing happens twice while one is under way. */
  async runNextStep() {
    const { view } = this;
    if (!view || this.busy) return;
    if (!this.attends) return void this.attend();
    if (view.hold) return void this.heldRound.first();
    const { next } = view;
    if (next.off_because || !next.act) {
      const said = next.off_because ?? next.hint ?? next.title;
      this.nextStep.tell({ ok: false, words: said, clause: next.clause });
      this.nextStep.focusChoices();
      return;
    }
    this.asking = true;
    const answer = await act(this.table, next.act.command, next.act.with);
    this.asking = false;
    if (answer.ok) this.awaited = answer.version;
    if (answer.needs_second)
      return void this.carry({
        label: next.button ?? next.title,
        act: next.act,
        needs_second: true,
        clause: next.clause,
        fields: [],
        off_because: null,
      });
    this.nextStep.tell(answer);
  }

  /** Carries out an act that the picture offers; a refusal stands at the button that was pressed. */
  async carry(offered, told = null) {
    if (offered.act.command === 'EnterChips' && !offered.off_because)
      return void this.openChipEntry();
    if (offered.off_because) {
      const refused = { ok: false, words: offered.off_because, clause: offered.clause };
      return void (told ? this.frame.told(told, refused) : this.tell(refused));
    }
    const answer = await runAction(this.table, offered, {
      wagers: this.view.stakes.wagers,
      looks: ['GiveRuling', 'RemoveWagers', 'ReportIrregularity'].includes(offered.act.command),
    });
    if (!answer) return;
    if (answer.ok) this.awaited = answer.version ?? 0;
    if (answer.entry) answer.words = null;
    if (told) this.frame.told(told, answer);
    else this.tell(answer);
    if (answer.entry) this.said(t('dealer.sent', { entry: answer.entry }));
  }

  tell(answer) {
    if (this.view.hold) this.heldRound.tell(answer);
    else this.nextStep.tell(answer);
  }

  /** Shows a message that is not a refusal. */
  said(text) {
    (this.view.hold ? this.heldRound : this.nextStep).said(text);
    speak(text);
  }

  /** Takes the table over from the house dealer, or from the dealer before. */
  async attend() {
    this.tell(await post(`tables/${encodeURIComponent(this.table)}/dealer`, { attends: true }));
  }

  openChipEntry(seat = null) {
    openChipEntry(this, seat);
  }

  /** Why this step: the sentence and its clause, read out and held on the screen. */
  why() {
    const { next } = this.view;
    speak(t('dealer.why', { title: next.title, why: next.why, clause: next.clause }));
    this.nextStep.pointToWhy();
  }

  /** Everything that may be done now, and for the rest why it may not. */
  openActs() {
    const groups = ['cards', 'patrons', 'table', 'pit'];
    const box = openDialog(
      t('dealer.key.more'),
      ...groups.map((group) => {
        const acts = this.view.acts.filter((offered) => offered.group === group);
        return acts.length
          ? h(
              'section',
              { class: 'act-group' },
              h('h3', { class: 'h' }, t(`dealer.group.${group}`)),
              h(
                'div',
                { class: 'act-list' },
                ...acts.map((offered) => {
                  const off = say(offered.off_because);
                  const key = button(
                    say(offered.label),
                    () => {
                      box.close();
                      this.carry(offered);
                    },
                    {
                      key: offered.key?.length === 1 ? offered.key : '',
                      off,
                      small: offered.clause,
                    },
                  );
                  return off
                    ? h('div', { class: 'with-why' }, key, h('small', { class: 'muted' }, off))
                    : key;
                }),
              ),
            )
          : null;
      }),
    );
    box.classList.add('wide');
    // The keys that stand here are pressed here as well.
    box.addEventListener('keydown', (event) => {
      const offered = this.view.acts.find(
        ({ key }) => key?.toLowerCase() === event.key.toLowerCase(),
      );
      if (!offered || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      box.close();
      this.carry(offered);
    });
  }

  callPit() {
    const reasons = ['ruling', 'dispute', 'fill', 'cards', 'other'];
    const told = h('p', { class: 'told', role: 'status' });
    const box = openDialog(
      t('dealer.key.pit'),
      h('p', {}, t('dealer.pit-words')),
      h(
        'div',
        { class: 'buttons' },
        ...reasons.map((reason) =>
          button(t(`dealer.pit.${reason}`), async () => {
            const answer = await post(`tables/${encodeURIComponent(this.table)}/calls`, {
              reason: t(`dealer.pit.${reason}`, {}, 'en'),
            });
            if (!answer.ok) return this.frame.told(told, answer);
            box.close();
            this.said(t('dealer.pit-called'));
          }),
        ),
      ),
      told,
    );
  }

  /** Relief: another dealer signs in and attends; this one gives the table back or just leaves it. */
  relief() {
    const told = h('p', { class: 'told', role: 'status' });
    const give = async (attends) => {
      const answer = await post(`tables/${encodeURIComponent(this.table)}/dealer`, { attends });
      if (!answer.ok) return this.frame.told(told, answer);
      box.close();
    };
    const box = openDialog(
      t('dealer.key.relief'),
      h('p', {}, t(this.attends ? 'dealer.relief-words' : 'dealer.attend-words')),
      h(
        'div',
        { class: 'buttons' },
        this.attends
          ? button(t('dealer.give-back'), () => give(false))
          : button(t('dealer.attend'), () => give(true), { primary: true }),
        button(t('staff.sign-out'), () => signOut()),
      ),
      told,
    );
  }
}

const frame = await startStaffPage('dealer');
const dealer = new Dealer(frame);
globalThis.punto = { dealer };
dealer.start();
