/** Reports an irregularity by the fault, then the facts that decide, then the rule that applies. */

import { confirmAction } from './action-dialog.js';
import { h, replaceChildren, replaceChildrenOnce } from '../shared/dom.js';
import { button, clause, openDialog } from './frame.js';
import { previewAction, requestApproval } from './approval-dialog.js';
import { act, get, preview } from './client.js';
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
            ...group.triggers.map((each) => this.key(each)),
          ),
        );
      return all;
    });
  }

  key(each) {
    const node = button(say(each.label), () => this.ask(each.trigger), {
      off: '',
      small: shortly(each.clause),
    });
    node.dataset.trigger = each.trigger;
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
    const found = this.groups
      .flatMap((group) => group.triggers)
      .find((each) => each.trigger === trigger);
    if (!found) return;
    if (found.off_because)
      return void this.dealer.tell({ ok: false, words: found.off_because, clause: found.clause });
    new Facts(this.dealer, found).open();
  }
}

/** The first clause without the letter of its document, which stands above. */
const shortly = (clauses) =>
  clauses
    .split(/[;,] /)[0]
    .replace(/^[A-Z] (?=\d)/, '')
    .replace(/POLICY (?=P)/, '');

/** Nothing scrolls: what fits nowhere else, the last of a long column, stands under the shortest. */
function balanced(groups) {
  const found = groups.map((group) => ({ ...group, triggers: [...group.triggers] }));
  const by = (compare) =>
    found.reduce((one, two) => (compare(one.triggers.length, two.triggers.length) ? one : two));
  // A closed table has nothing that can go wrong.
  while (
    found.length &&
    by((a, b) => a >= b).triggers.length > by((a, b) => a <= b).triggers.length + 1
  ) {
    by((a, b) => a <= b).triggers.push(by((a, b) => a >= b).triggers.pop());
  }
  return found;
}

/** The facts of one situation, each with its source, and what follows from them. */
class Facts {
  constructor(dealer, found) {
    Object.assign(this, { dealer, found });
    this.saw = new Map(found.facts.map((fact) => [fact.key, fact.known ?? null]));
    this.cards = '';
    this.numbers = '';
    this.count = 2;
    this.round = 0;
    this.evidence = '';
  }

