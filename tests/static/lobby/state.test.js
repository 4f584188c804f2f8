/** The lobby keeps what the server says, and what only this screen has beside it. */

import { named } from '../english.js';
import { say } from '../../../src/punto/floor/web/static/shared/messages.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  betOf,
  canCollect,
  filtered,
  lineOf,
  reduce,
  shownTables,
} from '../../../src/punto/floor/web/static/lobby/state.js';
import { after, connected, listed, roads, row, view, welcome } from './tables.js';

const names = (tables) => tables.map(({ table }) => table);

test('a filter shows the tables of its kind', () => {
  const state = after(listed, { type: 'filter', filter: 'live' });
  assert.deepEqual(names(shownTables(state)), ['two']);
  assert.deepEqual(names(filtered(state, 'electronic')), ['one']);
  assert.deepEqual(names(filtered(state, 'all')), ['one', 'two']);
});

test('a table where the patron already sits is not offered again', () => {
  const state = after(listed);
  const kept = { ...state, local: { ...state.local, kept: ['one'] } };
  assert.deepEqual(names(shownTables(kept)), ['two']);
});

test('the same list again changes nothing', () => {
  const state = after(listed);
  assert.equal(reduce(state, structuredClone(listed)), state);
});

test('a list with one other row leaves the other rows as they are', () => {
  const before = after(listed);
  const rows = structuredClone(listed.tables);
  rows[0].taken = 5;
  const { tables } = reduce(before, { type: 'tables', tables: rows }).snapshot;
  assert.equal(tables[0].taken, 5);
  assert.equal(tables[0].roads, before.snapshot.tables[0].roads);
  assert.equal(tables[1], before.snapshot.tables[1]);
});

test('a timer that ends a moment later is the same timer', () => {
  const before = after(listed);
  const soon = { left_ms: 3900, of_ms: 9000, ends: 10_100 };
  const rows = [row('one', { timer: soon }), row('two', { mode: 'table' })];
  assert.equal(reduce(before, { type: 'tables', tables: rows }), before);
  const [later] = reduce(before, {
    type: 'tables',
    tables: [row('one', { timer: { ...soon, ends: 19_000 } })],
  }).snapshot.tables;
  assert.equal(later.timer.ends, 19_000);
});

test('a view changes its table and the wagers of this terminal there', () => {
  const own = {
    stakes: [
      { wager: 'tie', cents: 500 },
      { wager: 'player', cents: 1000 },
    ],
  };
  const state = after(listed, { type: 'view', view: view('one', { own }) });
  const [table] = state.snapshot.tables;
  assert.equal(table.phase, 'dealing');
  assert.equal(table.taken, 3);
  assert.deepEqual(table.roads, roads(1, 'B', 'P'));
  assert.equal(betOf(state), 1500);
});

test('a view of a table that is not listed changes nothing', () => {
  const state = after(listed);
  assert.equal(reduce(state, { type: 'view', view: view('three') }), state);
});

test('the words of a view last as long as its phase', () => {
  const seen = after(listed, { type: 'view', view: view('one') });
  const phrase = (tables) => reduce(seen, { type: 'tables', tables }).snapshot.tables[0].phrase;
  assert.equal(say(phrase([row('one', { phase: 'dealing' })])), 'No more bets');
  assert.equal(phrase([row('one', { phase: 'bets-open' })]), undefined);
});

test('a stop and an outcome speak before the phase', () => {
  const words = (changes) => {
    const { tables } = after(listed, { type: 'view', view: view('one', changes) }).snapshot;
    return say(tables[0].phrase);
  };
  const outcome = named('Banker wins');
  assert.equal(words({ phase: 'settled', outcome }), 'Banker wins');
  assert.equal(
    words({ phase: 'settled', outcome, stopped: named('Out of service') }),
    'Out of service',
  );
  assert.equal(words({ phase: 'dealing', outcome }), 'No more bets');
});

test('a balance changes the credit and the session', () => {
  const balance = { credit_cents: 90_000, net_cents: -10_000, rounds: 2 };
  const { snapshot } = after({ type: 'welcome', welcome }, { type: 'balance', balance });
  assert.equal(snapshot.credit_cents, 90_000);
  assert.equal(snapshot.session.rounds, 2);
  assert.equal(snapshot.session.since, welcome.session.since);
});

test('a patron with credit collects while the line stands and no money moves', () => {
  const state = after({ type: 'welcome', welcome }, connected);
  assert.ok(canCollect(state));
  assert.ok(!canCollect(reduce(state, { ...connected, isMoving: true })));
  assert.ok(!canCollect(reduce(state, { ...connected, line: 'lost' })));
  assert.ok(!canCollect(after(connected)));
});

test('a list that does not come looks like a lost line until one comes', () => {
  const state = after(listed, connected, { type: 'unreached' });
  assert.equal(lineOf(state), 'lost');
  assert.equal(lineOf(reduce(state, listed)), 'connected');
});

test('a notice stands for six seconds', () => {
  const state = after({ type: 'notice', text: 'Refused' }, { type: 'tick', now: 5000 });
  assert.equal(state.local.notice.text, 'Refused');
  assert.equal(reduce(state, { type: 'tick', now: 6000 }).local.notice, null);
});
