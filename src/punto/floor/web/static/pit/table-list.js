/** Draws all tables in fixed rows, with the differential and the day's win against theory. */

import { h, replaceChildrenOnce, s, setAttribute } from '../shared/dom.js';
import { alarm, dollars, net, panel } from '../staff/frame.js';
import { fragment } from './cases.js';
import { language, say, t } from '../shared/messages.js';

const HEADS = ['dealer', 'game', 'phase', 'limits', 'seats', 'stakes', 'win', 'band', 'alarm'];

export class TablesGrid {
  constructor(pit) {
    this.pit = pit;
    this.rows = new Map();
    this.body = h('tbody');
    this.total = h('tr', { class: 'tot' });
    const head = (name) =>
      name === 'stakes'
        ? h(
            'th',
            { scope: 'col' },
            h(
              'span',
              { class: 'df' },
              h('span', { class: 'tone-player' }, t('pit.player')),
              h('span', { class: 'middle' }, t('pit.head.stakes')),
              h('span', { class: 'tone-banker' }, t('pit.banker')),
            ),
          )
        : h(
            'th',
            { scope: 'col', class: name === 'seats' || name === 'win' ? 'num' : '' },
            t(`pit.head.${name}`),
          );
    this.node = panel(
      t('pit.tables'),
      { class: 'all-tables', note: t('pit.tables-note') },
      h(
        'div',
        { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('pit.tables') },
        h(
          'table',
          { class: 'grid at-glance' },
          h('thead', {}, h('tr', {}, ...HEADS.map(head))),
          this.body,
          h('tfoot', {}, this.total),
        ),
      ),
    );
    this.node.addEventListener('keydown', (event) => this.walk(event));
  }

  show(floor) {
    for (const each of floor.tables) this.row(each);
    for (const [key, row] of this.rows) {
      if (!floor.tables.some((each) => each.table === key)) {
        row.node.remove();
        this.rows.delete(key);
      }
    }
    const all = floor.totals;
    replaceChildrenOnce(this.total, JSON.stringify(all) + language(), () =>
      fragment(
        h(
          'th',
          { scope: 'row', colspan: 4 },
          t('pit.totals', { play: all.in_play, tables: all.tables, held: all.held }),
        ),
        h('td', { class: 'num' }, String(all.seats)),
        h(
          'td',
          {},
          h(
            'span',
            { class: 'df' },
            h('span', { class: 'tone-player' }, dollars(all.stakes.player)),
            h(
              'span',
              { class: 'middle' },
              t('pit.side-all', { side: all.stakes.side, all: all.stakes.all }),
            ),
            h('span', { class: 'tone-banker' }, dollars(all.stakes.banker)),
          ),
        ),
        h('td', { class: 'num' }, net(all.win_cents)),
        h('td', { colspan: 2, class: 'muted' }, expected(all)),
      ),
    );
  }

  row(each) {
    let row = this.rows.get(each.table);
    if (!row) {
      const cells = Object.fromEntries(
        HEADS.map((name) => [
          name,
          h(name === 'dealer' ? 'th' : 'td', {
            class: name === 'seats' || name === 'win' ? 'num' : '',
            scope: name === 'dealer' ? 'row' : null,
          }),
        ]),
      );
      const open = h('button', {
        type: 'button',
        class: 'row-open',
        on: { click: () => this.pit.openTable(each.table) },
      });
      row = {
        node: h(
          'tr',
          {
            'data-table': each.table,
            on: {
              click: (event) => event.target.closest('button') ?? this.pit.openTable(each.table),
            },
          },
          ...Object.values(cells),
        ),
        cells,
        open,
      };
      cells.dealer.append(open);
      this.body.append(row.node);
      this.rows.set(each.table, row);
    }
    const { cells } = row;
    const tongue = language();
    setAttribute(
      row.node,
      'class',
      [
        each.is_held ? 'is-held' : '',
        each.phase === 'closed' ? 'is-shut' : '',
        this.pit.table === each.table ? 'is-open' : '',
      ]
        .join(' ')
        .trim() || null,
    );
    replaceChildrenOnce(row.open, `${each.name} ${each.dealer} ${each.dealt_by}${tongue}`, () =>
      fragment(
        h('b', { class: 'no' }, String(each.number)),
        h('small', {}, each.dealer ?? t(`pit.${each.dealt_by}`)),
        h('span', { class: 'unseen' }, each.name),
      ),
    );
    replaceChildrenOnce(cells.game, `${say(each.title)}${each.mode}${each.method}${tongue}`, () =>
      two(
        say(each.short_title),
        [
          t(`pit.mode.${each.mode}`),
          each.is_hlga ? 'HLGA' : '',
          each.method ? t('pit.method-is', { method: each.method }) : '',
          each.effective,
        ]
          .filter(Boolean)
          .join(' · '),
      ),
    );
    replaceChildrenOnce(
      cells.phase,
      `${say(each.phase_words)}${each.is_held}${say(each.sub)}${each.alarm.since}${tongue}`,
      () => this.phase(each),
    );
    replaceChildrenOnce(
      cells.limits,
      `${JSON.stringify(each.limits)}${each.differential_cents}${tongue}`,
      () =>
        two(
          `${dollars(each.limits.minimum_cents)} – ${dollars(each.limits.maximum_cents)}`,
          each.differential_cents === null
            ? ''
            : t('pit.differential-is', { cents: each.differential_cents }),
        ),
    );
    replaceChildrenOnce(cells.seats, `${each.seats.occupied_count}/${each.seats.of}${tongue}`, () =>
      two(
        each.seats.occupied_count ? String(each.seats.occupied_count) : '–',
        t('pit.of', { of: each.seats.of }),
      ),
    );
    replaceChildrenOnce(
      cells.stakes,
      `${JSON.stringify(each.stakes)}${each.differential_cents}${say(each.differs)}${tongue}`,
      () => stakes(each),
    );
    replaceChildrenOnce(cells.win, `${each.win_cents}/${each.expected_cents}${tongue}`, () =>
      played(each) ? two(net(each.win_cents), expected(each)) : two('–', t('pit.no-activity')),
    );
    replaceChildrenOnce(cells.band, `${JSON.stringify(each.band)}${each.rounds}${tongue}`, () =>
      played(each) ? bandOf(each) : h('span'),
    );
    replaceChildrenOnce(cells.alarm, JSON.stringify(each.alarm) + tongue, () =>
      each.alarm.level
        ? h(
            'div',
            { class: `al al${each.alarm.level}` },
            alarm(Math.min(2, each.alarm.level), say(each.alarm.words)),
            h('small', {}, say(each.alarm.sub)),
          )
        : h('span', { class: 'unseen' }, t('pit.no-alarm')),
    );
  }

