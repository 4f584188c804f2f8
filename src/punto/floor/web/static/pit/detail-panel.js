/** The detail panel shows one table or one case, with each seat's money and the people who must sign. */

import { cardFace } from '../shared/cards.js';
import { runAction } from '../staff/action-dialog.js';
import { h, replaceChildren, replaceChildrenOnce, setAttribute } from '../shared/dom.js';
import { alarm, button, clause, dollars, inGrid } from '../staff/frame.js';
import { EntryCase, CallCase, fragment, onPaper, part } from './cases.js';
import { possibleResultsTable } from '../staff/held-round-money.js';
import { previewAction, requestApproval } from '../staff/approval-dialog.js';
import { seatTable, td, th } from '../staff/seat-table.js';
import { act } from '../staff/client.js';
import { language, say, t } from '../shared/messages.js';

/** A card whose value is sealed. */
const HIDDEN = '??';
/** The commands that move no money, so that a preview would be empty. */
const PLAIN = new Set([
  'RequestLowerWagers',
  'ChooseMethod',
  'AllowDrawing',
  'AllowSqueezing',
  'ChooseHandler',
  'ReopenBets',
  'InterruptRound',
  'HandOverDevice',
  'RelinquishDevice',
  'ReferDecision',
]);

export class DetailPanel {
  constructor(pit) {
    this.pit = pit;
    this.head = h('div', { class: 'detail-head' });
    this.told = h('p', { class: 'told', role: 'status' });
    this.entry = new EntryCase(pit);
    this.call = new CallCase(pit);
    this.parts = Object.fromEntries(
      [
        'hold',
        'differential',
        'cards',
        'money',
        'stays',
        'read',
        'choices',
        'allowed',
        'stakes',
        'acts',
        'manage',
      ].map((name) => [name, h('section', { class: `part part-${name}` })]),
    );
    this.body = h(
      'div',
      { class: 'detail-body', tabindex: '0', role: 'region', 'aria-label': t('pit.drawer') },
      this.entry.node,
      this.call.node,
      ...Object.values(this.parts),
    );
    this.node = h(
      'aside',
      { class: 'panel detail-panel', 'aria-label': t('pit.drawer') },
      this.head,
      this.told,
      this.body,
    );
    this.empty();
  }

  empty() {
    replaceChildren(
      this.head,
      h('h2', { class: 'h' }, t('pit.drawer')),
      h('p', { class: 'muted' }, t('pit.drawer-empty')),
    );
    this.head.drawnAs = null;
    this.body.hidden = true;
    replaceChildren(this.told);
  }

  /** Shows a table; `opened` is the case of the queue that led here, if one did. */
  show(view, opened) {
    this.view = view;
    this.body.hidden = false;
    const tongue = language();
    const { hold } = view;
    const key = (...parts) => JSON.stringify(parts) + tongue;
    replaceChildrenOnce(
      this.head,
      key(view.name, view.title, hold?.since, view.phase_words, view.round, view.attended),
      () => this.heading(view),
    );
    this.entry.show(opened?.opens.kind === 'entry' ? opened.opens.id : null, view);
    this.call.show(opened?.opens.kind === 'call' ? opened.opens.id : null, view);
    const put = (name, value, draw) => {
      const node = this.parts[name];
      node.hidden = !value;
      if (value) replaceChildrenOnce(node, key(value), draw);
      else node.drawnAs = null;
    };
    put(
      'hold',
      hold && [hold.title, hold.words, hold.facts, hold.waiting_for, hold.referred, hold.answers],
      () => this.held(view),
    );
    put(
      'differential',
      view.differential && (view.differential.proposal || opened?.opens.kind === 'differential')
        ? view.differential
        : null,
      () => this.apart(view),
    );
    put(
      'cards',
      view.hands.player.cards.length || view.hands.banker.cards.length || hold?.letters.length
        ? [view.hands, hold?.letters]
        : null,
      () => this.cards(view),
    );
    // Nothing is decided yet: what a void or a withdrawal would bring stands under its name.
    put('money', hold?.money ? [hold.money, hold.money_if] : null, () =>
      part(
        t(`pit.money-if-${hold.money_if}`),
        previewAction(
          // oxlint-disable-next-line unicorn/no-thenable -- a field of the wire, never awaited
          { ...hold.money, words: null, events: [], patrons_read: null, then: null },
          view.stakes.wagers,
        ),
        hold.money.then ? h('p', { class: 'muted' }, say(hold.money.then)) : null,
      ),
    );
    put('stays', hold?.stays ?? null, () =>
      part(
        t('held.stays-if'),
        possibleResultsTable(view),
        hold.stays.note ? h('p', { class: 'muted' }, say(hold.stays.note)) : null,
      ),
    );
    put('read', hold?.money?.patrons_read ? [hold.money.patrons_read, hold.money_if] : null, () =>
      part(t(`pit.patrons-read-if-${hold.money_if}`), onPaper(hold.money.patrons_read)),
    );
    put('choices', hold ? [hold.choices, hold.answers.length, hold.refer, hold.change] : null, () =>
      this.choices(view),
    );
    put('allowed', hold?.allowed.length ? hold.allowed : null, () => this.allowed(view));
    put('stakes', !hold && view.stakes.all_cents ? view.stakes : null, () => this.stakes(view));
    put('acts', !hold && view.acts.length ? view.acts : null, () => this.acts(view));
    put('manage', [view.phase, view.table], () => this.manage(view));
  }

