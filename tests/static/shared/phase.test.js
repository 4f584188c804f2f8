/** The sign of a phase, and the round of a shoe. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  plannedChangeText,
  roundOfShoe,
  signOf,
} from '../../../src/punto/floor/web/static/shared/phase.js';

test('a table that waits has the sign of a pause in every phase', () => {
  assert.equal(signOf({ phase: 'dealing', hold: {} }), 'pause');
  assert.equal(signOf({ phase: 'bets-open', stopped: {} }), 'pause');
});

test('a phase without a timer has a sign, and an open phase has none', () => {
  const phases = ['bets-closed', 'dealing', 'complete', 'idle', 'closed', 'bets-open'];
  const signs = phases.map((phase) => signOf({ phase }));
  assert.deepEqual(signs, ['lock', 'cards', 'cards', 'shoe', 'shoe', '']);
});

test('the round that runs is counted with the results of its shoe', () => {
  const roads = { bead: [{}, {}] };
  assert.equal(roundOfShoe({ phase: 'dealing', roads }), 3);
  assert.equal(roundOfShoe({ phase: 'settled', roads }), 2);
  assert.equal(roundOfShoe({ phase: 'dealing', roads: null }), 1);
});

test('a planned change is named on the last day before it', () => {
  const after = (hours) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const coming = (hours) => ({ coming: { at: after(hours), words: 'new limits' } });
  assert.equal(plannedChangeText(coming(23)), 'new limits');
  assert.equal(plannedChangeText(coming(25)), null);
  assert.equal(plannedChangeText({ coming: null }), null);
});
