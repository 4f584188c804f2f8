/** The two hands, their totals and, while bets are open, the ring between them. */

import { cardFace, printedSeven } from '../shared/cards.js';
import { h, replaceChildren, setAttribute, setText } from '../shared/dom.js';
import { element } from '../shared/draw.js';
import { covered } from './card-reveal.js';
import { settings } from '../shared/settings.js';
import { playSound } from '../shared/sound.js';
import { emptyBilingual, say, t, writeBilingual } from '../shared/messages.js';

const SIDES = ['player', 'banker'];
const PLACES = ['first', 'second', 'third'];
const GAP = 250;

export class Hands extends HTMLElement {
  connectedCallback() {
    if (this.places) return;
    this.places = {};
    this.tiles = {};
    const hands = Object.fromEntries(SIDES.map((side) => [side, this.hand(side)]));
    this.score = h('div', { class: 'score' }, ...SIDES.map((side) => this.tile(side)));
    this.middle = h(
      'div',
      { class: 'middle' },
      this.score,
      (this.wait = h('div', { class: 'wait' })),
    );
    replaceChildren(this, hands.player, this.middle, hands.banker);
  }

  hand(side) {
    this.places[side] = PLACES.map((name) => {
      const slot = h('span', { class: `place ${name}` });
      slot.shown = null;
      return slot;
    });
    // The third card lies on the outside: first in the Player's row, last in the Banker's.
    const [first, second, third] = this.places[side];
    const row = side === 'player' ? [third, first, second] : [first, second, third];
    return h('div', { class: `hand ${side}`, role: 'group' }, ...row);
  }

  tile(side) {
    const parts = {
      name: emptyBilingual({ class: 'caps tile-name' }),
      total: h('strong'),
      two: h('span', { class: 'two-cards' }),
    };
    parts.node = h('div', { class: `tile ${side}` }, parts.name, parts.total, parts.two);
    this.tiles[side] = parts;
    return parts.node;
  }

  /** Takes a picture of the table; `still` puts everything down at once. */
  show(view, layout, { still = false, own = false } = {}) {
    this.view = view;
    this.layout = layout;
    const isOpen = ['bets-open', 'closed', 'idle'].includes(view.phase);
    this.classList.toggle('waiting', isOpen);
    this.fresh = 0;
    for (const side of SIDES) {
      setAttribute(this.querySelector(`.hand.${side}`), 'aria-label', say(layout.hands[side]));
      this.lay(side, view, layout, still, own);
      this.score_(side, view, layout);
    }
  }

  lay(side, view, layout, still, own) {
    const cards = view.hands[side].cards;
    const printed = layout.permanent_seven && side === 'player';
    const codes = printed ? ['printed', ...cards] : cards;
    this.places[side].forEach((slot, i) => {
      const code = codes[i] ?? null;
      const style = `${code} ${settings.largeIndex} ${document.documentElement.lang}`;
      if (slot.shown === style) return;
      const isNew = code && code !== 'printed' && !slot.shown?.startsWith(code);
      slot.shown = style;
      if (!code)
        return replaceChildren(slot, h('span', { class: 'slot' }, t(`place.${PLACES[i]}`)));
      if (code === 'printed') return replaceChildren(slot, printedSeven());
      this.put(slot, code, isNew && !still, own);
    });
    const third = this.places[side][2];
    const expects = view.phase === 'dealing' && view.next_side === side && codes.length === 2;
    third.classList.toggle('unused', codes.length < 3 && !expects);
  }

  put(slot, code, isNew, own) {
    const face = element(cardFace(code, { large: settings.largeIndex }));
    const card =
      isNew && settings.slowReveal && own
        ? covered(face, () => this.again())
        : h('span', { class: 'face' }, face);
    if (isNew) {
      card.classList.add('dealt');
      card.style.animationDelay = `${this.fresh * GAP}ms`;
      setTimeout(() => playSound('card'), this.fresh * GAP);
      this.fresh += 1;
    }
    replaceChildren(slot, card);
  }

  /** Draws the totals again after a private reveal. */
  again() {
    for (const side of SIDES) this.score_(side, this.view, this.layout);
    this.dispatchEvent(new CustomEvent('revealed', { bubbles: true }));
  }

  /** Whether a card of a hand is still covered on this screen. */
  hides(side) {
    return this.places[side].some((slot) => slot.querySelector('.covered'));
  }

  score_(side, view, layout) {
    const { cards, total, two_card_total: two } = view.hands[side];
    const tile = this.tiles[side];
    const hidden = this.hides(side);
    writeBilingual(tile.name, layout.hands[side]);
    setText(
      tile.total,
      hidden ? '?' : total === null || total === undefined || !cards.length ? '–' : String(total),
    );
    const has = two !== null && two !== undefined && cards.length && !hidden;
    setText(tile.two, has ? t('tile.two', { total: two }) : '\u00a0');
    const settled = view.winner && !this.hides('player') && !this.hides('banker');
    const won = settled && (view.winner === (side === 'player' ? 'P' : 'B') || view.winner === 'T');
    tile.node.classList.toggle('won', Boolean(won));
    tile.node.classList.toggle('over', Boolean(settled && !won));
  }
}

customElements.define('punto-hands', Hands);