  /** Shows an entry or a fault that belongs to no table. */
  showAlone(item, name) {
    this.view = null;
    this.body.hidden = false;
    replaceChildren(this.told);
    replaceChildren(
      this.head,
      h('h2', { class: 'h' }, name),
      h('p', { class: 'muted' }, say(item.sub)),
    );
    this.head.drawnAs = null;
    for (const node of Object.values(this.parts)) node.hidden = true;
    this.call.show(null, null);
    this.entry.show(item.opens.kind === 'entry' ? item.opens.id : null, null);
  }

  heading(view) {
    const held = view.hold;
    return fragment(
      h(
        'div',
        { class: 'detail-title' },
        h(
          'div',
          {},
          h('h2', {}, view.name),
          h(
            'p',
            { class: 'muted' },
            t('pit.rules', {
              title: view.title,
              version: view.rules.version || '–',
              date: view.rules.effective || '–',
              digest: view.rules.digest.slice(0, 8),
            }),
          ),
        ),
        h(
          'div',
          { class: 'detail-state' },
          held ? alarm(3, t('pit.held'), held.since || null) : h('b', {}, say(view.phase_words)),
          h(
            'p',
            { class: 'muted' },
            t('pit.game-dealer', {
              game: view.game_number || '–',
              dealer: view.attended?.by ?? t(`pit.${view.dealt_by}`),
            }),
          ),
        ),
      ),
    );
  }

