/** The fields of a second person: what they send, and which of them is asked again. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parts } from '../page.js';

const { readCatalogues } = await import('../../../src/punto/floor/web/static/shared/messages.js');
await readCatalogues('staff');
const { secondPerson } =
  await import('../../../src/punto/floor/web/static/staff/approval-dialog.js');

function filled() {
  const person = secondPerson();
  const [name, password, code] = person.nodes.map((node) => parts(node, 'input')[0]);
  Object.assign(name, { value: ' S-31 ' });
  Object.assign(password, { value: 'secret' });
  return { person, password, code };
}

test('a second person has a name and a password', () => {
  const { person, password } = filled();
  assert.deepEqual(person.read(), { name: 'S-31', password: 'secret', code: '' });
  password.value = '';
  assert.equal(person.read(), null);
});

test('the code is asked for once it is due, and the password stays', () => {
  const { person, code } = filled();
  person.answered({ ok: false, code: 'code-due' });
  assert.equal(person.nodes[2].hidden, false);
  assert.equal(document.activeElement, code);
  code.value = ' 123456 ';
  assert.deepEqual(person.read(), { name: 'S-31', password: 'secret', code: '123456' });
});

test('after another refusal the password is typed again', () => {
  const { person, password } = filled();
  person.answered({ ok: false, code: 'wrong-password' });
  assert.equal(document.activeElement, password);
  assert.equal(person.read(), null);
});
