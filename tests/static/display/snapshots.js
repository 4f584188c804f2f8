/** Snapshots and the layout of one table, as its display receives them. */

import { named } from '../english.js';
import { initialState, reduce } from '../../../src/punto/floor/web/static/display/state.js';
import { roads } from '../lobby/tables.js';

/** A snapshot while bets are open. */
export const snapshot = (changes = {}) => ({
  type: 'view',
  table: 'one',
  version: 5,
  layout_version: 'a',
  phase: 'bets-open',
  phrase: named('Place your bets, please', '请下注'),
  outcome: null,
  winner: null,
  stopped: null,
  hold: null,
  timer: { left_ms: 4000, of_ms: 9000, ends: 10_000 },
  paced: null,
  closing: null,
  round: 7,
  hands: { player: { cards: [], total: null }, banker: { cards: [], total: null } },
  paid: [],
  shoe: { key: 's1', number: 2, cards_out: 30, cards: 416 },
  counters: [],
  roads: roads(1, 'B', 'P'),
  ...changes,
});

/** A snapshot of the same round when Player has won it. */
export const settled = (changes = {}) =>
  snapshot({
    version: 6,
    phase: 'settled',
    phrase: named('Settled', '已结算'),
    outcome: named('Player wins, 8 to 5', '闲赢'),
    winner: 'P',
    timer: null,
    hands: {
      player: { cards: ['8h', 'Jc'], total: 8 },
      banker: { cards: ['2s', '3d'], total: 5 },
    },
    paid: [{ wager: 'player', line: 1 }],
    roads: roads(2, 'B', 'P', 'P'),
    ...changes,
  });

const area = (wager, tone, row, label) => ({
  wager,
  tone,
  row,
  label,
  minimum_cents: 500,
  maximum_cents: 500_050,
  lines: [{ line: 1, pays: '8 : 1' }],
});

export const layout = {
  name: 'Baccarat-12',
  title: named('Tiger Baccarat', '老虎百家乐'),
  currency: 'SGD',
  layout_version: 'a',
  document: 'E',
  version: '2021',
  effective: '2021-10-28',
  permanent_seven: false,
  road_marks: null,
  coming: null,
  hands: { player: named('Player', '闲'), banker: named('Banker', '庄') },
  areas: [
    area('tiger', 'side', 'side', named('Tiger', '老虎')),
    area('tie', 'tie', 'main', named('Tie', '和')),
    area('player', 'player', 'main', named('Player', '闲')),
  ],
};

/** The state of a display after some actions. */
export const after = (...actions) => actions.reduce(reduce, initialState(0));

export const taken = (view) => ({ type: 'view', view });
export const laid = { type: 'layout', layout };
export const connected = { type: 'line', line: 'connected' };
