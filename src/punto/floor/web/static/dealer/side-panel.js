/** The right column shows who handles the cards, the differential, the shoe and the words to say now. */

import { h, replaceChildrenOnce, s } from '../shared/dom.js';
import { button, clause, dollars, timeOf } from '../staff/frame.js';
import { inLanguage, language, otherLanguage, say, short, t } from '../shared/messages.js';

const SIDES = ['player', 'banker'];
const HALF = 170;

export class SidePanel {
  constructor(dealer) {
    this.dealer = dealer;
    this.chosen = 'handlers';
    this.parts = { handlers: h('div'), differential: h('div'), shoe: h('div') };
    this.first = h('span', { class: 'note' });
    const tab = (name) =>
      h(
        'button',
        {
          type: 'button',
          role: 'tab',
          class: 'tab',
          id: `tab-${name}`,
          'aria-controls': `panel-${name}`,
          on: { click: () => this.turnTo(name) },
        },
        t(`dealer.tab.${name}`),
      );
    this.tabs = h(
      'div',
      { class: 'tab-row', role: 'tablist', 'aria-label': t('dealer.aside') },
      ...Object.keys(this.parts).map(tab),
    );
    this.tabs.addEventListener('keydown', (event) => this.walk(event));
    this.sections = Object.fromEntries(
      Object.entries(this.parts).map(([name, node]) => [
        name,
        h(
          'section',
          {
            class: `panel ${name}`,
            id: `panel-${name}`,
            'data-part': name,
            'aria-label': t(`dealer.tab.${name}`),
          },
          node,
        ),
      ]),
    );
    this.node = h('div', { class: 'side-panel' }, this.tabs, ...Object.values(this.sections));
    this.saying = h('section', { class: 'panel saying', 'aria-label': t('dealer.say') });
    this.turnTo('handlers');
  }

  turnTo(name) {
    this.chosen = name;
    for (const tab of this.tabs.children) {
      const is = tab.id === `tab-${name}`;
      tab.setAttribute('aria-selected', String(is));
      tab.tabIndex = is ? 0 : -1;
    }
    this.node.dataset.chosen = name;
  }