  open() {
    const { found } = this;
    this.told = h('p', { class: 'told', role: 'status' });
    this.comes = h('div', { class: 'comes' });
    const go = h(
      'button',
      { type: 'submit', class: 'btn primary' },
      h('span', {}, t('wrong.look')),
    );
    const form = h(
      'form',
      {
        class: 'asked facts-form',
        on: {
          submit: (event) => {
            event.preventDefault();
            this.look();
          },
        },
      },
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
      ),
      ...found.facts.map((fact) => this.fact(fact)),
      this.cardsField(),
      this.roundField(),
      this.numbersField(),
      this.proofField(),
      this.told,
      this.comes,
      go,
    );
    this.box = openDialog(
      say(found.label),
      h('p', { class: 'muted' }, clause(found.clause), ' ', t('wrong.words')),
      form,
    );
    this.box.classList.add('wide');
    (
      form.querySelector('[role=radio][aria-checked=false]') ??
      form.querySelector('button[type=submit]')
    ).focus();
  }

  /** One question; what the table or the shoe knows is filled in, with its source. */
  fact(fact) {
    const group = h(
      'div',
      { class: 'seg', role: 'radiogroup', 'aria-label': say(fact.question) },
      ...fact.options.map((option) => {
        const key = h(
          'button',
          {
            type: 'button',
            role: 'radio',
            class: 'btn',
            'aria-checked': String(this.saw.get(fact.key) === option.saw),
            'data-saw': option.saw,
          },
          h('span', {}, say(option.label)),
        );
        if (fact.known && fact.known !== option.saw) {
          // A fact that the table knows cannot be changed here.
          key.disabled = true;
          key.classList.add('off');
        }
        key.addEventListener('click', () => {
          this.saw.set(fact.key, option.saw);
          for (const each of group.children)
            each.setAttribute('aria-checked', String(each === key));
          replaceChildren(this.comes);
        });
        return key;
      }),
    );
    group.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const all = [...group.children].filter((each) => !each.disabled);
      if (!step) return;
      event.preventDefault();
      const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
      next.focus();
      next.click();
    });
    return h(
      'div',
      { class: 'q' },
      h(
        'div',
        {},
        h('p', {}, say(fact.question)),
        fact.known && fact.source ? h('small', {}, say(fact.source)) : null,
      ),
      group,
    );
  }

  cardsField() {
    if (this.found.cards === 'count') return this.countField();
    if (this.found.cards === 'none') return null;
    const input = h('input', {
      name: 'cards',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
    });
    input.addEventListener('input', () => (this.cards = input.value));
    return h('label', { class: 'field' }, h('span', {}, t('wrong.cards')), input);
  }

  /** Cards that came out together lie face down: how many is known, what they are only the device knows. */
  countField() {
    const group = h(
      'div',
      { class: 'seg', role: 'radiogroup', 'aria-label': t('wrong.count') },
      ...[2, 3, 4].map((count) => {
        const key = h(
          'button',
          {
            type: 'button',
            role: 'radio',
            class: 'btn',
            'aria-checked': String(count === this.count),
            'data-count': count,
          },
          h('span', {}, String(count)),
        );
        key.addEventListener('click', () => {
          this.count = count;
          for (const each of group.children)
            each.setAttribute('aria-checked', String(each === key));
        });
        return key;
      }),
    );
    return h(
      'div',
      { class: 'q' },
      h('div', {}, h('p', {}, t('wrong.count')), h('small', {}, t('wrong.count-words'))),
      group,
    );
  }

  roundField() {
    if (!this.found.round) return null;
    const input = h('input', {
      name: 'round',
      inputmode: 'numeric',
      autocomplete: 'off',
      placeholder: String(this.dealer.view.round),
    });
    input.addEventListener('input', () => (this.round = Math.trunc(Number(input.value)) || 0));
    return h('label', { class: 'field short' }, h('span', {}, t('wrong.round')), input);
  }

  numbersField() {
    if (!this.found.numbers) return null;
    const input = h('input', { name: 'numbers', inputmode: 'numeric', autocomplete: 'off' });
    input.addEventListener('input', () => (this.numbers = input.value));
    return h('label', { class: 'field' }, h('span', {}, t('wrong.numbers')), input);
  }

  proofField() {
    const input = h('input', { name: 'evidence', autocomplete: 'off' });
    input.addEventListener('input', () => (this.evidence = input.value.trim()));
    return h(
      'label',
      { class: 'field' },
      h('span', {}, t(this.found.evidence ? 'wrong.evidence' : 'wrong.in-words')),
      input,
    );
  }

  get asked() {
    const saw = [...this.saw.values()].filter(Boolean);
    if (this.found.cards === 'count')
      return ['DrawSeveralCards', { count: this.count, saw, evidence: this.evidence }];
    const cards = this.cards.trim() ? this.cards.trim().split(/[\s,]+/) : [];
    return [
      'ReportIrregularity',
      {
        trigger: this.found.trigger,
        saw,
        cards,
        numbers: this.numbers
          .split(/[\s,]+/)
          .filter((each) => /^\d+$/.test(each))
          .map(Number),
        round: this.round,
        evidence: this.evidence,
      },
    ];
  }

  /** Shows the effect by the rules before the round goes on hold. */
  async look() {
    const open = this.found.facts.find((fact) => this.saw.get(fact.key) === null);
    if (open)
      return void replaceChildren(
        this.told,
        h('span', { class: 'refused' }, t('wrong.open', { question: open.question })),
      );
    replaceChildren(this.told);
    const [command, fields] = this.asked;
    const { table, view } = this.dealer;
    const shown = await preview(table, command, fields);
    const send = (second, propose) => act(table, command, fields, { second, propose });
    // Do not ask for a second person if two people are also refused.
    if (shown.ok === false) {
      replaceChildren(this.comes, previewAction(shown, view.stakes.wagers));
      return;
    }
    this.box.close();
    const title = say(this.found.label);
    const done = shown.needs_second
      ? await requestApproval({
          title,
          clause: shown.clause,
          preview: shown,
          wagers: view.stakes.wagers,
          reason: this.evidence,
          send,
        })
      : await confirmAction(t('wrong.hold'), shown, view.stakes.wagers, send);
    if (done?.entry) this.dealer.said(t('dealer.sent', { entry: done.entry }));
  }
}
