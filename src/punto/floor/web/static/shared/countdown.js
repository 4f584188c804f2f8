/** Draws the ring that runs down while bets are open, and the signs shown in its place. */

import { element, h } from './draw.js';
import { t } from './messages.js';

/** @typedef {{left_ms: number, of_ms: number, ends?: number, isPace?: boolean}} Timer */
/** @typedef {{text: string, side: string}} Letter of a result, with the hand whose colour it has */
/**
 * The fields of a snapshot about time.
 * @typedef {object} Timed
 * @property {string} phase
 * @property {Timer | null} [timer]
 * @property {{timer?: Timer | null} | null} [hold]
 * @property {Record<string, number>} [paced_ms]
 * @property {Timer | null} [paced]
 */

const RADIUS = 44;
const ROUND = 2 * Math.PI * RADIUS;
const LAST_SECONDS = 5;
/** The step whose pace a phase shows. @type {Record<string, string>} */
const PACED = { dealing: 'card', settled: 'result' };
/** @type {Record<string, string>} */
const SIGNS = {
  lock: 'M34 46V37a16 16 0 0 1 32 0v9M28 46h44v30H28z',
  pause: 'M40 33v34M60 33v34',
  cards: 'M28 38h28v36H28zM62 34l14 4-9 33-6-2',
  shoe: 'M66 34a24 24 0 1 0 8 18M66 22v14H52',
  broken: 'M24 44a38 38 0 0 1 52 0M34 55a23 23 0 0 1 32 0M46 66a7 7 0 0 1 8 0M26 76 74 26',
};

/**
 * Notes, when a picture comes, at what moment of this screen's own clock each of its timers ends.
 * @template {Timed} T
 * @param {T} view
 * @returns {T}
 */
export function stamp(view) {
  const now = performance.now();
  for (const timer of [view.timer, view.hold?.timer]) if (timer) timer.ends = now + timer.left_ms;
  const step = PACED[view.phase];
  const length = view.timer || view.hold || !step ? null : view.paced_ms?.[step];
  view.paced = length ? { left_ms: length, of_ms: length, ends: now + length, isPace: true } : null;
  return view;
}

const CIRCLE = { cx: 50, cy: 50, r: RADIUS };
const RING = h(
  'svg',
  { class: 'ring', viewBox: '0 0 100 100', role: 'timer', 'aria-live': 'off' },
  h('circle', { class: 'ring-track', ...CIRCLE }),
  h('circle', {
    class: 'ring-hand',
    ...CIRCLE,
    'stroke-dasharray': ROUND,
    transform: 'rotate(-90 50 50)',
  }),
  h('text', { class: 'ring-figure', x: 50, y: 65, 'text-anchor': 'middle', 'font-size': 42 }),
  h('path', { class: 'ring-sign' }),
);

/** A ring that keeps its own time between two pictures of the table. */
export class Countdown {
  constructor() {
    this.node = element(RING);
    const [, hand, figure, sign] = this.node.children;
    this.hand = hand;
    this.figure = figure;
    this.sign = sign;
    /** @type {Letter | null} */
    this.letter = null;
    this.named = '';
    this.ends = 0;
    this.length = 0;
    this.lastSeconds = () => {};
    this.rang = false;
    this.beat = setInterval(() => this.paint(), 100);
  }

  /**
   * Takes a timer of the server; without one, a sign or the letter of a result stands there.
   * @param {Timer | null | undefined} timer
   * @param {string} [sign]
   * @param {Letter | null} [letter]
   */
  run(timer, sign = '', letter = null) {
    this.letter = timer ? null : letter;
    if (timer) {
      // A picture that comes a little late must not set the ring back.
      if (!this.length || Math.abs((timer.ends ?? 0) - this.ends) > 250)
        this.ends = timer.ends ?? 0;
      this.length = timer.of_ms || timer.left_ms || 1;
    } else this.length = 0;
    this.isPace = Boolean(timer?.isPace);
    this.named = sign;
    this.paint();
  }

  /** Whole seconds that are left, or null. */
  get seconds() {
    return this.length ? Math.max(0, Math.ceil((this.ends - performance.now()) / 1000)) : null;
  }

  paint() {
    // The default pace is only an estimate: if people take longer, the ring disappears at zero.
    if (this.isPace && this.seconds === 0) this.length = 0;
    const running = this.length > 0;
    this.node.classList.toggle('blank', !running && !this.letter && !SIGNS[this.named]);
    setAttribute(this.sign, 'd', running || this.letter ? '' : (SIGNS[this.named] ?? ''));
    setAttribute(
      this.node,
      'aria-label',
      running
        ? t('ring.seconds', { seconds: this.seconds ?? 0 })
        : t(`sign.${this.named || 'none'}`),
    );
    this.node.classList.toggle('running', running);
    setAttribute(this.node, 'data-side', this.letter?.side ?? null);
    if (!running) return this.write(this.letter?.text ?? '');
    const left = Math.max(0, this.ends - performance.now());
    const stepped = document.documentElement.classList.contains('still')
      ? Math.ceil(left / 1000) * 1000
      : left;
    this.hand.style.strokeDashoffset = String(ROUND * (1 - Math.min(1, stepped / this.length)));
    this.write(String(this.seconds));
    const last = left <= LAST_SECONDS * 1000;
    this.node.classList.toggle('last', last);
    if (!last) this.rang = false;
    if (last && left > 0 && !this.rang) {
      this.rang = true;
      this.lastSeconds();
    }
  }

  /** @param {string} text */
  write(text) {
    if (this.figure.textContent !== text) this.figure.textContent = text;
  }
}

/**
 * @param {Element} node
 * @param {string} name
 * @param {string | null} value
 */
function setAttribute(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/**
 * The attributes of a `punto-countdown`.
 * @param {Timer | null | undefined} timer
 * @param {string} [sign]
 * @param {Letter | null} [letter]
 */
export const countdownAttributes = (timer, sign, letter) => ({
  'ends-ms': timer?.ends,
  'of-ms': timer ? timer.of_ms || timer.left_ms || 1 : null,
  paced: Boolean(timer?.isPace),
  sign: sign || null,
  letter: letter?.text,
  side: letter?.side,
});
