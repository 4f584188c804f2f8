/** Draws a report as sheets of paper. The server computes every figure. */

import { h, s } from '../shared/dom.js';
import { t } from '../shared/messages.js';

const INK = '#1B1F1E';
const FLAG = '#9A5B06';
const BANDS = { outer: [2.575829, '#E6E9E7'], inner: [1.959964, '#C3CBC7'] };
const DENSE_FROM = 9;
const SHORT = 22;

/** All sheets of a report, each with its number at its head and at its foot. */
export function sheets(report) {
  const of = report.sheets.length;
  return h(
    'div',
    { class: 'report' },
    ...report.sheets.map((parts, i) => sheet(report, parts, i + 1, of)),
  );
}

function sheet(report, parts, number, of) {
  const page = t('report.page', { number, of });
  const first = number === 1;
  const head = first
    ? h(
        'header',
        {},
        h('div', {}, h('h2', { class: 'title' }, report.title), h('p', {}, report.subtitle)),
        h('div', { class: 'mark' }, h('b', {}, 'Punto'), h('p', {}, page)),
      )
    : h(
        'header',
        { class: 'later' },
        h('div', {}, h('p', {}, h('b', {}, report.title), `, ${report.head[0].lines[0]}`)),
        h('div', { class: 'mark' }, h('p', {}, page)),
      );
  const lines = number === of ? report.foot : report.foot.slice(0, 1);
  const foot = h(
    'footer',
    {},
    h('div', {}, ...lines.map((line) => h('p', {}, line))),
    h('b', {}, page),
  );
  return h(
    'section',
    { class: 'sheet', 'aria-label': page },
    head,
    ...(first ? facts(report) : []),
    ...parts.flatMap((one) => part(one, report.no_activity)),
    foot,
  );
}

function facts(report) {
  const head = report.head.map(({ label, lines }) =>
    h('div', {}, h('dt', {}, label), ...lines.map((line) => h('dd', {}, line))),
  );
  const figures = report.figures.map(({ label, value, note }) =>
    h(
      'div',
      {},
      h('dt', {}, label),
      h('dd', {}, h('b', {}, value), note ? h('small', {}, note) : null),
    ),
  );
  const idle = report.has_activity ? [] : [h('p', { class: 'idle' }, report.no_activity)];
  return [h('dl', { class: 'facts' }, ...head), h('dl', { class: 'figures' }, ...figures), ...idle];
}

function part(one, none) {
  if (one.course !== undefined) return [heading(one.course, one.text), course(one)];
  if (!one.columns)
    return one.note.map((line) =>
      h(
        'p',
        { class: 'note' },
        one.flagged ? h('b', {}, one.flagged) : null,
        one.flagged ? ` ${line}` : line,
      ),
    );
  return [heading(one.title, one.note), grid(one, none)];
}

const heading = (title, note) => h('h3', {}, title, note ? h('span', {}, ` ${note}`) : null);

function grid(one, none) {
  const kinds = one.columns.map((column, at) => kindOf(one, column, at));
  const heads = one.columns.map((column, at) =>
    h('th', { scope: 'col', class: kinds[at] }, column.title),
  );
  const rows = one.rows.map((row) => {
    if (row.cells[0] === none)
      return h('tr', {}, h('td', { class: 'none', colspan: one.columns.length }, none));
    const cells = row.cells.map((value, at) =>
      h(
        'td',
        { class: [kinds[at], row.is_apart ? 'apart' : ''].filter(Boolean).join(' ') || null },
        ...cell(value, one.columns[at]),
      ),
    );
    return h('tr', { class: row.weight === 'plain' ? null : row.weight }, ...cells);
  });
  return h(
    'table',
    { class: one.columns.length > DENSE_FROM ? 'dense' : null },
    h('thead', {}, h('tr', {}, ...heads)),
    h('tbody', {}, ...rows),
  );
}

function kindOf(one, column, at) {
  if (column.shown !== 'text') return 'figure';
  const short = one.rows.every((row) => String(row.cells[at] ?? '').length <= SHORT);
  return short && one.columns.length < DENSE_FROM ? 'short' : null;
}

function cell(value, column) {
  if (typeof value === 'number') return [against(value)];
  const [head, ...rest] = column.shown === 'text' ? value.split(' · ') : [value];
  return rest.length ? [`${head} `, h('small', {}, rest.join(' · '))] : [head];
}

