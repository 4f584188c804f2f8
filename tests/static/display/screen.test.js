/** The display shows cards, result, limits, counters and roads of its table. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { named } from '../english.js';
import { screen } from '../../../src/punto/floor/web/static/display/screen.js';
import { all, ofClass, one, textOf } from '../parts.js';
import { after, connected, laid, layout, settled, snapshot, taken } from './snapshots.js';

const shown = (...actions) => screen(after(connected, laid, ...actions));
const saying = (view, name) => ofClass(view, name).map(textOf).join('|');
const cards = (view, side) =>
  all(one(view, 'id', `${side}-cards`))
    .map(({ attributes }) => attributes['data-card'])
    .filter(Boolean);

test('a display without a snapshot is closed', () => {
  const view = shown();
  assert.equal(view.attributes['data-phase'], 'closed');
  assert.deepEqual(ofClass(view, 'board'), []);
});

test('old figures do not pass for new ones when the line is lost', () => {
  assert.equal(shown(taken(snapshot())).attributes['data-stale'], false);
  const lost = shown(taken(snapshot()), { type: 'line', line: 'lost' });
  assert.equal(lost.attributes['data-stale'], true);
});

test('the sign names the table, its game and the round of the shoe', () => {
  const view = shown(taken(snapshot()));
  assert.equal(textOf(one(view, 'id', 'name')), 'Baccarat-12');
  assert.equal(textOf(one(view, 'id', 'title')), 'Tiger Baccarat老虎百家乐');
  assert.match(textOf(one(view, 'id', 'round')), /2.*3/);
});

test('a result has its cards, totals and winner', () => {
  const view = shown(taken(settled()));
  const { attributes } = one(view, 'id', 'result');
  assert.deepEqual([attributes['data-winner'], attributes['data-round']], ['P', 7]);
  assert.deepEqual(cards(view, 'player'), ['8h', 'Jc']);
  assert.deepEqual(cards(view, 'banker'), ['2s', '3d']);
  assert.equal(textOf(one(view, 'id', 'player-total')), '8');
  assert.deepEqual(
    ofClass(view, 'side').map((side) => side.attributes['data-won']),
    [true, false],
  );
  assert.match(textOf(one(view, 'id', 'outcome')), /^Player wins, 8 to 5/);
});

test('while bets are open the last result stands with its round', () => {
  const view = shown(taken(settled()), taken(snapshot({ version: 7, round: 8, roads: null })));
  assert.match(saying(view, 'last-word'), /#007$/);
});

test('a void round is no result', () => {
  const view = shown(taken(settled({ phase: 'void', outcome: null })));
  assert.equal(one(view, 'id', 'result').attributes['data-winner'], 'void');
  assert.deepEqual(ofClass(view, 'paid'), []);
});

test('the printed seven lies before the cards of Player', () => {
  const seven = { type: 'layout', layout: { ...layout, permanent_seven: true } };
  const view = screen(after(seven, taken(settled())));
  assert.match(ofClass(view, 'face')[0].children[0].attributes.class, /printed/);
  assert.deepEqual(cards(view, 'player'), ['8h', 'Jc']);
});

test('the main wagers come first, with their limits', () => {
  const view = shown(taken(snapshot()));
  assert.equal(saying(view, 'wager'), 'Player|Tie|Tiger');
  assert.equal(ofClass(view, 'bounds').map(textOf)[0], '5 – 5,000.5');
});

test('a wager that the result pays shows its pay', () => {
  const view = shown(taken(settled()));
  assert.match(saying(view, 'paid'), /^Player\|.*8.*1/);
});

test('a counter has the name of what it counts in both languages', () => {
  const counters = [{ key: 'natural', label: named('8/9 Natural', '8/9 例牌'), count: 3 }];
  const view = shown(taken(snapshot({ counters })));
  assert.equal(saying(view, 'counter'), '8/9 Natural8/9 例牌3');
  assert.equal(ofClass(view, 'tone-plain').length, 1);
});

test('a table that closes soon says after how many rounds', () => {
  assert.equal(
    textOf(one(shown(taken(snapshot({ closing: 2 }))), 'id', 'closing')).includes('3'),
    true,
  );
  assert.deepEqual(
    all(shown(taken(snapshot()))).filter(({ attributes }) => attributes.id === 'closing'),
    [],
  );
});

test('a stop speaks before the phase, with the sign of a pause', () => {
  const stopped = named('Out of service', '暂停服务');
  const view = shown(taken(snapshot({ stopped, timer: null })));
  assert.match(textOf(one(view, 'id', 'phase')), /^Out of service/);
  assert.equal(all(view).find(({ tag }) => tag === 'punto-countdown').attributes.sign, 'pause');
});

test('the big road names the state of the roads that it shows', () => {
  const road = one(shown(taken(settled())), 'data-road', 'big');
  assert.equal(road.children[0].attributes['data-revision'], 2);
});

test('a snapshot that is sent again is drawn on a new board', () => {
  const key = (view) => ofClass(view, 'board')[0].attributes.key;
  const first = shown(taken(snapshot()));
  assert.equal(key(shown(taken(snapshot()), taken(settled()))), key(first));
  assert.notEqual(key(shown(taken(snapshot()), taken(snapshot()))), key(first));
});
