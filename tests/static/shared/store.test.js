/** The store takes actions at once and draws once per frame. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Store } from '../../../src/punto/floor/web/static/shared/store.js';

/** A store of a number, to which actions add. */
function counting() {
  const drawn = [];
  const frames = [];
  const store = new Store(
    0,
    (state, action) => state + action,
    (state) => drawn.push(state),
    (draw) => frames.push(draw),
  );
  const frame = () => frames.splice(0).forEach((draw) => draw());
  return { store, drawn, frame };
}

test('many actions in one frame are drawn once', () => {
  const { store, drawn, frame } = counting();
  store.take(1);
  store.take(2);
  assert.equal(store.state, 3);
  assert.deepEqual(drawn, []);
  frame();
  assert.deepEqual(drawn, [3]);
});

test('an action after a frame is drawn in the next one', () => {
  const { store, drawn, frame } = counting();
  store.take(1);
  frame();
  store.take(1);
  frame();
  assert.deepEqual(drawn, [1, 2]);
});

test('an action that changes nothing draws nothing', () => {
  const { store, drawn, frame } = counting();
  store.take(0);
  frame();
  assert.deepEqual(drawn, []);
});

test('an error while drawing does not stop the store', () => {
  const shown = [];
  const store = new Store(
    0,
    (state, action) => state + action,
    (state) => {
      if (state === 1) throw new Error('no screen');
      shown.push(state);
    },
    (draw) => draw(),
  );
  assert.throws(() => store.take(1), /no screen/);
  store.take(1);
  assert.deepEqual(shown, [2]);
});
