/** The wagers of a terminal: laid down, sent, accepted or refused. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Stakes, total } from '../../../src/punto/floor/web/static/terminal/wagers.js';

const area = (wager) => ({ wager, minimum_cents: 500, maximum_cents: 50_000 });
const layout = { areas: [area('player'), area('tie')], total_minimum_cents: 500 };

const open = (round, own = null) => ({ round, phase: 'bets-open', own });
const accepted = (set, ...stakes) => ({
  set,
  stakes: stakes.map(([wager, cents]) => ({ wager, cents })),
});

/** The wagers of a patron at a table whose bets are open. */
function atOpenTable() {
  const stakes = new Stakes(layout);
  stakes.see(open(1));
  return stakes;
}

test('a chip below the minimum of its area is a draft and is not sent', () => {
  const stakes = atOpenTable();
  stakes.add('tie', 100);
  assert.equal(stakes.stateOf('tie'), 'draft');
  assert.deepEqual(stakes.drafts, ['tie']);
  assert.equal(total(stakes.sendable), 0);
  stakes.add('tie', 400);
  assert.deepEqual(stakes.next(), [{ wager: 'tie', cents: 500 }]);
});

test('one set is on its way at a time', () => {
  const stakes = atOpenTable();
  stakes.add('player', 500);
  stakes.went('one', stakes.next());
  stakes.add('tie', 500);
  assert.equal(stakes.next(), null);
  assert.equal(stakes.stateOf('player'), 'sent');
});

test('what the server accepts is accepted', () => {
  const stakes = atOpenTable();
  stakes.add('player', 500);
  stakes.went('one', stakes.next());
  stakes.accept({ id: 'one', number: 7 });
  stakes.see(open(1, accepted(1, ['player', 500])));
  assert.equal(stakes.stateOf('player'), 'accepted');
  assert.deepEqual(stakes.receipt, { number: 7 });
  assert.equal(stakes.next(), null);
});

test('a refusal puts the accepted wagers back and names the areas over their maximum', () => {
  const stakes = atOpenTable();
  stakes.see(open(1, accepted(1, ['player', 500])));
  stakes.add('tie', 90_000);
  stakes.went('two', stakes.next());
  stakes.refuse({ id: 'two', ok: false, values: {}, clause: 'E 4.1', code: 'over-maximum' });
  assert.deepEqual([...stakes.wanted], [['player', 500]]);
  assert.equal(stakes.stateOf('tie'), 'refused');
  assert.deepEqual(
    stakes.refusedAreas.map(({ wager }) => wager),
    ['tie'],
  );
});

test('a draft that was never sent does not outlive the close', () => {
  const stakes = atOpenTable();
  stakes.add('tie', 100);
  stakes.see({ round: 1, phase: 'bets-closed', own: { set: 0, stakes: [] } });
  assert.equal(stakes.wanted.size, 0);
  assert.equal(stakes.next(), null);
});

test('a new round begins without wagers and can bet the last ones again', () => {
  const stakes = atOpenTable();
  stakes.see(open(1, accepted(1, ['player', 500], ['tie', 1_000])));
  stakes.see(open(2));
  assert.equal(stakes.wanted.size, 0);
  stakes.again();
  stakes.double();
  assert.deepEqual(stakes.next(), [
    { wager: 'player', cents: 1_000 },
    { wager: 'tie', cents: 2_000 },
  ]);
});

test('undo takes one step back', () => {
  const stakes = atOpenTable();
  stakes.add('player', 500);
  stakes.add('tie', 500);
  stakes.lift('player');
  stakes.undo();
  assert.equal(total(stakes.wanted), 1_000);
  stakes.undo();
  assert.deepEqual([...stakes.wanted], [['player', 500]]);
  stakes.clear();
  assert.equal(stakes.wanted.size, 0);
});
