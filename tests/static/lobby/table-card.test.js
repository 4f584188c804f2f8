/** The card of a table says what a patron should know before sitting down. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../english.js';
import {
  cachedTableCard,
  tableCard,
} from '../../../src/punto/floor/web/static/lobby/table-card.js';
import { all, ofClass, textOf } from '../parts.js';
import { roads, row } from './tables.js';

const card = (changes, own = 0, language = 'en') =>
  tableCard(row('one', changes), own, 12, language, '', '$');

const saying = (view, name) => ofClass(view, name).map(textOf).join('|');

test('a card leads to its table', () => {
  assert.equal(card().attributes.href, '/play#one');
});

test('a card keeps the tables where the patron already sits', () => {
  const view = tableCard(row('three'), 0, 12, 'en', 'one,two', '$');
  assert.equal(view.attributes.href, '/play#one,two,three');
});

test('a card has limits, seats and results', () => {
  const view = card();
  assert.equal(saying(view, 'card-line'), 'MIN – MAX$5 – $5,000|Seats2 of 8 taken');
  assert.equal(saying(view, 'tally'), 'B 1P 1T 0');
  assert.equal(saying(view, 'small-bead'), 'B|P');
});

test('a card shows the last ten results of a longer shoe', () => {
  const view = card({ roads: roads(2, ...'BPBPBPBPBPT') });
  assert.equal(saying(view, 'small-bead'), 'P|B|P|B|P|B|P|B|P|T');
});

test('the last results have their letters', () => {
  assert.equal(saying(card(), 'small-bead'), 'B|P');
});

test('a shoe without rounds says so', () => {
  assert.equal(saying(card({ roads: roads(0) }), 'last-beads'), 'No rounds in this shoe yet');
});

test('only a table with wagers of this terminal shows their sum', () => {
  assert.equal(saying(card({}, 12_500), 'card-mine'), 'My bets, accepted$125.00');
  assert.deepEqual(ofClass(card(), 'my-table'), []);
  assert.deepEqual(ofClass(card(), 'card-mine'), []);
});

test('while bets are open the ring runs, and after a result it has the letter of the winner', () => {
  const ring = (changes) =>
    all(card(changes)).find(({ tag }) => tag === 'punto-countdown').attributes;
  assert.equal(ring({})['ends-ms'], 10_000);
  const { letter, side } = ring({ phase: 'settled', timer: null });
  assert.deepEqual([letter, side], ['P', 'P']);
  assert.equal(ring({ phase: 'bets-closed', timer: null }).sign, 'lock');
});

test('half a shoe fills half of the bar', () => {
  const [used] = ofClass(card({ shoe: { number: 1, cards_out: 208, cards: 416 } }), 'bar-used');
  assert.equal(used.attributes.width, 50);
});

test('a card that has not changed is the same data', () => {
  const table = row('one');
  const again = () => cachedTableCard(table, 0, 12, 'en', '', '$');
  assert.equal(again(), again());
  assert.notEqual(again(), cachedTableCard(table, 0, 12, 'zh', '', '$'));
});