  phase(each) {
    if (each.is_held)
      return two(
        alarm(3, t('pit.held'), each.alarm.since || null),
        t('pit.round', { round: each.round }),
      );
    return two(
      h(
        'span',
        { class: `ph ${each.phase}` },
        h('i', { 'aria-hidden': 'true' }),
        say(each.phase_words),
      ),
      say(each.sub),
    );
  }

  /** Arrows walk the rows; the place stays where it is when a picture comes. */
  walk(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...this.body.querySelectorAll('.row-open')];
    const at = buttons.indexOf(document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    buttons[Math.min(buttons.length - 1, Math.max(0, at + step))].focus();
  }

  focus(step = 0) {
    const buttons = [...this.body.querySelectorAll('.row-open')];
    const now = buttons.findIndex(
      (button) => button.closest('tr').dataset.table === this.pit.table,
    );
    buttons[
      Math.max(
        0,
        Math.min(buttons.length - 1, (now < 0 ? (step > 0 ? -1 : buttons.length) : now) + step),
      )
    ]?.focus();
  }
}

function two(first, second) {
  return fragment(
    typeof first === 'string' ? h('span', { class: 'first' }, first) : first,
    h('small', {}, second),
  );
}

/** The win of a day that theory expects, in whole dollars. */
const expected = (each) =>
  t('pit.expected', { cents: 100 * Math.round(each.expected_cents / 100) });

/** Whether anything was wagered in the day's rounds. */
const played = (each) => Boolean(each.rounds && (each.win_cents || each.expected_cents));

/** One bar from the middle towards the heavier side; gold ticks where the differential ends. */
function stakes(each) {
  const { player, banker, side, all } = each.stakes;
  if (!all) return h('span', { class: 'muted none' }, say(each.differs));
  const limit = each.differential_cents;
  const scale = Math.max(limit ? limit * 1.15 : 0, Math.abs(player - banker), 1);
  const width = Math.min(78, (Math.abs(player - banker) / scale) * 76);
  const heavy = banker >= player;
  const tick = limit ? (limit / scale) * 76 : null;
  const over = limit !== null && Math.abs(player - banker) > limit;
  const bar = s(
    'svg',
    { width: 158, height: 18, viewBox: '0 0 158 18', 'aria-hidden': 'true' },
    s('rect', { x: 2, y: 7, width: 154, height: 4, class: 'bar-bed' }),
    s('rect', {
      x: heavy ? 79 : 79 - width,
      y: 4,
      width,
      height: 10,
      class: heavy ? 'bar-banker' : 'bar-player',
    }),
    tick === null
      ? null
      : s('path', { d: `M${79 - tick} 1v16M${79 + tick} 1v16`, class: 'bar-tick' }),
    s('path', { d: 'M79 1v16', class: 'bar-middle' }),
  );
  return fragment(
    h(
      'span',
      { class: 'df' },
      h('span', { class: 'tone-player' }, dollars(player)),
      bar,
      h('span', { class: 'tone-banker' }, dollars(banker)),
    ),
    h(
      'small',
      { class: over ? 'gold middle' : 'middle' },
      t(limit === null ? 'pit.differs' : 'pit.differs-of', {
        cents: Math.abs(player - banker),
        limit,
        side,
      }),
    ),
  );
}

/** The day's win as a diamond: the dark band holds 95 in 100 such days, the light one 99. */
function bandOf(each) {
  const z = Math.max(-3.4, Math.min(3.4, each.band.z));
  const at = (value) => 50 + value * 14;
  return s(
    'svg',
    {
      width: 100,
      height: 22,
      viewBox: '0 0 100 22',
      role: 'img',
      'aria-label': t('pit.band-words', { z: each.band.z.toFixed(1), words: each.band.words }),
    },
    s('rect', { x: at(-2.58), y: 6, width: at(2.58) - at(-2.58), height: 10, class: 'band-99' }),
    s('rect', { x: at(-1.96), y: 6, width: at(1.96) - at(-1.96), height: 10, class: 'band-95' }),
    s('path', { d: 'M50 4v14', class: 'band-middle' }),
    s('path', {
      d: `M${at(z)} 5l5 6l-5 6l-5-6z`,
      class: each.band.is_outside ? 'diamond out' : 'diamond',
    }),
  );
}
