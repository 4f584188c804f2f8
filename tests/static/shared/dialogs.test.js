/** What the dialogs of a patron show: the cage, the session and the settings. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../english.js';
import { h } from '../../../src/punto/floor/web/static/shared/draw.js';
import { all, ofClass, textOf } from '../parts.js';

const shared = (name) => import(`../../../src/punto/floor/web/static/shared/${name}.js`);
const { cageView } = await shared('credit-dialog');
const { sessionView } = await shared('session-limits');
const { settingsView } = await shared('settings-page');

const cage = (changes) =>
  h(
    'div',
    {},
    ...cageView({
      credit: 5000,
      isDemo: true,
      isMoving: false,
      said: '',
      isBad: false,
      ...changes,
    }),
  );
const keys = (view) => all(view).filter(({ tag }) => tag === 'button');
const commands = (view) => all(view).flatMap(({ attributes }) => attributes.command ?? []);

test('a demo floor sells credit, and any floor redeems a voucher', () => {
  assert.deepEqual(commands(cage()), [
    { type: 'buy', cents: 10_000 },
    { type: 'buy', cents: 50_000 },
    { type: 'buy', cents: 100_000 },
    { type: 'buy', cents: 500_000 },
    { type: 'redeem' },
  ]);
  assert.deepEqual(commands(cage({ isDemo: false })), [{ type: 'redeem' }]);
});

test('while money moves every key of the cage is off', () => {
  const off = (view) => keys(view).map(({ attributes }) => attributes['aria-disabled']);
  assert.deepEqual(new Set(off(cage({ isMoving: true }))), new Set(['true']));
  assert.deepEqual(new Set(off(cage())), new Set([false]));
});

test('the cage says the credit and what became of the request', () => {
  const view = cage({ said: 'No such voucher.', isBad: true });
  assert.match(textOf(ofClass(view, 'in-credit')[0]), /\$50\.00/);
  assert.equal(ofClass(view, 'bad').map(textOf).join(), 'No such voucher.');
});

test('only a patron at a table can call an attendant from the session', () => {
  const session = (isSeated) =>
    h('div', {}, ...sessionView({ facts: [], session: null, isSeated, said: '', isBad: false }));
  const types = (view) => commands(view).map(({ type }) => type);
  assert.deepEqual(types(session(true)), ['keep', 'attendant', 'more']);
  assert.deepEqual(types(session(false)), ['keep']);
});

test('a limit that holds stands in its field in dollars', () => {
  const limits = { loss_limit_cents: 12_550, minutes_limit: 60 };
  const view = h(
    'div',
    {},
    ...sessionView({ facts: [], session: limits, isSeated: false, said: '', isBad: false }),
  );
  const fields = all(view).filter(({ tag }) => tag === 'input');
  assert.deepEqual(
    fields.slice(0, 2).map(({ attributes }) => attributes.value),
    [125.5, 60],
  );
});

test('every switch of the settings sends its own name', () => {
  const names = commands(h('div', {}, ...settingsView('abc'))).map(({ type }) => type);
  assert.equal(new Set(names).size, names.length);
  assert.deepEqual(names.slice(-2), ['volume', 'tail']);
});
