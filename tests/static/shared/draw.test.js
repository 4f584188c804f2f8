/** A view is plain data: it can be read without a browser. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cached, h } from '../../../src/punto/floor/web/static/shared/draw.js';

test('a view is plain data', () => {
  const part = h('button', { key: 'deal', command: { type: 'deal' } }, 'Deal');
  assert.deepEqual(part, {
    tag: 'button',
    attributes: { key: 'deal', command: { type: 'deal' } },
    children: ['Deal'],
  });
});

test('children that are null or false are left out, and an empty text is not', () => {
  assert.deepEqual(h('p', {}, null, '', false, 'one').children, ['', 'one']);
});

test('an element needs neither attributes nor children', () => {
  assert.deepEqual(h('hr'), { tag: 'hr', attributes: {}, children: [] });
});

test('a cached view is described again only when its arguments change', () => {
  let count = 0;
  const view = cached((table, language) => h('b', {}, `${table.name} ${language} ${(count += 1)}`));
  const one = { name: 'one' };
  const first = view(one, 'en');
  assert.equal(view(one, 'en'), first);
  assert.notEqual(view({ name: 'one' }, 'en'), first);
  assert.notEqual(view(one, 'zh'), first);
  assert.equal(count, 3);
});
