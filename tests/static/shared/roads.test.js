/** The roads with the places that the patron's choice of a tail gives them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asWanted } from '../../../src/punto/floor/web/static/shared/roads.js';

const at = (row, column) => ({ row, column });

/** Roads with one cell in the big road, which the other tail lays elsewhere. */
function roads() {
  return {
    revision: 1,
    tail: 'sticky',
    bead: [],
    big: [{ ...at(5, 1), side: 'B' }],
    big_eye: [{ ...at(0, 0), regular: true }],
    small: [],
    cockroach: [],
    leading_ties: 0,
    ask: { banker: { ...at(5, 2), small: true }, player: at(0, 1) },
    other: {
      big: [at(5, 2)],
      big_eye: [at(1, 0)],
      small: [],
      cockroach: [],
      ask: { banker: at(5, 3), player: at(0, 1) },
    },
  };
}

test('without a choice the roads are those of the house', () => {
  const house = roads();
  assert.equal(asWanted(house, ''), house);
  assert.equal(asWanted(house, 'sticky'), house);
});

test('where both tails lay the same, nothing is drawn again', () => {
  const same = { ...roads(), other: null };
  assert.equal(asWanted(same, 'retry-down'), same);
});

test('the other tail changes places and nothing else', () => {
  const house = roads();
  const drawn = asWanted(house, 'retry-down');
  assert.deepEqual(drawn.big, [{ ...at(5, 2), side: 'B' }]);
  assert.deepEqual(drawn.big_eye, [{ ...at(1, 0), regular: true }]);
  assert.deepEqual(drawn.ask.banker, { ...at(5, 3), small: true });
  assert.equal(asWanted(house, 'retry-down'), drawn);
});