  walk(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...this.tabs.children];
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    next.focus();
    next.click();
  }

  show(view) {
    const part = (name, key, draw) =>
      replaceChildrenOnce(this.parts[name], JSON.stringify(key) + language(), draw);
    part('handlers', [view.handlers, view.method, view.acts, view.attended], () =>
      this.handlers(view),
    );
    part('differential', [view.differential, view.acts], () => this.differential(view));
    // Where the column is tabs, what keeps bets from closing comes forward once.
    const isOver = Boolean(view.differential?.proposal);
    if (isOver !== this.isOver && (isOver || this.chosen === 'differential'))
      this.turnTo(isOver ? 'differential' : 'handlers');
    this.isOver = isOver;
    part('shoe', view.shoe, () => this.shoe(view));
    replaceChildrenOnce(this.saying, JSON.stringify(view.dealer_calls) + language(), () =>
      this.say(view.dealer_calls),
    );
  }

  handlers(view) {
    const { handlers } = view;
    if (!handlers)
      return h(
        'div',
        { class: 'pad' },
        h('h2', { class: 'h' }, t('dealer.tab.handlers')),
        h(
          'p',
          { class: 'muted' },
          view.method && view.method !== 'B' ? t('dealer.no-handlers') : t('dealer.no-method'),
        ),
      );
    return h(
      'div',
      { class: 'pad' },
      h(
        'div',
        { class: 'row' },
        h('h2', { class: 'h' }, t('dealer.tab.handlers')),
        h(
          'span',
          { class: 'note' },
          handlers.first ? t('dealer.first', { side: handlers.first }) : '',
        ),
      ),
      ...SIDES.map((side) => this.handler(view, side, handlers[side])),
    );
  }

  handler(view, side, hand) {
    const acts = view.acts.filter(
      (offered) =>
        ['RefuseCards', 'ReportIrregularity', 'ExposeCards'].includes(offered.act.command) &&
        offered.act.with.side === side &&
        offered.group === 'patrons' &&
        !offered.off_because,
    );
    const buttons =
      hand.state === 'due' || hand.state === 'has'
        ? acts
            .slice(0, 2)
            .map((offered) =>
              button(say(offered.label), () => this.dealer.carry(offered), { key: offered.key }),
            )
        : [h('span', { class: 'btn off' }, t(`dealer.handler.${hand.state}`))];
    return h(
      'div',
      { class: 'sq' },
      h('span', { class: `s tone-${side}` }, t(`dealer.side.${side}`)),
      h(
        'div',
        {},
        hand.seat
          ? h('b', { class: 'seat' }, t('dealer.seat-number', { seat: hand.seat }))
          : h('b', { class: 'seat' }, t('dealer.dealer')),
        hand.cents ? ` ${dollars(hand.cents)}` : '',
        h(
          'small',
          {},
          t('dealer.handler-why', {
            parts: [
              hand.why,
              hand.clause,
              hand.next ? t('dealer.handler-next', { seat: hand.next }) : '',
            ].filter(Boolean),
          }),
        ),
      ),
      h('div', { class: 'sq-keys' }, ...buttons),
    );
  }

  differential(view) {
    const found = view.differential;
    if (!found)
      return h(
        'div',
        { class: 'pad' },
        h('h2', { class: 'h' }, t('dealer.tab.differential')),
        h('p', { class: 'muted small' }, t('dealer.no-differential')),
      );
    const lead = found.banker_cents - found.player_cents;
    const over = found.proposal !== null && found.proposal !== undefined;
    const acts = over
      ? view.acts.filter((offered) =>
          ['RequestLowerWagers', 'RemoveWagers'].includes(offered.act.command),
        )
      : [];
    return h(
      'div',
      { class: `pad ${over ? 'over' : ''}` },
      h(
        'div',
        { class: 'row' },
        h('h2', { class: 'h' }, t('dealer.tab.differential')),
        found.clause ? clause(found.clause) : null,
      ),
      h(
        'p',
        { class: 'figure' },
        h('b', {}, short(Math.abs(lead))),
        h(
          'span',
          { class: 'muted' },
          ' ',
          found.limit_cents === null
            ? t('dealer.no-limit')
            : t('dealer.of', { limit: found.limit_cents }),
        ),
      ),
      bar(found, lead),
      h(
        'div',
        { class: 'row bar-names' },
        h(
          'span',
          { class: 'tone-player' },
          t('dealer.side.player'),
          ' ',
          dollars(found.player_cents),
        ),
        h(
          'span',
          { class: 'tone-banker' },
          t('dealer.side.banker'),
          ' ',
          dollars(found.banker_cents),
        ),
      ),
      over ? h('p', { class: 'small gold' }, say(found.proposal.words)) : null,
      acts.length
        ? h(
            'div',
            { class: 'buttons' },
            ...acts.map((offered) =>
              button(say(offered.label), () => this.dealer.carry(offered), {
                key: offered.key,
                off: say(offered.off_because),
              }),
            ),
          )
        : null,
    );
  }

  shoe(view) {
    const { shoe } = view;
    if (!shoe)
      return h(
        'div',
        { class: 'pad' },
        h('h2', { class: 'h' }, t('dealer.tab.shoe')),
        h('p', { class: 'muted small' }, t('dealer.no-shoe')),
      );
    const at = (cards) => Math.round((450 * cards) / shoe.cards);
    const cut = shoe.cards - shoe.cards_behind_cut;
    return h(
      'div',
      { class: 'pad' },
      h('h2', { class: 'h' }, t('dealer.shoe', { number: shoe.number })),
      h(
        'p',
        { class: 'figure' },
        h('b', {}, String(shoe.cards_out)),
        h('span', { class: 'muted' }, ' ', t('dealer.cards-out', { cards: shoe.cards })),
      ),
      s(
        'svg',
        {
          class: 'shoe-bar',
          viewBox: '0 0 450 26',
          preserveAspectRatio: 'none',
          role: 'img',
          'aria-label': t('dealer.shoe-bar', {
            out: shoe.cards_out,
            cards: shoe.cards,
            cut,
          }),
        },
        s('rect', { class: 'track', x: 0.5, y: 7, width: 449, height: 12 }),
        s('rect', { class: 'out', x: 0.5, y: 7, width: at(shoe.cards_out), height: 12 }),
        s('path', { class: 'tick-line', d: `M${at(cut)} 2v22` }),
      ),
      h(
        'p',
        { class: `small ${shoe.rounds_left === null ? 'muted' : 'gold'}` },
        shoe.rounds_left === null
          ? t('dealer.cut-after', { cut })
          : t('shoe-cards.after-cut', { out: shoe.cards_out, cards: shoe.cards }),
      ),
    );
  }

  say({ now, past }) {
    const isLong = now && say(now).length > 26;
    return h(
      'div',
      { class: `pad ann ${isLong ? 'long' : ''}` },
      h(
        'div',
        {},
        h('h2', { class: 'h' }, t('dealer.say')),
        now
          ? h('p', { class: 'now' }, t('dealer.called', { call: now }))
          : h('p', { class: 'muted' }, t('dealer.say-nothing')),
        now
          ? h(
              'p',
              { class: 'muted now-second', lang: otherLanguage() === 'zh' ? 'zh-Hans' : 'en' },
              inLanguage(now, otherLanguage()),
            )
          : null,
      ),
      h(
        'table',
        {},
        h(
          'tbody',
          {},
          ...past.slice(-3).map((each) =>
            h(
              'tr',
              {},
              h(
                'td',
                {},
                t(each.clause ? 'dealer.called-by' : 'dealer.called', {
                  call: each.words,
                  clause: each.clause,
                }),
              ),
              h('td', {}, each.at ? timeOf(each.at) : ''),
            ),
          ),
        ),
      ),
    );
  }
}

/** One bar from the middle towards the heavier side; gold ticks at the limit, none where there is no limit. */
function bar(found, lead) {
  const most = found.limit_cents || Math.max(Math.abs(lead), 1);
  const width = Math.min(HALF, Math.round((HALF * Math.abs(lead)) / most));
  const x = lead >= 0 ? 225 : 225 - width;
  const limit = found.limit_cents;
  const words = t(limit ? 'dealer.differential-bar' : 'dealer.differential-unlimited', {
    side: lead >= 0 ? 'banker' : 'player',
    sum: Math.abs(lead),
    limit,
  });
  return s(
    'svg',
    {
      class: 'differential-bar',
      viewBox: '0 0 450 26',
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': words,
    },
    s('rect', { class: 'track', x: 1, y: 7, width: 448, height: 12 }),
    s('rect', { class: lead >= 0 ? 'banker-fill' : 'player-fill', x, y: 7, width, height: 12 }),
    s('path', { class: 'middle-line', d: 'M225 2v22' }),
    found.limit_cents
      ? s('path', { class: 'tick-line', d: `M${225 - HALF} 2v22M${225 + HALF} 2v22` })
      : null,
  );
}