/** A diamond where a return lies, in its own deviations around theory. */
function against(deviations) {
  const at = 75 + Math.max(-3.4, Math.min(3.4, deviations)) * 20;
  const sign = deviations < 0 ? '−' : '+';
  const words = t('report.deviations', {
    deviations: `${sign}${Math.abs(deviations).toFixed(2)}`,
  });
  const bar = ([width, fill]) =>
    s('rect', { x: 75 - width * 20, y: 6, width: width * 40, height: 8, fill });
  return s(
    'svg',
    { class: 'against', viewBox: '0 0 150 20', role: 'img', 'aria-label': words },
    bar(BANDS.outer),
    bar(BANDS.inner),
    s('path', { d: 'M75 3v14', stroke: INK }),
    s('path', {
      d: `M${at.toFixed(1)} 4l5 6-5 6-5-6z`,
      fill: Math.abs(deviations) > BANDS.inner[0] ? FLAG : INK,
      stroke: '#fff',
    }),
  );
}

const PLOT = { wide: 870, high: 200, left: 48, top: 8, bottom: 24, right: 10 };

/** A return as it went, against theory and its bands. */
function course({ points, summary }) {
  const late = points.slice(Math.floor(points.length / 4));
  const low = Math.min(
    ...late.map(([, actual, theory, spread]) => Math.min(actual, theory - 3 * spread)),
  );
  const high = Math.max(
    ...late.map(([, actual, theory, spread]) => Math.max(actual, theory + 3 * spread)),
    low + 0.01,
  );
  const [most] = points.at(-1);
  const x = (rounds) => PLOT.left + ((PLOT.wide - PLOT.left - PLOT.right) * rounds) / most;
  const y = (share) =>
    PLOT.top +
    ((PLOT.high - PLOT.top - PLOT.bottom) * (high - Math.max(low, Math.min(high, share)))) /
      (high - low);
  const line = (values) =>
    `M${values.map(([at, value]) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('L')}`;
  const edge = (width) => points.map(([n, , theory, sd]) => [n, theory + width * sd]);
  const band = ([width, fill]) =>
    s('path', { d: `${line([...edge(width), ...edge(-width).reverse()])}z`, fill });
  const ticks = ticksOf(low, high).flatMap((tick) => [
    s('path', {
      d: `M${PLOT.left} ${y(tick).toFixed(1)}H${PLOT.wide - PLOT.right}`,
      stroke: '#E3E6E4',
    }),
    s(
      'text',
      { x: PLOT.left - 6, y: (y(tick) + 4).toFixed(1), 'text-anchor': 'end' },
      `${Math.round(100 * tick)}%`,
    ),
  ]);
  const rounds = [0, 1, 2, 3, 4].map((quarter) =>
    s(
      'text',
      {
        x: x(Math.floor((most * quarter) / 4)).toFixed(1),
        y: PLOT.high - 6,
        'text-anchor': quarter === 4 ? 'end' : 'middle',
      },
      Math.floor((most * quarter) / 4).toLocaleString('en-SG'),
    ),
  );
  return s(
    'svg',
    {
      class: 'course',
      viewBox: `0 0 ${PLOT.wide} ${PLOT.high}`,
      'font-size': '11.5',
      fill: '#5A6661',
      role: 'img',
      'aria-label': summary,
    },
    band([BANDS.outer[0], '#E6E9E7']),
    band([BANDS.inner[0], '#D3DAD6']),
    ...ticks,
    ...rounds,
    s('path', {
      d: `M${PLOT.left} ${PLOT.high - PLOT.bottom}H${PLOT.wide - PLOT.right}`,
      stroke: INK,
    }),
    s('path', {
      d: line(points.map(([n, , theory]) => [n, theory])),
      fill: 'none',
      stroke: INK,
      'stroke-dasharray': '5 4',
    }),
    s('path', {
      d: line(points.map(([n, actual]) => [n, actual])),
      fill: 'none',
      stroke: '#1F7A4B',
      'stroke-width': 2,
    }),
  );
}

function ticksOf(low, high) {
  const step =
    [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5].find((each) => (high - low) / each <= 6) ??
    10;
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at);
  return found;
}
