/** Shows the next step with its reason, and the two hands. */

import { cardFace, printedSeven } from '../shared/cards.js';
import {
  h,
  replaceChildren,
  replaceChildrenOnce,
  s,
  setAttribute,
  setText,
} from '../shared/dom.js';
import { button, clause } from '../staff/frame.js';
import { Countdown } from '../shared/countdown.js';
import { inLanguage, language, otherLanguage, say, t } from '../shared/messages.js';

const SIDES = ['player', 'banker'];
/** The values of a card. */
const VALUES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
/** The actions that answer a step with a choice. */
const CHOICES = {
  expose: ['ChooseFirstHand', 'PassCards', 'ExposeCards', 'ChooseHandler'],
  'enter-card': ['EnterCard'],
  'hand-over-device': ['HandOverDevice', 'RelinquishDevice', 'AllowDrawing'],
};

export class NextStep {
  constructor(dealer) {
    this.dealer = dealer;
    this.steps = h('ol', { class: 'steps', 'aria-label': t('dealer.steps') });
    this.title = h('h2', { class: 'step-title' });
    this.second = h('p', { class: 'step-second' });
    this.why = h('p', { class: 'why' });
    this.play = h('div', { class: 'top10' });
    /** That the last round is void, and that the table is to close. */
    this.notices = h('div', { class: 'notices', role: 'status' });
    this.goLabel = h('b');
    this.goHint = h('span');
    this.go = h(
      'button',
      { type: 'button', class: 'go', on: { click: () => dealer.runNextStep() } },
      this.goLabel,
      h('kbd', {}, t('staff.space')),
      this.goHint,
    );
    this.choices = h('div', { class: 'go-choices' });
    this.two = h('div', { class: 'two' });
    this.told = h('p', { class: 'told', role: 'status' });
    this.countdown = new Countdown();
    this.hands = h('div', { class: 'hands-row' });
    this.node = h(
      'section',
      { class: 'panel next-step', 'aria-label': t('dealer.next') },
      this.steps,
      h(
        'div',
        { class: 'say' },
        h(
          'div',
          { class: 'step-words' },
          this.notices,
          this.title,
          this.second,
          this.why,
          this.play,
        ),
        h('div', { class: 'act' }, this.go, this.choices, this.two, this.told),
      ),
      this.hands,
    );
  }

  show(view) {
    const { next } = view;
    replaceChildrenOnce(this.steps, JSON.stringify(view.steps) + language(), () =>
      this.stripOf(view.steps),
    );
    replaceChildrenOnce(this.title, JSON.stringify(next.title) + language(), () =>
      coloured(say(next.title)),
    );
    this.title.classList.toggle('long', say(next.title).length > 26);
    setText(this.second, inLanguage(next.title, otherLanguage()));
    setAttribute(this.second, 'lang', otherLanguage() === 'zh' ? 'zh-Hans' : 'en');
    replaceChildrenOnce(this.why, JSON.stringify([next.why, next.clause]) + language(), () =>
      h(
        'span',
        {},
        say(next.why),
        next.why && next.clause ? ' ' : '',
        next.clause ? clause(next.clause) : '',
      ),
    );
    replaceChildrenOnce(this.play, JSON.stringify(next.table_of_play) + language(), () =>
      playOf(next.table_of_play),
    );
    replaceChildrenOnce(
      this.notices,
      JSON.stringify([view.void, view.closing, view.round]) + language(),
      () => noticesOf(view),
    );
    this.showGo(view);
    this.showTwo(view);
    replaceChildrenOnce(
      this.hands,
      JSON.stringify([view.hands, view.next.key, view.payouts, view.phase]) + language(),
      () => h('div', { class: 'hands-both' }, ...SIDES.map((side) => this.handOf(view, side))),
    );
  }

  stripOf(steps) {
    const list = document.createDocumentFragment();
    steps.forEach((step, i) =>
      list.append(
        h(
          'li',
          { 'data-state': step.state, 'aria-current': step.state === 'now' ? 'step' : null },
          step.state === 'done' ? tick() : `${i + 1}`,
          ' ',
          say(step.label),
        ),
      ),
    );
    return list;
  }

  showGo(view) {
    const { next } = view;
    const mine = this.dealer.attends;
    const choices = mine ? this.choicesOf(view) : [];
    const off = mine && (next.off_because || (!next.act && !choices.length));
    this.go.hidden = choices.length > 0;
    setAttribute(this.go, 'aria-disabled', off ? 'true' : null);
    setText(this.goLabel, mine ? say(next.button) || say(next.title) : t('dealer.attend'));
    if (!off) this.goHint.classList.remove('lit');
    setText(
      this.goHint,
      mine
        ? say(next.off_because) || say(next.hint)
        : t(view.attended ? 'dealer.attended-by' : 'dealer.attend-words', {
            by: view.attended?.by ?? '',
          }),
    );
    const timer = view.timer;
    if (timer && !this.countdown.node.parentNode) this.go.append(this.countdown.node);
    if (!timer) this.countdown.node.remove();
    this.go.classList.toggle('timed', Boolean(timer));
    this.countdown.run(timer);
    replaceChildrenOnce(this.choices, JSON.stringify(choices) + language(), () => {
      const all = document.createDocumentFragment();
      choices.forEach((offered, i) =>
        all.append(
          button(say(offered.label), () => this.dealer.carry(offered), {
            primary: i === 0,
            key: offered.key,
            off: say(offered.off_because),
            small: offered.clause,
          }),
        ),
      );
      return all;
    });
  }

