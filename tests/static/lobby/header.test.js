/** The top of the lobby: its keys send commands, and those that cannot be used say so. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../english.js';
import { header } from '../../../src/punto/floor/web/static/lobby/header.js';
import { all, one, textOf } from '../parts.js';
import { after, connected, listed, view, welcome } from './tables.js';

const rich = { type: 'welcome', welcome };
const poor = { type: 'welcome', welcome: { ...welcome, credit_cents: 0 } };

test('a filter key has the number of its tables and its command', () => {
  const key = one(header(after(listed)), 'data-filter', 'live');
  assert.equal(textOf(key), 'Live 1');
  assert.deepEqual(key.attributes.command, { type: 'filter', filter: 'live' });
  assert.equal(key.attributes['aria-pressed'], 'false');
});

test('before the server has said the credit there is a dash', () => {
  assert.equal(textOf(one(header(after()), 'id', 'credit')), '–');
  assert.equal(textOf(one(header(after(rich)), 'id', 'credit')), '$1,000.00');
});

test('the sum of the wagers stands beside the credit while there is one', () => {
  const own = { stakes: [{ wager: 'tie', cents: 500 }] };
  const state = after(listed, rich, { type: 'view', view: view('one', { own }) });
  assert.equal(textOf(one(header(state), 'id', 'bet')), '$5.00');
  assert.ok(!all(header(after(rich))).some(({ attributes }) => attributes.id === 'bet'));
});

test('keys that need the server are off without a connection', () => {
  const off = (state, name) => one(header(state), 'id', name).attributes['aria-disabled'];
  assert.equal(off(after(rich), 'cage'), 'true');
  assert.equal(off(after(rich, connected), 'cage'), null);
  assert.equal(off(after(rich, connected), 'collect'), null);
  assert.equal(off(after(poor, connected), 'collect'), 'true');
  assert.equal(off(after(), 'help'), null);
});

test('a patron without credit is led to the cage', () => {
  assert.match(one(header(after(poor, connected)), 'id', 'cage').attributes.class, /main/);
  assert.doesNotMatch(one(header(after(rich, connected)), 'id', 'cage').attributes.class, /main/);
});

test('a notice stands in the place of the session', () => {
  const care = (...actions) => textOf(one(header(after(...actions)), 'id', 'care'));
  assert.match(care(rich), /min played, net \$0\.00/);
  assert.equal(care(rich, { type: 'notice', text: 'No.' }), 'No.');
  assert.equal(care(), '');
});

test('the language in use is pressed', () => {
  const key = (name) =>
    one(header(after({ type: 'language', language: 'zh' })), 'data-language', name);
  assert.equal(key('zh').attributes['aria-pressed'], 'true');
  assert.equal(key('en').attributes['aria-pressed'], 'false');
});
