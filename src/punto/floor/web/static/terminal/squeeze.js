/** Lets a patron lift the cards of a hand edge by edge, then turn them up or return them to the dealer. */

import { cardFace } from '../shared/cards.js';
import { replaceChildren, setText } from '../shared/dom.js';
import { element } from '../shared/draw.js';
import { covered } from './card-reveal.js';
import { settings } from '../shared/settings.js';
import { speak } from '../shared/live-region.js';
import { say } from '../shared/messages.js';

export class Squeeze {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    /** @type {string | null} */
    this.laid = null;
    this.cards = /** @type {Element} */ (node.querySelector('.squeeze-cards'));
    this.words = /** @type {Element} */ (node.querySelector('.squeeze-words'));
  }

  /** Shows the cards that this seat has in hand; nothing where it has none. @param {Wire.TerminalView} view */
  show(view) {
    const held = view.own?.squeeze ?? null;
    const before = this.node.hidden;
    this.node.hidden = !held;
    if (!held) {
      // The page must not keep cards that were in hand.
      this.laid = null;
      return void replaceChildren(this.cards);
    }
    setText(this.words, say(held.words));
    const laid = `${view.round} ${held.side} ${held.cards.join(' ')}`;
    if (this.laid !== laid) {
      this.laid = laid;
      // The screen has no time limit of its own: only the table limits the squeeze.
      replaceChildren(
        this.cards,
        ...held.cards.map((code) =>
          covered(element(cardFace(code, { large: settings.largeIndex })), () => {}, 0),
        ),
      );
    }
    for (const [act, may] of [
      ['expose_cards', held.may_expose],
      ['refuse_cards', held.may_refuse],
    ]) {
      const key = /** @type {Element} */ (this.node.querySelector(`[data-act=${act}]`));
      if (may) key.removeAttribute('aria-disabled');
      else key.setAttribute('aria-disabled', 'true');
    }
    if (before) speak(say(held.words));
  }
}
