/** The settled wagers of a terminal stand until the next round has ended. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settledOf } from '../../../src/punto/floor/web/static/shared/settled-wagers.js';

const own = { settled: [{ wager: 'tie' }] };

for (const phase of ['settled', 'void', 'idle', 'closed'])
  test(`the wagers of a round are settled when its phase is ${phase}`, () => {
    assert.deepEqual(settledOf({ phase, own }), own.settled);
  });

for (const phase of ['bets-open', 'bets-closed', 'dealing', 'complete'])
  test(`no wager is settled while the phase is ${phase}`, () => {
    assert.deepEqual(settledOf({ phase, own }), []);
  });

test('a display has no wagers of its own', () => {
  assert.deepEqual(settledOf({ phase: 'settled', own: null }), []);
});
