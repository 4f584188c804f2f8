/** Shows the cause of a held round, the allowed actions, the people awaited and each seat's money. */

import { cardFace } from '../shared/cards.js';
import { runAction } from '../staff/action-dialog.js';
import { h, replaceChildren, replaceChildrenOnce, setAttribute, setText } from '../shared/dom.js';
import { ageOf, button, clause, timeOf } from '../staff/frame.js';
import { moneyTable } from '../staff/held-round-money.js';
import { Countdown } from '../shared/countdown.js';
import { inLanguage, language, otherLanguage, say, t } from '../shared/messages.js';

/** A card whose value is sealed. */
const HIDDEN = '??';

export class HeldRound {
  constructor(dealer) {
    this.dealer = dealer;
    this.title = h('h2');
    this.words = h('p');
    this.source = h('b');
    this.kind = h('span');
    this.age = h('b', { class: 'age' });
    this.flow = h('ol');
    this.facts = h('div');
    this.allowed = h('div');
    this.felt = h('div', { class: 'felt-row' });
    this.waitTitle = h('h3');
    this.choices = h('div', { class: 'held-choices' });
    this.told = h('p', { class: 'told', role: 'status' });
    this.saying = h('p', { class: 'muted small' });
    this.money = h('div');
    this.note = h('span', { class: 'note' });
    this.referred = h('p', { class: 'muted' });
    this.countdown = new Countdown();
    const part = (name, node, style = '', note = null) =>
      h(
        'section',
        { class: `panel ${style}`, 'aria-label': t(`held.${name}`) },
        h('div', { class: 'panel-head' }, h('h2', { class: 'h' }, t(`held.${name}`)), note),
        node,
      );
    this.node = h(
      'div',
      { class: 'held-round', hidden: true },
      h(
        'div',
        { class: 'band' },
        h('i', { class: 'octagon', 'aria-hidden': 'true' }),
        h('div', {}, this.title, this.words),
        h('div', { class: 'cl' }, this.source, this.kind),
        h('div', { class: 'band-age' }, this.age, h('small', {}, t('dealer.held'))),
      ),
      h(
        'div',
        { class: 'cols' },
        part('flow', this.flow, 'flow'),
        h(
          'div',
          { class: 'mid' },
          part('facts', this.facts, 'facts-panel'),
          part('allowed', this.allowed, 'allowed-panel'),
        ),
        h(
          'div',
          { class: 'rt' },
          h('section', { class: 'panel', 'aria-label': t('held.cards') }, this.felt),
          h(
            'section',
            { class: 'panel wait', 'aria-label': t('held.waiting') },
            h('h2', { class: 'h gold' }, t('held.waiting')),
            this.countdown.node,
            this.waitTitle,
            this.referred,
            this.choices,
            this.told,
            this.saying,
          ),
        ),
      ),
      part('money', this.money, 'held-money', this.note),
    );
  }

  show(view) {
    const { hold } = view;
    const tongue = language();
    const call = view.dealer_calls.now;
    setText(this.title, say(hold.title));
    setText(this.words, say(hold.words));
    setText(this.source, hold.source ? t('held.clause', { clause: hold.source }) : '');
    setText(this.kind, t(hold.is_policy ? 'held.policy' : 'held.rule'));
    setAttribute(this.age, 'data-since', Date.parse(hold.since));
    setText(this.age, ageOf(this.dealer.frame.now() - Date.parse(hold.since)));
    this.age.parentNode.hidden = !hold.since;
    replaceChildrenOnce(this.flow, JSON.stringify(hold.steps) + tongue, () =>
      list(
        hold.steps.map((step, i) =>
          h(
            'li',
            { 'data-state': step.state },
            h('i', { 'aria-hidden': 'true' }, step.state === 'done' ? '✓' : String(i + 1)),
            h(
              'div',
              {},
              h('b', {}, say(step.label)),
              h('span', {}, say(step.sub), step.at ? ` ${timeOf(step.at)}` : ''),
            ),
          ),
        ),
      ),
    );
    replaceChildrenOnce(this.facts, JSON.stringify(hold.facts) + tongue, () =>
      hold.facts.length
        ? list(
            hold.facts.map((fact) =>
              h(
                'div',
                { class: 'q' },
                h('div', {}, h('p', {}, say(fact.question)), h('small', {}, say(fact.source))),
                h(
                  'div',
                  { class: 'answers-both' },
                  fact.was ? h('s', {}, say(fact.was)) : null,
                  h('b', { class: 'answer' }, say(fact.answer)),
                ),
              ),
            ),
          )
        : h('p', { class: 'muted pad' }, t('held.no-facts')),
    );
    replaceChildrenOnce(this.allowed, JSON.stringify(hold.allowed) + tongue, () =>
      h(
        'table',
        { class: 'grid rules' },
        h(
          'tbody',
          {},
          ...hold.allowed.map((row) =>
            h(
              'tr',
              { 'data-state': row.state },
              h('th', { scope: 'row' }, say(row.position)),
              h('td', {}, say(row.words)),
              h('td', {}, row.clause ? clause(row.clause) : ''),
              h('td', { class: 'num' }, t(`held.state.${row.state}`)),
            ),
          ),
        ),
      ),
    );
    replaceChildrenOnce(
      this.felt,
      JSON.stringify([view.hands, hold.letters, hold.answers.length > 0]) + tongue,
      () => this.cards(view),
    );
    replaceChildrenOnce(this.waitTitle, JSON.stringify(hold.waiting_for) + tongue, () =>
      h('span', {}, say(hold.waiting_for)),
    );
    setText(this.referred, say(hold.referred));
    this.referred.hidden = !hold.referred;
    this.countdown.node.toggleAttribute('hidden', !hold.timer);
    this.countdown.run(hold.timer);
    replaceChildrenOnce(
      this.choices,
      JSON.stringify([hold.choices, hold.answers, hold.refer, hold.change]) + tongue,
      () => this.buttons(view),
    );
    setText(
      this.saying,
      call ? t('held.say', { words: call, second: inLanguage(call, otherLanguage()) }) : '',
    );
    replaceChildrenOnce(
      this.money,
      JSON.stringify([hold.money, hold.stays, hold.answers, view.stakes]) + tongue,
      () => moneyTable(view),
    );
    setText(
      this.note,
      t('held.notes', {
        notes: [hold.stays?.decided.length ? t('held.shaded') : null, hold.stays?.note].filter(
          Boolean,
        ),
      }),
    );
  }

