/** Above the tables stands what a new patron needs to know, and one who looks for another table. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../english.js';
import { legalLine } from '../../../src/punto/floor/web/static/lobby/legal-line.js';
import { advice, tableList } from '../../../src/punto/floor/web/static/lobby/table-list.js';
import { ofClass, one, textOf } from '../parts.js';
import { after, connected, listed, welcome } from './tables.js';

const poor = { ...welcome, credit_cents: 0 };
const advised = (given) => advice(after({ type: 'welcome', welcome: given }));

test('every table that is shown has a card', () => {
  const cards = ofClass(tableList(after(listed)), 'table-card');
  assert.deepEqual(
    cards.map(({ attributes }) => attributes['data-table']),
    ['one', 'two'],
  );
});

test('a new patron is told how to begin, as the floor sells credit', () => {
  assert.match(textOf(advised(poor)), /ADD/);
  assert.notEqual(textOf(advised(poor)), textOf(advised({ ...poor, is_demo: false })));
});

test('a patron with credit or with rounds needs no advice', () => {
  assert.equal(advised(welcome), null);
  assert.equal(advised({ ...poor, session: { ...welcome.session, rounds: 3 } }), null);
});

test('the advice keeps its place until the server has said which floor this is', () => {
  assert.equal(advice(after()).children[0], '\u00a0');
});

test('a patron who sits already is told so', () => {
  const state = after(listed);
  const line = advice({ ...state, local: { ...state.local, kept: ['one'] } });
  assert.equal(line.attributes.id, 'second');
});

test('only a lobby that another window replaced has a button to come back', () => {
  const line = (name) => legalLine(after({ ...connected, line: name }));
  assert.deepEqual(one(line('left'), 'id', 'again').attributes.command, { type: 'again' });
  assert.deepEqual(ofClass(line('connected'), 'plain'), []);
  assert.equal(one(line('connected'), 'id', 'state').attributes['data-line'], 'connected');
});
