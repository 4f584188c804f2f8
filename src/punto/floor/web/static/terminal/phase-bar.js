/** The phase line shows the ring, the phase, the next step and the progress of the shoe. */

import { h, replaceChildren, replaceChildrenOnce, setAttribute, setText } from '../shared/dom.js';
import { Countdown } from '../shared/countdown.js';
import {
  closingText,
  phaseWords,
  plannedChangeText,
  roundOfShoe,
  signOf,
} from '../shared/phase.js';
import { playSound } from '../shared/sound.js';
import { emptyBilingual, language, say, t, writeBilingual } from '../shared/messages.js';

/** @type {Record<string, string>} */
const BANNERS = { B: 'banker', P: 'player', T: 'tie' };

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

  /**
   * Takes a picture of the table and a note of the terminal's own.
   * @param {any} view
   * @param {Wire.Layout} layout
   * @param {{text: string, bad?: boolean, isLeast?: boolean} | null} [note]
   */
  show(view, layout, note) {
    this.isOpen = view.phase === 'bets-open';
    this.call(phaseWords(view), !view.hold);
    const banner = view.phase === 'settled' ? (BANNERS[view.winner] ?? '') : '';
    setAttribute(this, 'data-banner', view.phase === 'void' ? 'void' : banner || null);
    this.say(view, layout, note);
    this.countdown?.run(view.hold?.timer ?? view.timer ?? view.paced, signOf(view));
    this.showShoe(view.shoe, roundOfShoe(view));
  }

  /**
   * Other words are another element: they take the place of the old ones, and nothing moves.
   * @param {import('../shared/messages.js').Message} words
   * @param {boolean} isCall
   */
  call(words, isCall) {
    replaceChildrenOnce(this.main, JSON.stringify([words, isCall, language()]), () => {
      this.words = emptyBilingual({ class: `phase-words${isCall ? ' caps' : ''}` });
      writeBilingual(this.words, words);
      return this.words;
    });
  }

  /**
   * @param {any} view
   * @param {Wire.Layout} layout
   * @param {{text: string, bad?: boolean, isLeast?: boolean} | null} [note]
   */
  say(view, layout, note) {
    const void_ =
      view.phase === 'void' && view.void
        ? t('note.void', { reason: view.void.words, source: view.void.source })
        : '';
    setText(
      this.note,
      (note?.isLeast ? '' : note?.text) || void_ || this.next(view, layout) || note?.text || '',
    );
    this.note.classList.toggle('bad', Boolean(note?.bad));
    // A message to this patron takes the place of the progress of the shoe.
    this.classList.toggle('tells', Boolean(void_ || (note?.text && !note.isLeast)));
    setAttribute(this, 'data-phase', view.phase);
    setAttribute(this, 'data-hold', view.hold ? 'true' : null);
  }

  /** @param {any} view @param {Wire.Layout} layout */
  next(view, layout) {
    if (view.stopped) return t('stopped.help');
    if (view.hold) return view.hold.source ?? '';
    const closing = say(closingText(view));
    if (view.phase === 'settled') return closing || t('next.round');
    if (['dealing', 'bets-closed'].includes(view.phase) && view.next_side) {
      const cards = view.hands[view.next_side].cards.length;
      const key = cards >= 2 ? 'next.third' : 'next.card';
      return t(key, { side: view.next_side });
    }
    const ahead = closing || say(plannedChangeText(layout));
    if (ahead) return ahead;
    return view.phase === 'bets-open' && view.shoe?.rounds_left === 1 ? t('shoe.last') : '';
  }

  /** @param {Wire.TerminalView['shoe']} shoe @param {number} round */
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
