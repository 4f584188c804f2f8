/** What a chip says, and which chips make a sum. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chipText, parts } from '../../../src/punto/floor/web/static/shared/chips.js';

const CHIPS = [100, 500, 2_500, 10_000];

test('a chip says its value, thousands as K and coins as cents', () => {
  assert.deepEqual([25, 100, 2_500, 100_000, 500_000].map(chipText), [
    '25c',
    '1',
    '25',
    '1K',
    '5K',
  ]);
});

test('a sum is made of the fewest chips, largest first', () => {
  assert.deepEqual(parts(13_600, CHIPS), [10_000, 2_500, 500, 500, 100]);
});

test('a stack has at most six chips', () => {
  assert.deepEqual(parts(1_000_000, CHIPS), Array(6).fill(10_000));
});

test('a sum below every chip is drawn as the smallest', () => {
  assert.deepEqual(parts(50, CHIPS), [100]);
});
