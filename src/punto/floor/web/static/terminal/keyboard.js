/** The whole game by keyboard. */

import { isAnyOpen } from '../shared/dialog.js';
import { isTyping } from '../shared/dom.js';

/** @type {Record<string, string>} */
const LETTERS = { x: 'double', c: 'clear', r: 'again', s: 'swap', h: 'help', l: 'language' };

/**
 * Digits pick chips, Backspace takes back, letters press keys; never while a dialog or a field is open.
 * @param {any} terminal
 */
export function listenToKeys(terminal) {
  document.addEventListener('keydown', (event) => {
    if (isAnyOpen() || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    const name = event.key === 'Backspace' ? 'undo' : LETTERS[event.key.toLowerCase()];
    if (/^[1-9]$/.test(event.key)) {
      const cents = terminal.seat?.layout.denominations_cents[Number(event.key) - 1];
      if (cents) terminal.chipTray.pick(cents);
    } else if (name) {
      event.preventDefault();
      terminal.act(name);
    }
  });
}
