/** A lobby of two tables, as the server lists them. */

import { named } from '../english.js';
import { initialState, reduce } from '../../../src/punto/floor/web/static/lobby/state.js';

/** Roads with some results in one column of the bead plate. */
export const roads = (revision, ...results) => ({
  revision,
  tail: 'sticky',
  other: null,
  bead: results.map((result, row) => ({
    row,
    column: 0,
    result,
    pairs: [],
    natural: false,
    round: row,
  })),
  big: [],
  big_eye: [],
  small: [],
  cockroach: [],
  leading_ties: 0,
  ask: { banker: {}, player: {} },
});

/** A row of the lobby. */
export const row = (table, changes = {}) => ({
  table,
  name: `Baccarat ${table}`,
  title: named('Tiger Baccarat', '老虎百家乐'),
  mode: 'terminals',
  phase: 'bets-open',
  phase_words: named('Place your bets', '请下注'),
  limits: { minimum_cents: 500, maximum_cents: 500_000 },
  seats: 8,
  taken: 2,
  shoe: { number: 3, cards_out: 104, cards: 416 },
  roads: roads(1, 'B', 'P'),
  timer: { left_ms: 4000, of_ms: 9000, ends: 10_000 },
  ...changes,
});

/** A view of a table, as a connection sends it. */
export const view = (table, changes = {}) => ({
  table,
  version: 5,
  phase: 'dealing',
  phrase: named('No more bets', '停止下注'),
  stopped: null,
  outcome: null,
  timer: null,
  roads: null,
  shoe: null,
  occupied_seats: [1, 2, 3],
  own: null,
  ...changes,
});

/** What the server says first to a terminal of a demo floor. */
export const welcome = {
  type: 'welcome',
  terminal: 'T-0001',
  credit_cents: 100_000,
  currency: '$',
  software: '',
  is_demo: true,
  session: {
    since: '2026-01-01T00:00:00Z',
    net_cents: 0,
    rounds: 0,
    loss_limit_cents: null,
    minutes_limit: null,
  },
};

/** The state of a lobby after some actions. */
export const after = (...actions) => actions.reduce(reduce, initialState({ now: 0 }));

export const listed = { type: 'tables', tables: [row('one'), row('two', { mode: 'table' })] };
export const connected = { type: 'connection', line: 'connected', isMoving: false };
