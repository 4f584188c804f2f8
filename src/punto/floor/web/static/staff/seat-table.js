/** Draws a table with a row per seat and a row of sums, from a list of columns. */

import { h } from '../shared/dom.js';
import { t } from '../shared/messages.js';

/** @typedef {{seat: number, kind?: string}} Row */
/**
 * @typedef {object} Column
 * @property {string} [group] the heading above it and the columns of the same group beside it
 * @property {HTMLElement} head
 * @property {(row: any) => HTMLElement} cell
 * @property {HTMLElement} sum
 */

/** @param {string} style @param {...(Node | string | null)} content @returns {HTMLElement} */
export const th = (style, ...content) => h('th', { scope: 'col', class: style }, ...content);

/** @param {string} style @param {...(Node | string | null)} content @returns {HTMLElement} */
export const td = (style, ...content) => h('td', { class: style }, ...content);

/**
 * @param {Column[]} columns
 * @param {readonly Row[]} rows
 * @param {{style?: string, all?: string}} [options] `all` names the row of sums
 */
export function seatTable(columns, rows, { style = 'grid', all = t('second.all') } = {}) {
  const hasGroups = columns.some(({ group }) => group !== undefined);
  const heads = h('tr', {}, th('', t('second.seat')), ...columns.map(({ head }) => head));
  const sums = columns.map(({ sum }) => sum);
  const body = rows.map((row) =>
    h(
      'tr',
      { 'data-seat': row.seat },
      h(
        'th',
        { scope: 'row' },
        String(row.seat),
        row.kind === 'chips' ? h('small', { class: 'muted' }, ' ', t('second.chips')) : null,
      ),
      ...columns.map(({ cell }) => cell(row)),
    ),
  );
  return h(
    'table',
    { class: style },
    h('thead', {}, hasGroups ? groupsOf(columns) : null, heads),
    h('tbody', {}, ...body, h('tr', { class: 'tot' }, h('th', { scope: 'row' }, all), ...sums)),
  );
}

/** @param {Column[]} columns */
function groupsOf(columns) {
  /** @type {[string, number][]} */
  const groups = [];
  for (const { group = '' } of columns) {
    const last = groups.at(-1);
    if (last?.[0] === group) last[1] += 1;
    else groups.push([group, 1]);
  }
  const head = ([label, span] = /** @type {[string, number]} */ (['', 1])) =>
    h('th', { colspan: span, scope: 'colgroup', class: 'group' }, label);
  return h('tr', { class: 'groups' }, h('td'), ...groups.map(head));
}
