/** Reports an irregularity by the fault, then the facts that decide, then the rule that applies. */

import { runAction } from './action-dialog.js';
import { h, replaceChildrenOnce } from '../shared/dom.js';
import { button, clause } from './frame.js';
import { get } from './client.js';
import { language, say, t } from '../shared/messages.js';

const LATER = 400;

export class IrregularityReport {
  constructor(dealer) {
    this.dealer = dealer;
    this.groups = null;
    this.list = h('div', { class: 'irr' }, h('p', { class: 'muted' }, t('loading')));
    this.list.addEventListener('keydown', (event) => this.walk(event));
    this.node = h(
      'section',
      { class: 'panel wrong', 'aria-label': t('dealer.wrong') },
      h(
        'div',
        { class: 'panel-head' },
        h('h2', { class: 'h' }, t('dealer.wrong')),
        h('span', { class: 'note' }, h('kbd', {}, 'I'), ' ', t('dealer.wrong-words')),
      ),
      this.list,
    );
  }

  /** Requests the list again when the round has changed, because other faults are possible then. */
  show(view) {
    const cards = [view.hands.player, view.hands.banker].map((hand) => hand.cards.length);
    const moment = [view.round, view.phase, ...cards, Boolean(view.shoe)].join(' ');
    if (moment === this.moment) return;
    this.moment = moment;
    clearTimeout(this.later);
    this.later = setTimeout(() => this.read(), this.groups ? LATER : 0);
  }

  async read() {
    const answer = await get(`tables/${encodeURIComponent(this.dealer.table)}/irregularities`);
    if (!answer.ok || !answer.groups) return;
    this.groups = balanced(answer.groups);
    this.draw();
  }

  draw() {
    const held = this.list.contains(document.activeElement)
      ? document.activeElement.dataset.trigger
      : null;
    this.drawAll();
    // The focus stays on the same fault when the list changes.
    if (held && !this.list.contains(document.activeElement))
      (
        this.list.querySelector(`[data-trigger="${held}"]`) ?? this.list.querySelector('button')
      )?.focus();
  }

  drawAll() {
    replaceChildrenOnce(this.list, JSON.stringify(this.groups) + language(), () => {
      const all = document.createDocumentFragment();
      for (const group of this.groups)
        all.append(
          h(
            'div',
            { class: 'irr-group', role: 'group', 'aria-label': say(group.heading) },
            h('h3', { class: 'irr-h' }, say(group.heading)),
            ...group.forms.map((each) => this.key(each)),
          ),
        );
      return all;
    });
  }

  key(each) {
    const node = button(say(each.label), () => this.ask(each.key), {
      off: '',
      small: shortly(each.clause),
    });
    node.dataset.trigger = each.key;
    if (each.off_because) {
      node.classList.add('off');
      node.title = say(each.off_because);
    }
    return node;
  }

  /** Goes to the list by keyboard. */
  enter() {
    if (this.dealer.view.hold) return;
    const first = this.list.querySelector('button:not(.off)') ?? this.list.querySelector('button');
    first?.focus();
  }

  walk(event) {
    const move = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[
      event.key
    ];
    if (event.key === 'Escape') return void document.activeElement.blur();
    if (!move) return;
    event.preventDefault();
    const columns = [...this.list.querySelectorAll('.irr-group')].map((group) => [
      ...group.querySelectorAll('button'),
    ]);
    const column = columns.findIndex((keys) => keys.includes(document.activeElement));
    const row = columns[column]?.indexOf(document.activeElement) ?? 0;
    const to = columns[Math.min(columns.length - 1, Math.max(0, column + move[0]))];
    to[Math.min(to.length - 1, Math.max(0, row + move[1]))]?.focus();
  }

  /** Asks the facts of what was seen, as the table knows them now. */
  async ask(trigger) {
    await this.read();
    const found = this.groups.flatMap((group) => group.forms).find((each) => each.key === trigger);
    if (!found) return;
    if (found.off_because)
      return void this.dealer.tell({ ok: false, words: found.off_because, clause: found.clause });
    const { dealer } = this;
    const done = await runAction(dealer.table, found, {
      wagers: dealer.view.stakes.wagers,
      looks: true,
      confirm: t('wrong.hold'),
      label: t('wrong.look'),
      intro: h('p', { class: 'muted' }, clause(found.clause), ' ', t('wrong.words')),
      steps: stepsOf(),
      placeholders: { round: String(dealer.view.round) },
    });
    if (done?.entry) dealer.said(t('dealer.sent', { entry: done.entry }));
  }
}

/** The steps of an irregularity, of which the report is the second. */
const stepsOf = () =>
  h(
    'ol',
    { class: 'flow-row' },
    ...['seen', 'facts', 'allowed', 'money', 'record'].map((step, i) =>
      h(
        'li',
        { 'data-state': i === 0 ? 'done' : i === 1 ? 'now' : 'later' },
        t(`wrong.step.${step}`),
      ),
    ),
  );

/** The first clause without the letter of its document, which stands above. */
const shortly = (clauses) =>
  clauses
    .split(/[;,] /)[0]
    .replace(/^[A-Z] (?=\d)/, '')
    .replace(/POLICY (?=P)/, '');

/** Nothing scrolls: what fits nowhere else, the last of a long column, stands under the shortest. */
function balanced(groups) {
  const found = groups.map((group) => ({ ...group, forms: [...group.forms] }));
  const by = (compare) =>
    found.reduce((one, two) => (compare(one.forms.length, two.forms.length) ? one : two));
  // A closed table has nothing that can go wrong.
  while (
    found.length &&
    by((a, b) => a >= b).forms.length > by((a, b) => a <= b).forms.length + 1
  ) {
    by((a, b) => a <= b).forms.push(by((a, b) => a >= b).forms.pop());
  }
  return found;
}
