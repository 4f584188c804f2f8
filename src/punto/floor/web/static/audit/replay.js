/** Replays a round with the screens of one instant side by side, and the data that each did not receive. */

import { cardFace, printedSeven } from '../shared/cards.js';
import { h, replaceChildren, s } from '../shared/dom.js';
import { button, clause, dollars, timeOf } from '../staff/frame.js';
import { bigRoad } from '../shared/roads.js';
import { say, t } from '../shared/messages.js';

const SIDES = ['player', 'banker'];
const [WIDTH, GROUPS] = [596, ['betting', 'closed', 'deal', 'third', 'end']];

export class Replay {
  constructor(desk) {
    this.desk = desk;
    this.first = 0;
    this.title = h('h2', { class: 'replay-title' });
    this.note = h('p', { class: 'muted' });
    this.ruler = h('div', { class: 'ruler' });
    this.screens = h('div', { class: 'screens' });
    this.why = h('div', { class: 'why' });
    const back = button('◀', () => desk.walk(-1));
    const on = button('▶', () => desk.walk(1));
    back.setAttribute('aria-label', t('audit.step-back'));
    on.setAttribute('aria-label', t('audit.step-on'));
    this.node = h(
      'section',
      { class: 'panel replay', 'aria-label': t('audit.replay') },
      h(
        'div',
        { class: 'replay-head' },
        h('div', {}, this.title, this.note),
        h('div', { class: 'buttons' }, back, on),
      ),
      this.ruler,
      this.screens,
      this.why,
    );
  }

  empty(words) {
    replaceChildren(this.title, words);
    replaceChildren(this.note);
    replaceChildren(this.ruler);
    replaceChildren(this.screens);
    replaceChildren(this.why);
  }

  /** Shows other seats, where there are more than two. */
  turn() {
    if (!this.shown) return;
    this.first += 2;
    this.show(this.shown, this.place);
  }

  show(shown, place) {
    [this.shown, this.place] = [shown, place];
    const step = shown.steps[place];
    replaceChildren(this.title, say(step.words));
    replaceChildren(
      this.note,
      t('audit.step-of', {
        round: shown.round,
        step: place + 1,
        steps: shown.steps.length,
        entry: step.number,
      }),
    );
    replaceChildren(this.ruler, rulerOf(shown.steps, place));
    const seats = this.seatsOf(shown, step);
    replaceChildren(
      this.screens,
      this.dealer(step, shown),
      ...seats.map((seat) => this.seat(step, seat, shown)),
      this.display(step, shown),
    );
    const why = step.why;
    replaceChildren(
      this.why,
      step.clause || why ? clause(step.clause || why.clause) : null,
      h('span', {}, why ? say(why.words) : t('audit.no-why')),
    );
  }

  /** Chooses two seats: first a patron with cards in hand, then the highest stakes. V shows the next ones. */
  seatsOf(shown, step) {
    const last = shown.steps.at(-1).seats;
    const all = Object.keys({ ...last, ...step.seats }).filter((seat) => seat in step.seats);
    const weight = (seat) =>
      (step.seats[seat].view.own.squeeze?.cards.length ? 1e12 : 0) +
      step.seats[seat].view.own.bet_cents;
    all.sort((one, other) => weight(other) - weight(one) || Number(one) - Number(other));
    if (all.length <= 2) return all;
    return [all[this.first % all.length], all[(this.first + 1) % all.length]];
  }

  dealer(step, shown) {
    const { view } = step.dealer;
    const strip = h(
      'ol',
      { class: 'small-steps', 'aria-hidden': 'true' },
      ...view.steps.map((each) => h('li', { 'data-state': each.state })),
    );
    const totals = view.stakes.totals;
    return screen(
      t('audit.screen.dealer'),
      t('audit.screen.console'),
      step.dealer,
      step,
      strip,
      h('p', { class: 'next-words' }, say(view.hold?.title ?? view.next.title)),
      ...SIDES.map((side) => hand(side, view.hands[side], shown)),
      h(
        'p',
        { class: 'under' },
        h('span', {}, say(view.phase_words)),
        h(
          'span',
          {},
          h('b', { class: 'tone-player' }, dollars(totals.player ?? 0)),
          ' · ',
          h('b', { class: 'tone-banker' }, dollars(totals.banker ?? 0)),
        ),
      ),
    );
  }