  choicesOf(view) {
    if (view.next.act || view.next.off_because) return [];
    // Actions for irregularities do not answer the step, so they have another place.
    return view.acts
      .filter(
        (offered) =>
          (CHOICES[view.next.key] ?? []).includes(offered.act.command) &&
          !offered.act.with?.in_error &&
          !offered.off_because,
      )
      .slice(0, 4);
  }

  focusChoices() {
    this.choices.querySelector('button')?.focus();
  }

  /** The two lesser keys beside the step: what concerns the cards, and recall. */
  showTwo(view) {
    const cards = view.acts
      .filter(
        (offered) =>
          (offered.group === 'cards' || offered.act.command === 'OpenTable') &&
          !offered.off_because &&
          !this.choicesOf(view).includes(offered),
      )
      .slice(0, 2);
    replaceChildrenOnce(this.two, JSON.stringify(cards) + language() + view.faults.length, () => {
      const all = document.createDocumentFragment();
      for (const offered of cards)
        all.append(
          button(say(offered.label), () => this.dealer.carry(offered), { key: offered.key }),
        );
      return all;
    });
  }

  handOf(view, side) {
    const hand = view.hands[side];
    const printed = view.permanent_seven && side === 'player';
    const figures = hand.cards.map((code, i) =>
      h(
        'figure',
        {},
        h('span', { class: 'face' }, cardFace(code, { large: true })),
        h('figcaption', {}, say(hand.notes[i]) || '\u00a0'),
      ),
    );
    if (printed)
      figures.unshift(
        h(
          'figure',
          {},
          h('span', { class: 'face' }, printedSeven()),
          h('figcaption', {}, t('dealer.printed')),
        ),
      );
    const due = view.next.side === side;
    if (due)
      figures.push(
        h(
          'figure',
          { class: 'nx' },
          h('span', { class: 'face next-card' }, h('b', {}, t('dealer.next-card'))),
          h(
            'figcaption',
            {},
            t('dealer.next-place', { place: hand.cards.length + (printed ? 2 : 1) }),
          ),
        ),
      );
    const { winner } = view.hands;
    const won = winner && (winner === (side === 'player' ? 'P' : 'B') || winner === 'T');
    return h(
      'div',
      { class: `one-hand ${side} ${won ? 'won' : ''}` },
      h(
        'div',
        { class: 't' },
        h(
          'h3',
          { class: `l tone-${side}` },
          t(`dealer.side.${side}`),
          ' ',
          h(
            'span',
            { lang: otherLanguage() === 'zh' ? 'zh-Hans' : 'en' },
            t(`dealer.side.${side}`, {}, otherLanguage()),
          ),
        ),
        h(
          'strong',
          { class: 'n' },
          hand.total === null || hand.total === undefined || !hand.cards.length
            ? '–'
            : String(hand.total),
        ),
        h(
          'small',
          {},
          hand.two_card_total === null || hand.two_card_total === undefined
            ? '\u00a0'
            : t('dealer.two-cards', { total: hand.two_card_total }),
        ),
      ),
      h('div', { class: 'row-cards' }, ...figures),
    );
  }

  pointToWhy() {
    setAttribute(this.why, 'tabindex', '-1');
    this.why.focus();
  }

  tell(answer) {
    this.dealer.frame.told(this.told, answer);
    // If the button already shows this text, it is only read out and highlighted there.
    const isThere =
      !answer?.ok && Boolean(say(answer?.words)) && say(answer.words) === this.goHint.textContent;
    this.told.classList.toggle('unseen', isThere);
    this.goHint.classList.toggle('lit', isThere);
  }

  said(text) {
    this.told.classList.remove('unseen');
    replaceChildren(this.told, text);
  }
}

/** The notices that a dealer must read before the next step. */
function noticesOf(view) {
  const all = document.createDocumentFragment();
  if (view.void)
    all.append(
      h(
        'p',
        {},
        t('dealer.void', { round: view.round, what: view.void.words }),
        ' ',
        view.void.source ? clause(view.void.source) : '',
      ),
    );
  if (view.closing) all.append(h('p', {}, say(view.closing)));
  return all;
}

const tick = () =>
  s(
    'svg',
    { width: 14, height: 14, viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    s('path', { class: 'step-tick', d: 'M2.5 8.5 6.3 12.3 13.5 4' }),
  );

/** A sentence in which the names of the hands have their colours; the words carry it all the same. */
export function coloured(text) {
  const all = document.createDocumentFragment();
  const names = {
    [t('dealer.side.player')]: 'player',
    [t('dealer.side.banker')]: 'banker',
    Player: 'player',
    Banker: 'banker',
  };
  for (const part of text.split(new RegExp(`(${Object.keys(names).join('|')})`)))
    all.append(names[part] ? h('span', { class: `tone-${names[part]}` }, part) : part);
  return all;
}

/** The row of the Table of Play that decides: filled draws, empty stands. */
function playOf(row) {
  if (!row) return '';
  const cell = (card) => {
    const draws = row.draws.includes(card);
    return h(
      'li',
      {
        class: `${draws ? 'd' : ''} ${card === row.against ? 'hit' : ''}`,
        'aria-label': t(draws ? 'dealer.play.draws' : 'dealer.play.stands', { card }),
      },
      String(card),
    );
  };
  return h(
    'div',
    { class: 'top10-row' },
    h('span', {}, t('dealer.play', { own: row.own })),
    h('ol', {}, ...VALUES.map(cell)),
    h('span', {}, t('dealer.play.legend')),
  );
}
