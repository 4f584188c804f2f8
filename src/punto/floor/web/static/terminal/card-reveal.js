/** Lets a patron reveal a card slowly. The card is already in the journal, and the table continues. */

import { cardBack } from '../shared/cards.js';
import { h } from '../shared/dom.js';
import { t } from '../shared/messages.js';

const LIMIT = 6000;
const EDGES = [0, 0.22, 0.4];

/**
 * A face under a back that is lifted by drag, by button or, where there is a limit, by time.
 * @param {Element} face
 * @param {() => void} opened
 */
export function covered(face, opened, limitMs = LIMIT) {
  const cover = h('span', { class: 'cover' }, cardBack());
  const key = h('button', { type: 'button', class: 'lift', 'aria-label': t('reveal.edge') }, cover);
  const node = h('span', { class: 'face covered' }, face, key);
  face.setAttribute('aria-hidden', 'true');
  let edges = 0;
  /** @param {number} part how much of the card is lifted */
  const bend = (part) =>
    cover.style.setProperty(
      'clip-path',
      `inset(0 0 ${Math.round(part * 100)}% ${edges > 1 ? '22%' : '0'})`,
    );
  const open = () => {
    if (!node.classList.contains('covered')) return;
    clearTimeout(limit);
    node.classList.remove('covered');
    face.removeAttribute('aria-hidden');
    key.remove();
    opened();
  };
  const limit = limitMs ? setTimeout(open, limitMs) : 0;
  key.addEventListener('click', () => {
    edges += 1;
    if (edges > 2) return open();
    bend(EDGES[edges]);
    key.setAttribute('aria-label', t(edges === 1 ? 'reveal.second' : 'reveal.all'));
  });
  /** @type {number | null} */
  let start = null;
  key.addEventListener(
    'pointerdown',
    (/** @type {PointerEvent} */ event) => (start = event.clientY),
  );
  key.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
    if (start === null) return;
    const part = (start - event.clientY) / key.clientHeight;
    if (part > 0.7) open();
    else if (part > 0.05) bend(part);
  });
  // Ending the touch resets the bend.
  for (const name of ['pointercancel', 'pointerleave', 'pointerup']) {
    key.addEventListener(name, () => {
      start = null;
      if (edges === 0) bend(0);
    });
  }
  return node;
}

/** Turns every covered card at once. @param {ParentNode} root */
export function showNow(root) {
  for (const key of /** @type {NodeListOf<HTMLElement>} */ (
    root.querySelectorAll('.covered .lift')
  )) {
    for (let i = 0; i < 3; i += 1) key.click();
  }
}
