/** The paytable of a table with its lit lines, and this round's wagers with their arithmetic. */

import { h, replaceChildren, setAttribute, setText } from '../shared/dom.js';
import { settledOf } from '../shared/settled-wagers.js';
import { total } from './wagers.js';
import { bilingual, inLanguage, list, money, say, t } from '../shared/messages.js';

/** The most of the panel that this round's wagers take from the lines: no line of the longest paytable is hidden. */
const MINE = 0.3;
/** The height around the rows of this round's wagers. */
const AROUND = 22;
const MANY = 3;
/** How long the words of a line may be that has half a row. */
const SHORT = 16;

export class Paytable extends HTMLElement {
  connectedCallback() {
    if (this.lines) return;
    this.lines = h('div', {
      class: 'lines',
      tabindex: '0',
      role: 'group',
      'data-label': 'pays',
      'aria-label': t('pays'),
    });
    this.watch = new ResizeObserver(() => this.fit());
    this.watch.observe(this);
    this.source = h('span', { class: 'clause' });
    this.mine = h('div', { class: 'mine-lines' });
    this.foot = h('div', { class: 'mine-foot' });
    replaceChildren(
      this,
      h('h2', {}, bilingual('pays', { class: 'caps' }), this.source),
      this.lines,
      h(
        'section',
        { class: 'mine', tabindex: '0', 'data-label': 'mine', 'aria-label': t('mine') },
        h('h2', {}, bilingual('mine', { class: 'caps' })),
        this.mine,
        this.foot,
      ),
    );
  }

  /** Lays the pay lines out for the layout of a table. */
  lay(layout) {
    this.layout = layout;
    this.kept = null;
    const rank = (area) =>
      area.row === 'main' ? ['player', 'banker', 'tie'].indexOf(area.tone) : 3;
    const areas = [...layout.areas].sort((a, b) => rank(a) - rank(b));
    // HELP lists the lines that only return the stake.
    this.parts = inPairs(areas).map(({ area, line, half }) => {
      const name = h('span');
      const node = h(
        'div',
        { class: `line tone-${area.tone}${half ? ' half' : ''}` },
        name,
        h('u', { 'aria-hidden': 'true' }),
        h('b', {}, line.pays),
      );
      return { node, name, wager: area.wager, line };
    });
    this.lines.classList.toggle('dense', this.parts.length > 14);
    setText(this.source, listed([...new Set(this.parts.map((part) => part.line.clause))]));
    replaceChildren(this.lines, ...this.parts.map((part) => part.node));
  }

  show(view, stakes, session) {
    const settled = settledOf(view);
    for (const part of this.parts) {
      setText(part.name, say(part.line.label));
      const isLit = settled.some(
        (each) =>
          each.wager === part.wager && each.line === part.line.line && each.result === 'won',
      );
      if (isLit && !part.node.classList.contains('lit'))
        part.node.scrollIntoView({ block: 'nearest' });
      part.node.classList.toggle('lit', isLit);
    }
    requestAnimationFrame(() => this.fit());
    if (settled.length) this.showSettled(view, session?.commission_cents ?? 0);
    else this.showStakes(stakes, view.phase === 'bets-open');
  }

  /** Shows whole lines only: where not all have room beside this round's wagers, the rest is scrolled to. */
  fit() {
    const row = this.parts?.[0]?.node.getBoundingClientRect().height;
    if (!row || !this.clientHeight) return;
    const mine = [...this.mine.parentElement.children].reduce(
      (sum, part) => sum + part.offsetHeight,
      AROUND,
    );
    const { paddingBottom } = getComputedStyle(this);
    const room =
      this.getBoundingClientRect().bottom -
      parseFloat(paddingBottom) -
      this.lines.getBoundingClientRect().top -
      Math.min(mine, this.clientHeight * MINE);
    this.lines.style.maxHeight = `${Math.ceil(Math.max(4, Math.floor(room / row)) * row)}px`;
  }

  label(wager) {
    return say(this.layout.areas.find((area) => area.wager === wager)?.label);
  }

