/** A display shows the newest snapshot, and the last result until the next one. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce, resultOf } from '../../../src/punto/floor/web/static/display/state.js';
import { roads } from '../lobby/tables.js';
import { after, connected, settled, snapshot, taken } from './snapshots.js';

const next = (changes) => snapshot({ version: 7, round: 8, roads: null, ...changes });

test('a snapshot replaces the one before', () => {
  const state = after(connected, taken(snapshot()), taken(settled()));
  assert.equal(state.snapshot.phase, 'settled');
});

test('an older snapshot changes nothing while the line stands', () => {
  const state = after(connected, taken(settled()));
  assert.equal(reduce(state, taken(snapshot())), state);
});

test('after a break the server may begin again from an earlier version', () => {
  const state = after(connected, taken(settled()), { type: 'line', line: 'lost' }, connected);
  const again = reduce(state, taken(snapshot()));
  assert.equal(again.snapshot.phase, 'bets-open');
  assert.equal(reduce(again, taken(snapshot({ version: 4 }))), again);
});

test('a snapshot without roads keeps those before it', () => {
  const state = after(taken(settled()), taken(next()));
  assert.deepEqual(state.snapshot.roads, roads(2, 'B', 'P', 'P'));
});

test('the same snapshot sent whole again is painted afresh', () => {
  const state = after(taken(snapshot()));
  assert.equal(state.local.repaints, 0);
  assert.equal(reduce(state, taken(snapshot())).local.repaints, 1);
  assert.equal(reduce(state, taken(snapshot({ roads: null }))).local.repaints, 0);
});

test('the last result stays while bets are open and goes when cards are dealt', () => {
  const open = after(taken(settled()), taken(next()));
  assert.deepEqual(resultOf(open.snapshot, open.local), { shown: settled(), isLast: true });
  const dealing = after(taken(settled()), taken(next({ phase: 'dealing' })));
  const { shown, isLast } = resultOf(dealing.snapshot, dealing.local);
  assert.deepEqual([shown.round, isLast], [8, false]);
});

test('a result that has been corrected since is not shown any longer', () => {
  const corrected = after(taken(settled()), taken(next({ roads: roads(3, 'B', 'P', 'T') })));
  assert.equal(corrected.local.last, null);
});

test('the last result of a shoe stays when the next shoe begins', () => {
  const shoe = { key: 's2', number: 3, cards_out: 0, cards: 416 };
  const state = after(taken(settled()), taken(next({ shoe, roads: roads(0) })));
  assert.equal(state.local.last.round, 7);
});

test('a second press on the same side ends the question', () => {
  const ask = { type: 'ask', side: 'banker' };
  assert.equal(after(ask).local.asked, 'banker');
  assert.equal(after(ask, ask).local.asked, null);
});

test('boxes that keep their size change nothing', () => {
  const state = after({ type: 'columns', columns: { big: 32 } });
  assert.equal(reduce(state, { type: 'columns', columns: { big: 32 } }), state);
});
