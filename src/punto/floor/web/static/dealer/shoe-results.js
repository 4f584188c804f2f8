/** Shows the last rounds of this shoe, with the totals of both hands and the marks. */

import { h, replaceChildrenOnce } from '../shared/dom.js';
import { language, t } from '../shared/messages.js';

const SHOWN = 14;

export class ShoeResults {
  constructor() {
    this.node = h('section', { class: 'panel recent', 'aria-label': t('dealer.this-shoe') });
  }

  show(view) {
    replaceChildrenOnce(
      this.node,
      JSON.stringify([view.results, view.round, view.phase, view.hands]) + language(),
      () => {
        const running = !['idle', 'settled', 'void', 'closed'].includes(view.phase);
        const all = document.createDocumentFragment();
        all.append(
          h(
            'div',
            { class: 'lab' },
            h('h2', { class: 'h' }, t('dealer.this-shoe')),
            h(
              'b',
              {},
              ...['B', 'P', 'T'].map((letter) =>
                h(
                  'span',
                  { class: `tone-${{ B: 'banker', P: 'player', T: 'tie' }[letter]}` },
                  `${letter} ${view.results.counts[letter] ?? 0} `,
                ),
              ),
            ),
            h('span', { class: 'muted' }, t('dealer.strip-words')),
          ),
        );
        const rounds = view.results.rounds.slice(running ? 1 - SHOWN : -SHOWN);
        for (const each of rounds)
          all.append(
            h(
              'div',
              { class: 'rr' },
              h('small', {}, String(each.round)),
              h(
                'span',
                { class: `bead-disc ${each.winner}` },
                { B: t('dealer.bead.B'), P: t('dealer.bead.P'), T: t('dealer.bead.T') }[
                  each.winner
                ] ?? '–',
              ),
              `${each.player}–${each.banker}`,
              h('small', {}, t('dealer.marks', { marks: each.marks }) || '\u00a0'),
            ),
          );
        if (!rounds.length && !running)
          all.append(h('p', { class: 'muted none-yet' }, t('dealer.no-rounds')));
        if (running)
          all.append(
            h(
              'div',
              { class: 'rr cur' },
              h('small', {}, String(view.round)),
              h('span', { class: 'bead-disc' }, '?'),
              view.hands.player.total === null || !view.hands.player.cards.length
                ? '–'
                : `${view.hands.player.total ?? '?'}–${view.hands.banker.total ?? '?'}`,
              h('small', { class: 'gold' }, t('dealer.running')),
            ),
          );
        return all;
      },
    );
  }
}