  seat(step, seat, shown) {
    const told = step.seats[seat];
    const { own } = told.view;
    const view = step.display.view;
    const held = own.squeeze?.cards.length ? own.squeeze : null;
    const chips = own.stakes.length
      ? own.stakes.map((each) => [each.wager, each.cents])
      : own.settled.map((each) => [each.wager, each.stake_cents]);
    return screen(
      t('audit.screen.seat', { seat }),
      dollars(told.view.credit_cents),
      told,
      step,
      h('p', { class: 'band' }, held ? say(held.words) : say(view.phrase)),
      h(
        'div',
        { class: held ? 'with-own' : '' },
        h('div', { class: 'both' }, ...SIDES.map((side) => hand(side, view.hands[side], shown))),
        held
          ? h(
              'div',
              { class: 'in-hand' },
              ...held.cards.map((code) =>
                h('span', { class: 'face' }, cardFace(code, { large: true })),
              ),
            )
          : null,
      ),
      h(
        'p',
        { class: 'areas' },
        ...chips.map(([wager, cents]) =>
          h(
            'span',
            { class: `area ${wager}` },
            say(shown.wagers[wager]),
            h('b', {}, dollars(cents)),
          ),
        ),
        h(
          'span',
          { class: 'bet' },
          t(own.settled.length ? 'audit.win' : 'meter.bet'),
          h('b', {}, dollars(own.settled.length ? own.win_cents : own.bet_cents)),
        ),
      ),
    );
  }

  display(step, shown) {
    const { view } = step.display;
    const words = view.void
      ? say(view.void.words)
      : view.outcome
        ? say(view.outcome)
        : say(view.phrase) || t('audit.screen.dealing');
    return screen(
      t('audit.screen.display'),
      t('audit.screen.above'),
      step.display,
      step,
      h('p', { class: 'band' }, words),
      h(
        'div',
        { class: 'wide-hands' },
        ...SIDES.map((side) => hand(side, view.hands[side], shown)),
      ),
      h('div', { class: 'road' }, bigRoad(shown.roads[step.roads], { columns: 24 })),
    );
  }
}

function hand(side, cards, shown) {
  const faces = cards.cards.map((code) =>
    h('span', { class: 'face' }, cardFace(code, { large: true })),
  );
  if (shown.permanent_seven && side === 'player')
    faces.unshift(h('span', { class: 'face' }, printedSeven()));
  return h(
    'div',
    { class: `small-hand ${side}` },
    h(
      'span',
      { class: `tone-${side}` },
      t(`hand.${side}`),
      h('b', {}, cards.total === null || !cards.cards.length ? '–' : String(cards.total)),
    ),
    h('div', { class: 'faces' }, ...faces),
  );
}

/** One screen with its name, what it showed, and what it was not sent. */
function screen(name, note, told, step, ...content) {
  const holds = told.view.own?.squeeze?.cards.length;
  const missing = told.withheld.map(say).join('; ');
  const seen = told.acknowledged_at
    ? t('audit.acknowledged', { time: timeOf(told.acknowledged_at) })
    : t('audit.after', { time: step.at.slice(11, 23) });
  return h(
    'article',
    { class: `screen ${holds ? 'may' : ''}`, 'aria-label': name },
    h('header', {}, h('b', {}, name), h('span', { class: 'muted' }, note)),
    h('div', { class: 'shows' }, ...content),
    h(
      'footer',
      {},
      h('span', {}, seen),
      h(
        'span',
        { class: told.checked ? '' : 'refused' },
        missing
          ? t(told.checked ? 'audit.not-sent' : 'audit.sent', { what: missing })
          : t('audit.nothing-held'),
      ),
    ),
  );
}

const groupOf = (step) => {
  if (step.phase === 'bets-open') return 'betting';
  const cards = SIDES.reduce((sum, side) => sum + step.display.view.hands[side].cards.length, 0);
  if (step.phase === 'settled' || step.phase === 'void') return 'end';
  if (!cards) return 'closed';
  return cards > 4 ? 'third' : 'deal';
};

/** Draws the steps of the round as marks on a line, with the current one in gold. */
function rulerOf(steps, place) {
  const x = (i) => 6 + (WIDTH - 12) * (steps.length > 1 ? i / (steps.length - 1) : 0);
  const marks = steps.map((_, i) =>
    s('path', { class: i < place ? 'past' : 'later', d: `M${x(i)} 8v12` }),
  );
  const begun = new Set();
  const labels = [];
  let free = -1;
  steps.forEach((step, i) => {
    const group = groupOf(step);
    if (begun.has(group) || !GROUPS.includes(group)) return;
    begun.add(group);
    const at = Math.max(x(i), free);
    const last = group === 'end';
    // A label that has no room is left out; the step itself says what it is.
    if (at > WIDTH - 60 && !(last && free < WIDTH - 28)) return;
    free = at + 74;
    labels.push(
      s(
        'text',
        {
          class: groupOf(steps[place]) === group ? 'now' : '',
          x: last ? WIDTH - 2 : at,
          y: 36,
          'text-anchor': last ? 'end' : 'start',
        },
        t(`audit.group.${group}`),
      ),
    );
  });
  return s(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} 42`,
      role: 'img',
      'aria-label': t('audit.step-short', { step: place + 1, steps: steps.length }),
    },
    s('path', { class: 'later', d: `M6 14H${WIDTH - 6}` }),
    ...marks,
    s('path', { class: 'here', d: `M${x(place)} 4v20` }),
    ...labels,
  );
}