  held(view) {
    const { hold } = view;
    const rows = hold.facts.map((fact) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, say(fact.question)),
        h(
          'td',
          {},
          fact.was ? h('s', { class: 'muted' }, say(fact.was), ' ') : null,
          h('b', {}, say(fact.answer)),
          h('small', {}, say(fact.source)),
        ),
      ),
    );
    const answers = hold.answers.length
      ? h(
          'p',
          { class: 'answers' },
          ...hold.answers.map((each) =>
            h(
              'span',
              { class: `seat-answer ${each.state}` },
              t('pit.answer', { seat: each.seat, state: t(`pit.answered.${each.state}`) }),
            ),
          ),
        )
      : null;
    return fragment(
      h('h3', { class: 'h' }, t('pit.happened')),
      h(
        'div',
        { class: 'hold-title' },
        h('b', {}, say(hold.title)),
        hold.source ? clause(hold.source) : null,
      ),
      h('p', { class: 'muted' }, say(hold.words)),
      rows.length ? h('table', { class: 'grid fact-rows' }, h('tbody', {}, ...rows)) : null,
      h(
        'p',
        { class: 'awaited' },
        h('span', { class: 'h' }, t('pit.awaited')),
        ' ',
        h('b', {}, say(hold.waiting_for)),
      ),
      hold.referred ? h('p', { class: 'gold' }, say(hold.referred)) : null,
      answers,
    );
  }

  /** The actions of every position, also refused remedies, as an explanation below the decision. */
  allowed(view) {
    const rows = view.hold.allowed.map((row) =>
      h(
        'tr',
        { 'data-state': row.state },
        h('th', { scope: 'row' }, say(row.position)),
        h('td', {}, say(row.words)),
        h('td', {}, row.clause ? clause(row.clause) : ''),
        h('td', { class: 'muted' }, t(`pit.state.${row.state}`)),
      ),
    );
    return part(
      t('pit.allowed'),
      h('table', { class: 'grid allowed-rows' }, h('tbody', {}, ...rows)),
    );
  }

  /** The patrons to ask, then the wagers that would be removed, then the key. */
  apart(view) {
    const { differential: apart } = view;
    const { proposal } = apart;
    const rows =
      proposal?.remove.map((each) =>
        h(
          'tr',
          {},
          h(
            'th',
            { scope: 'row' },
            t('pit.seat', { seat: each.seat }),
            each.kind === 'chips' ? h('small', {}, ` ${t('second.chips')}`) : null,
          ),
          h('td', {}, this.label(view, each.wager)),
          h('td', { class: 'num' }, dollars(each.cents)),
        ),
      ) ?? [];
    const ask = view.acts.find((each) => each.act.command === 'RequestLowerWagers');
    const remove = view.acts.find((each) => each.act.command === 'RemoveWagers');
    return fragment(
      h('h3', { class: 'h' }, t('pit.differential')),
      h('div', { class: 'hold-title' }, h('b', {}, say(apart.words)), clause(apart.clause)),
      proposal ? h('p', { class: 'muted' }, say(proposal.words)) : null,
      rows.length
        ? h(
            'table',
            { class: 'grid' },
            h('caption', { class: 'h' }, t('pit.would-leave')),
            h('tbody', {}, ...rows),
          )
        : null,
      h(
        'div',
        { class: 'act-rows' },
        ...[ask, remove]
          .filter(Boolean)
          .map((each) => this.row(each, each === (apart.is_lower_requested ? remove : ask))),
      ),
    );
  }

  cards(view) {
    const hand = (side) =>
      h(
        'div',
        { class: 'hand' },
        h(
          'h3',
          { class: `h tone-${side}` },
          t(`pit.${side}`),
          h(
            'b',
            {},
            view.hands[side].total === null || !view.hands[side].cards.length
              ? ''
              : ` ${view.hands[side].total}`,
          ),
        ),
        h(
          'div',
          { class: 'faces' },
          ...view.hands[side].cards.map((code) =>
            h('span', { class: 'face' }, cardFace(code, { large: true })),
          ),
        ),
      );
    const letters = view.hold?.letters ?? [];
    return fragment(
      h(
        'div',
        { class: 'both-hands' },
        hand('player'),
        hand('banker'),
        letters.length
          ? h(
              'div',
              { class: 'hand' },
              h('h3', { class: 'h gold' }, t('pit.loose')),
              h(
                'div',
                { class: 'faces' },
                ...letters.map((letter) =>
                  h(
                    'figure',
                    { class: 'face' },
                    cardFace(HIDDEN, { large: true }),
                    h('figcaption', {}, letter),
                  ),
                ),
              ),
            )
          : null,
      ),
    );
  }

  choices(view) {
    const { choices, refer, change } = view.hold;
    const others = h(
      'div',
      { class: 'buttons' },
      refer
        ? button(say(refer.label), () => this.carry(refer), {
            key: 'u',
            off: say(refer.off_because),
          })
        : null,
      change
        ? button(say(change.label), () => this.change(), { key: 'f', off: say(change.off_because) })
        : null,
    );
    if (!choices.length)
      return part(t('pit.decide'), h('p', { class: 'muted' }, t('pit.no-choice')), others);
    const first = choices.findIndex((each) => !each.off_because);
    const reasons = new Set(choices.map((each) => say(each.off_because)));
    // A reason that all choices share is shown once.
    const same = choices.length > 1 && reasons.size === 1 ? [...reasons][0] : '';
    return part(
      t('pit.decide'),
      same ? h('p', { class: 'muted' }, same) : null,
      h(
        'div',
        { class: 'act-rows' },
        ...choices.map((each, i) => this.row(each, i === first, !same)),
      ),
      others,
    );
  }

  stakes(view) {
    const { stakes } = view;
    const used = stakes.wagers.filter((wager) => stakes.totals[wager.wager]);
    const columns = used.map(({ wager, label }) => ({
      head: th('num', say(label)),
      cell: (row) => td('num', inGrid(row.cells[wager]?.cents)),
      sum: td('num', dollars(stakes.totals[wager])),
    }));
    const all = {
      head: th('num', t('second.all')),
      cell: (row) => td('num sum', dollars(row.total_cents)),
      sum: td('num', dollars(stakes.all_cents)),
    };
    const rows = stakes.rows.filter((row) => row.total_cents);
    return part(t('pit.stakes'), seatTable([...columns, all], rows));
  }

  /** The actions of the pit. The dealer's actions are only on the dealer console. */
  acts(view) {
    const mine = view.acts.filter(
      (each) =>
        (each.group === 'pit' && each.act.command !== 'RemoveWagers') ||
        each.act.command === 'OfferWithdrawal',
    );
    if (!mine.length)
      return part(t('pit.may-do'), h('p', { class: 'muted' }, t('pit.nothing-to-do')));
    return part(
      t('pit.may-do'),
      h('div', { class: 'act-rows' }, ...mine.map((each) => this.row(each))),
    );
  }

  manage(view) {
    const { pit } = this;
    const shut = view.phase === 'closed';
    return part(
      t('pit.manage'),
      h(
        'div',
        { class: 'buttons' },
        button(t('pit.limits'), () => pit.limits(), {
          key: 'l',
          off: shut ? t('pit.closed-now') : '',
        }),
        button(t(shut ? 'pit.open-table' : 'pit.close-table'), () => pit.openOrClose(), {
          key: 'o',
        }),
        button(t('pit.terminals'), () => pit.terminals(), { key: 't' }),
        button(t('pit.wrong'), () => pit.wrong(), {
          key: 'v',
          off: shut ? t('pit.closed-now') : '',
        }),
        button(t('pit.journal'), () => pit.journal(), { key: 'j' }),
      ),
    );
  }

  row(offered, primary = false, says = true) {
    const off = say(offered.off_because);
    return h(
      'div',
      { class: 'act-row' },
      this.actButton(offered, { primary }),
      off && !says
        ? null
        : off
          ? h('small', { class: 'muted' }, off)
          : offered.needs_second
            ? h('small', { class: 'gold' }, t('pit.two-persons'))
            : null,
    );
  }

  actButton(offered, { primary = false } = {}) {
    const node = button(say(offered.label), () => this.carry(offered), {
      off: say(offered.off_because),
      primary: primary && !offered.off_because,
      small: offered.clause,
    });
    setAttribute(node, 'data-command', offered.act.command);
    return node;
  }

  /** Leaves the ruling to the next higher position. */
  refer() {
    const refer = this.view?.hold?.refer;
    if (!refer) return this.pit.tell(t('pit.nothing-held'));
    return refer.off_because
      ? this.tell({ ok: false, words: refer.off_because, clause: refer.clause })
      : this.carry(refer);
  }

  /** Corrects a fact that was entered wrongly, with two people. */
  async change() {
    const change = this.view?.hold?.change;
    if (!change) return this.pit.tell(t('pit.nothing-held'));
    return change.off_because
      ? this.tell({ ok: false, words: change.off_because, clause: change.clause })
      : this.carry(change);
  }

  /** Runs an action: its fields, the preview of its money, and its approver. */
  async carry(offered) {
    const { view } = this;
    const answer = await runAction(view.table, offered, {
      wagers: view.stakes.wagers,
      looks: !PLAIN.has(offered.act.command),
    });
    this.tell(answer);
  }

  /** Gives a command that no picture offers and that two persons sign, each row of it in sight. */
  async give(table, command, fields, title, rows) {
    const send = (second, propose) => act(table, command, fields, { second, propose });
    this.tell(await requestApproval({ title, rows, preview: false, send }));
  }

  tell(answer) {
    if (!answer) return;
    if (answer.entry) replaceChildren(this.told, t('pit.sent', { entry: answer.entry }));
    else this.pit.frame.told(this.told, answer);
  }

  label(view, wager) {
    return say(view.stakes.wagers.find((each) => each.wager === wager)?.label) || wager;
  }
}
