/** The phase line: ring, words of the clause, what comes next, how far the shoe is. */

import { h, replaceChildren, replaceChildrenOnce, setAttribute, setText } from '../shared/dom.js';
import { Countdown } from '../shared/countdown.js';
import { playSound } from '../shared/sound.js';
import {
  emptyBilingual,
  inBothLanguages,
  language,
  say,
  t,
  writeBilingual,
} from '../shared/messages.js';

const IN_ROUND = ['bets-open', 'bets-closed', 'dealing', 'complete'];
const BANNERS = { B: 'banker', P: 'player', T: 'tie' };

/** The sign that stands for a phase without a timer. */
export const signOf = (view) =>
  view.hold || view.stopped
    ? 'pause'
    : ({ 'bets-closed': 'lock', dealing: 'cards', complete: 'cards', idle: 'shoe', closed: 'shoe' }[
        view.phase
      ] ?? '');

/** What a phase says, in both languages: a stop, a hold, a void or an outcome speak before the phase. */
export function phaseWords(view) {
  if (view.stopped) return view.stopped;
  if (view.hold) return view.hold.words;
  if (view.phase === 'void') return inBothLanguages('winner.void');
  if (view.phase === 'settled' && view.outcome) return view.outcome;
  return view.phrase;
}

/** How many rounds are left before a table closes, the present one included; null where it does not close. */
export function closingText(view) {
  if (view.stopped || view.closing === null || view.closing === undefined) return null;
  const left = view.closing + (IN_ROUND.includes(view.phase) ? 1 : 0);
  const key = ['closing.over', 'closing'][left] ?? 'closing.rounds';
  return inBothLanguages(key, { left });
}

/** From when other rules or limits hold, in the last day before they do; else null. */
export function plannedChangeText(layout) {
  const left = layout.coming ? Date.parse(layout.coming.at) - Date.now() : Infinity;
  return left < 24 * 3600000 ? layout.coming.words : null;
}

/** Which round of its shoe a table is at: one more than there are results, while a round goes on. */
export const roundOfShoe = (view) =>
  (view.roads?.bead.length ?? 0) + (IN_ROUND.includes(view.phase) ? 1 : 0);

export class PhaseLine extends HTMLElement {
  connectedCallback() {
    if (this.words) return;
    this.countdown = new Countdown();
    this.countdown.lastSeconds = () => this.isOpen && playSound('last');
    this.words = emptyBilingual({ class: 'phase-words' });
    this.main = h('div', { class: 'phase-main' }, this.words);
    this.note = h('span', { class: 'note' });
    this.count = h('div', { class: 'shoe-words' });
    this.used = h('span');
    this.cut = h('u');
    this.shoe = h(
      'div',
      { class: 'shoe' },
      this.count,
      h('div', { class: 'bar', 'aria-hidden': 'true' }, this.used, this.cut),
    );
    replaceChildren(
      this,
      h('span', { class: 'phase-ring' }, this.countdown.node),
      h('div', { class: 'phase-text' }, this.main, this.note),
      this.shoe,
    );
  }

  /** Takes a picture of the table and a note of the terminal's own. */
  show(view, layout, note) {
    this.layout = layout;
    this.isOpen = view.phase === 'bets-open';
    this.call(phaseWords(view), !view.hold);
    const banner = view.phase === 'settled' ? (BANNERS[view.winner] ?? '') : '';
    setAttribute(this, 'data-banner', view.phase === 'void' ? 'void' : banner || null);
    this.say(view, note);
    this.countdown.run(view.hold?.timer ?? view.timer ?? view.paced, signOf(view));
    this.showShoe(view.shoe, roundOfShoe(view));
  }

  /** Other words are another element: they take the place of the old ones, and nothing moves. */
  call(words, isCall) {
    replaceChildrenOnce(this.main, JSON.stringify([words, isCall, language()]), () => {
      this.words = emptyBilingual({ class: `phase-words${isCall ? ' caps' : ''}` });
      writeBilingual(this.words, words);
      return this.words;
    });
  }

  say(view, note) {
    const void_ =
      view.phase === 'void' && view.void ? `${say(view.void.words)} (${view.void.source})` : '';
    setText(
      this.note,
      (note?.isLeast ? '' : note?.text) || void_ || this.next(view) || note?.text || '',
    );
    this.note.classList.toggle('bad', Boolean(note?.bad));
    // What is told to this patron goes before how far the shoe is.
    this.classList.toggle('tells', Boolean(void_ || (note?.text && !note.isLeast)));
    setAttribute(this, 'data-phase', view.phase);
    setAttribute(this, 'data-hold', view.hold ? 'true' : null);
  }

  next(view) {
    if (view.stopped) return t('stopped.help');
    if (view.hold) return view.hold.source ?? '';
    const closing = say(closingText(view));
    if (view.phase === 'settled') return closing || t('next.round');
    if (['dealing', 'bets-closed'].includes(view.phase) && view.next_side) {
      const cards = view.hands[view.next_side].cards.length;
      const key = cards >= 2 ? 'next.third' : 'next.card';
      return t(key, { side: view.next_side });
    }
    const ahead = closing || say(plannedChangeText(this.layout));
    if (ahead) return ahead;
    return view.phase === 'bets-open' && view.shoe?.rounds_left === 1 ? t('shoe.last') : '';
  }

  showShoe(shoe, round) {
    if (!shoe) {
      setText(this.count, t('shoe.none'));
      this.used.style.width = '0';
      return;
    }
    const cut = shoe.cards - (shoe.cards_behind_cut ?? 0);
    setText(
      this.count,
      t('shoe.words', {
        number: shoe.number ?? '',
        round,
        out: shoe.cards_out,
        cards: shoe.cards,
        cut,
      }),
    );
    this.used.style.width = `${(100 * shoe.cards_out) / shoe.cards}%`;
    this.cut.style.left = `${(100 * cut) / shoe.cards}%`;
  }
}

customElements.define('punto-phase', PhaseLine);
