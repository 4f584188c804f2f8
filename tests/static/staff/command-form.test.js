/** The form of a command: the values that it reads, when it sends them, and when it stays open. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parts, type } from '../page.js';

const { readCatalogues } = await import('../../../src/punto/floor/web/static/shared/messages.js');
await readCatalogues('staff');
const { centsOf, openForm } =
  await import('../../../src/punto/floor/web/static/staff/command-form.js');

const REASON = { field: 'reason', label: 'Reason', missing: 'Enter a reason.' };
const SUM = { field: 'sum', label: 'Sum', kind: 'money', missing: 'Enter a sum.' };

/** Opens a form, and collects the values that it sends. */
function opened(fields, options = {}) {
  const sent = [];
  const accept = async (values) => {
    sent.push(values);
    return { ok: true };
  };
  const closed = openForm('Title', fields, { send: accept, ...options });
  const box = document.dialog;
  const one = (tag, attributes) => parts(box, tag, attributes)[0];
  const form = one('form');
  return {
    closed,
    sent,
    form,
    go: one('button', { type: 'submit' }),
    told: () => one('p', { role: 'status' }).textContent,
    field: (name) => parts(box, 'input', { name })[0] ?? parts(box, 'select', { name })[0],
    submit: () => form.dispatchEvent(new Event('submit')),
    isOpen: () => document.dialog === box,
    box,
  };
}

test('a typed sum is read in cents', () => {
  const sums = { '1,250.5': 125_050, ' 20 000 ': 2_000_000, 0: 0, 7.25: 725 };
  for (const [typed, cents] of Object.entries(sums)) assert.equal(centsOf(typed), cents);
  for (const typed of ['', '1.234', '-5', 'ten', '1234567890']) assert.equal(centsOf(typed), null);
});

test('a form reads each kind of field', async () => {
  const choices = [
    { value: '', label: 'None' },
    { value: 'dealer', label: 'Dealer' },
  ];
  const ticks = ['cashier', 'auditor'].map((value) => ({ value, label: value }));
  const form = opened([
    { ...REASON, value: 'as said' },
    SUM,
    { field: 'rounds', label: 'Rounds', kind: 'number', value: '3' },
    { field: 'limit', label: 'Limit', kind: 'money', is_optional: true },
    { field: 'position', label: 'Position', kind: 'list', choices },
    { field: 'duties', label: 'Duties', kind: 'ticks', choices: ticks, value: ['auditor'] },
  ]);
  await type(form.field('sum'), '12.50');
  form.field('position').value = 'dealer';
  await form.submit();
  const values = {
    reason: 'as said',
    sum: 1250,
    rounds: 3,
    limit: '',
    position: 'dealer',
    duties: ['auditor'],
  };
  assert.deepEqual(form.sent, [values]);
  assert.deepEqual(await form.closed, values);
  assert.equal(form.isOpen(), false);
});

test('a form without a required answer says which, and sends nothing', async () => {
  const form = opened([REASON, { ...SUM, least: 500 }]);
  assert.equal(document.activeElement, form.field('reason'));
  await form.submit();
  assert.equal(form.told(), 'Enter a reason.');
  await type(form.field('reason'), 'a count');
  await type(form.field('sum'), '4.99');
  await form.submit();
  assert.equal(form.told(), 'Enter a sum.');
  assert.deepEqual(form.sent, []);
  await type(form.field('sum'), '5');
  await form.submit();
  assert.deepEqual(form.sent, [{ reason: 'a count', sum: 500 }]);
});

test('a refused form stays open with the refusal and its clause', async () => {
  const answers = [{ ok: false, words: 'Not now.', clause: 'T 5.1' }, null, { ok: true }];
  const form = opened([], { send: async () => answers.shift() });
  assert.equal(document.activeElement, form.go);
  await form.submit();
  assert.equal(form.told(), 'Not now.T 5.1');
  await form.submit();
  assert.equal(form.told(), '', 'the person went back from the second person');
  assert.ok(form.isOpen());
  await form.submit();
  assert.deepEqual(await form.closed, {});
});

test('a form sends once, however often its button is pressed', async () => {
  const form = opened([{ ...REASON, value: 'twice' }]);
  await Promise.all([form.submit(), form.submit()]);
  assert.equal(form.sent.length, 1);
});

test('a form shows the effects of a sum as it is typed', async () => {
  const effects = ({ sum }) =>
    sum === null ? null : { words: `Pays ${sum}.`, rows: [['Then', String(sum)]] };
  const form = opened([SUM], { effects });
  const texts = () => parts(form.box, 'p', { class: 'big-words' })[0].textContent;
  assert.equal(texts(), 'Enter a sum.');
  assert.match(form.go.attributes.class, /\boff\b/);
  await type(form.field('sum'), '3');
  assert.equal(texts(), 'Pays 300.');
  assert.equal(parts(form.box, 'tr')[0].textContent, 'Then300');
  assert.doesNotMatch(form.go.attributes.class, /\boff\b/);
});

test('a closed form answers nothing', async () => {
  const form = opened([REASON]);
  form.box.close();
  assert.equal(await form.closed, null);
  assert.deepEqual(form.sent, []);
});