  cards(view) {
    const hand = (side) =>
      h(
        'div',
        {},
        h(
          'h3',
          { class: `l tone-${side}` },
          t(`dealer.side.${side}`),
          h(
            'b',
            {},
            view.hands[side].total === null ||
              view.hands[side].total === undefined ||
              !view.hands[side].cards.length
              ? '–'
              : String(view.hands[side].total),
          ),
        ),
        h(
          'div',
          { class: 'c' },
          ...view.hands[side].cards.map((code) =>
            h('span', { class: 'face' }, cardFace(code, { large: true })),
          ),
        ),
      );
    const { letters } = view.hold;
    // Patrons are asked once the order is fixed, never before.
    const fixed = view.hold.answers.length > 0;
    return list(
      [
        hand('player'),
        hand('banker'),
        letters.length
          ? h(
              'div',
              {},
              h('h3', { class: 'l gold' }, t(fixed ? 'held.loose-fixed' : 'held.loose')),
              h(
                'div',
                { class: 'c' },
                ...letters.map((letter) =>
                  h(
                    'figure',
                    {},
                    h('span', { class: 'face' }, cardFace(HIDDEN, { large: true })),
                    h('figcaption', {}, letter),
                  ),
                ),
              ),
              fixed ? null : h('small', {}, t('held.loose-words')),
            )
          : null,
      ].filter(Boolean),
    );
  }

  /** The possible actions with their keys. A disabled one shows the reason. */
  buttons(view) {
    const { hold } = view;
    const all = [];
    const reasons = new Set(hold.choices.map((choice) => say(choice.off_because)));
    const same = reasons.size === 1 && hold.choices.length > 1 ? [...reasons][0] : '';
    if (same) all.push(h('p', { class: 'muted whole' }, same));
    for (const [i, choice] of hold.choices.entries()) {
      const off = say(choice.off_because);
      all.push(
        h(
          'div',
          { class: 'with-why' },
          button(say(choice.label), () => this.choose(choice), {
            key: String(i + 1),
            primary: !off && hold.choices.length === 1,
            off,
            small: choice.clause,
          }),
          off && !same ? h('small', { class: 'muted' }, off) : null,
        ),
      );
    }
    if (!hold.choices.length)
      all.push(
        h(
          'p',
          { class: 'muted whole' },
          t(hold.answers.length ? 'held.patrons-answer' : 'held.nothing'),
        ),
      );
    const others = [button(t('dealer.key.pit'), () => this.dealer.callPit(), { key: 'p' })];
    if (hold.refer)
      others.push(
        button(say(hold.refer.label), () => this.choose(hold.refer), {
          key: 'u',
          off: say(hold.refer.off_because),
          small: hold.refer.clause,
        }),
      );
    if (hold.change)
      others.push(
        button(say(hold.change.label), () => this.choose(hold.change), {
          key: 'f',
          off: say(hold.change.off_because),
          small: hold.change.clause,
        }),
      );
    all.push(h('div', { class: 'held-others' }, ...others));
    return list(all);
  }

  async choose(choice) {
    if (choice.off_because)
      return void this.tell({ ok: false, words: choice.off_because, clause: choice.clause });
    const answer = await runAction(this.dealer.table, choice, {
      wagers: this.dealer.view.stakes.wagers,
      looks: !['AnswerWithdrawal', 'ReopenBets', 'CloseWithdrawal', 'ReferDecision'].includes(
        choice.act.command,
      ),
    });
    if (!answer) return;
    this.tell(answer);
    if (answer.entry) this.said(t('dealer.sent', { entry: answer.entry }));
  }

  /** The first thing that can be done gets the focus; Space never rules on anything. */
  first() {
    this.choices.querySelector('button:not(.off)')?.focus();
  }

  keys(taken) {
    const { hold } = this.dealer.view;
    const keys = hold.choices.map((choice, i) => ({
      key: String(i + 1),
      label: say(choice.label),
      run: () => this.choose(choice),
      hidden: true,
    }));
    if (hold.refer)
      keys.push({ key: 'u', label: t('held.refer'), run: () => this.choose(hold.refer) });
    if (hold.change)
      keys.push({ key: 'f', label: t('held.key-change'), run: () => this.choose(hold.change) });
    return keys.filter((entry) => !taken.has(entry.key));
  }

  tell(answer) {
    this.dealer.frame.told(this.told, answer);
  }

  said(text) {
    replaceChildren(this.told, text);
  }
}

function list(nodes) {
  const all = document.createDocumentFragment();
  all.append(...nodes);
  return all;
}