  showStakes(stakes, isOpen) {
    const wagers = [...stakes.wanted.keys()];
    const key =
      `${this.layout.table} ` +
      wagers
        .map((wager) => `${wager} ${stakes.wanted.get(wager)} ${stakes.stateOf(wager)}`)
        .join() +
      document.documentElement.lang +
      isOpen;
    if (this.kept === key) return;
    this.kept = key;
    replaceChildren(
      this.mine,
      ...(wagers.length
        ? wagers.map((wager) => {
            const state = stakes.stateOf(wager);
            return h(
              'div',
              { class: `mine-line ${state}` },
              h('span', {
                class: state === 'accepted' ? 'tick' : 'dot-state',
                'aria-hidden': 'true',
              }),
              h('span', { class: 'caps' }, this.label(wager)),
              h('span', { class: 'how' }, state === 'accepted' ? '' : t(`state.${state}`)),
              h('b', {}, money(stakes.wanted.get(wager))),
            );
          })
        : [h('p', { class: 'how' }, t(isOpen ? 'mine.empty' : 'mine.none'))]),
    );
    const number = stakes.receipt?.number;
    replaceChildren(
      this.foot,
      number && total(stakes.accepted) ? h('span', { class: 'how' }, t('receipt', { number })) : '',
    );
  }

  showSettled(view, commission) {
    const {
      settled,
      win_cents: win,
      before_cents: before,
      after_cents: after,
      claim_cents: claim,
    } = view.own;
    // A round may be corrected or reversed long after it was first shown.
    const key = `${view.round} ${JSON.stringify(view.own)} ${commission} ${document.documentElement.lang}`;
    if (this.kept === key) return;
    this.kept = key;
    replaceChildren(
      this.mine,
      ...together(settled).map((each) =>
        h(
          'div',
          { class: `mine-line ${each.result}` },
          h(
            'span',
            {},
            h('span', { class: 'caps' }, list(each.labels.map(say))),
            ' ',
            h('span', { class: 'how' }, say(each.words)),
          ),
          h('b', {}, money(each.returned_cents)),
          h('span', { class: 'clause' }, listed([...each.clauses])),
        ),
      ),
    );
    replaceChildren(
      this.foot,
      h('div', { class: 'sum-line' }, t('win.all'), h('b', {}, money(win))),
      claim
        ? h(
            'div',
            { class: 'sum-line' },
            t(claim < 0 ? 'claim.takes' : 'claim.pays'),
            h('b', {}, money(Math.abs(claim))),
          )
        : null,
      before === null || before === undefined
        ? null
        : h('div', { class: 'sum-line' }, t('credit.chain', { before }), h('b', {}, money(after))),
      this.layout.takes_commission
        ? h('div', { class: 'sum-line' }, t('commission.visit'), h('b', {}, money(commission)))
        : null,
    );
    setAttribute(this.foot, 'data-round', view.round);
  }
}

/** Wagers as they are listed: where there are many, the lost ones share a line. */
function together(settled) {
  const rows = [];
  for (const each of settled) {
    const same =
      settled.length > MANY && each.result === 'lost'
        ? rows.find((row) => row.result === 'lost')
        : null;
    if (same) {
      same.labels.push(each.label);
      same.clauses.add(each.clause);
    } else rows.push({ ...each, labels: [each.label], clauses: new Set([each.clause]) });
  }
  return [
    ...rows.filter((row) => row.result !== 'lost'),
    ...rows.filter((row) => row.result === 'lost'),
  ];
}

/** Clauses in a line, the document named once; not as a span, which would take in those of other games. */
function listed(clauses) {
  const [first = '', ...rest] = clauses.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return [first, ...rest.map((clause) => clause.split(' ').pop())].join(', ');
}

/** The paying lines of all areas; where two hands are paid alike line by line, theirs share rows. */
function inPairs(areas) {
  const paying = (area) => area.lines.filter((line) => line.pays.includes(':'));
  const alike = (area) =>
    areas.find(
      (other) =>
        other !== area &&
        area.row === 'side' &&
        other.row === 'side' &&
        paying(other)
          .map((line) => line.pays)
          .join() ===
          paying(area)
            .map((line) => line.pays)
            .join(),
    );
  const told = new Set();
  return areas.flatMap((area) => {
    const other = alike(area);
    if (told.has(area)) return [];
    if (!other) return paying(area).map((line) => ({ area, line, half: false }));
    told.add(other);
    return paying(area).flatMap((line, i) =>
      [
        { area, line },
        { area: other, line: paying(other)[i] },
      ].map((part) => ({ ...part, half: inLanguage(line.label, 'en').length < SHORT })),
    );
  });
}

customElements.define('punto-paytable', Paytable);
