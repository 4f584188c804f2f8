/** A view is plain data: it can be read without a browser. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { h } from '../../../src/punto/floor/web/static/shared/draw.js';

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
