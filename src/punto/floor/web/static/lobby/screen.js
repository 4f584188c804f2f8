/** The whole screen of the lobby. */

import { header } from './header.js';
import { legalLine } from './legal-line.js';
import { advice, tableList } from './table-list.js';

/** @param {import('./state.js').State} state */
export const screen = (state) =>
  [header(state), advice(state), tableList(state), legalLine(state)].filter(
    (part) => part !== null,
  );
