/** Provides the countdown as an element, which keeps time and draws from its attributes. */

import { Countdown } from './countdown.js';

class CountdownElement extends HTMLElement {
  static observedAttributes = ['ends-ms', 'of-ms', 'paced', 'sign', 'letter', 'side'];

  /** @type {Countdown | null} */
  countdown = null;
  isDue = false;

  connectedCallback() {
    this.countdown = new Countdown();
    this.replaceChildren(this.countdown.node);
    this.run();
  }

  disconnectedCallback() {
    clearInterval(this.countdown?.beat);
  }

  /** Attributes change one by one, and the countdown takes them together. */
  attributeChangedCallback() {
    if (this.isDue) return;
    this.isDue = true;
    queueMicrotask(() => {
      this.isDue = false;
      this.run();
    });
  }

  run() {
    const length = Number(this.getAttribute('of-ms'));
    const timer = length
      ? {
          left_ms: length,
          of_ms: length,
          ends: Number(this.getAttribute('ends-ms')),
          isPace: this.hasAttribute('paced'),
        }
      : null;
    const text = this.getAttribute('letter');
    const letter = text ? { text, side: this.getAttribute('side') ?? '' } : null;
    this.countdown?.run(timer, this.getAttribute('sign') ?? '', letter);
  }
}

customElements.define('punto-countdown', CountdownElement);
