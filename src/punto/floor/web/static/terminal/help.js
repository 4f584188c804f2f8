/** HELP shows rules, odds, past rounds, the patron's session and the settings of the terminal. */

import { once, read } from '../shared/http.js';
import { sessionTab } from '../shared/session-limits.js';
import { Dialog, tabs } from '../shared/dialog.js';
import { h } from '../shared/dom.js';
import { optionsTab } from '../shared/settings-page.js';
import { recallTab } from './round-recall.js';
import { inLanguage, otherLanguage, say, t } from '../shared/messages.js';

/** Opens HELP at a tab. */
export function openHelp(terminal, first = 'rules') {
  const { seat } = terminal;
  const dialog = new Dialog('help', { wide: true });
  dialog.show(
    ...tabs(
      {
        rules: () => rulesTab(seat),
        odds: () => oddsTab(seat),
        rounds: () => recallTab(terminal),
        session: () => sessionTab(terminal),
        options: () => optionsTab(terminal),
      },
      first,
    ),
  );
  return dialog;
}

async function rulesTab(seat) {
  const help = await once(`tables/${seat.table}/help`);
  const { layout } = seat;
  const heading = h('h3', {}, say(help.title));
  const source = h(
    'p',
    { class: 'how' },
    t('rules.version', {
      document: layout.document,
      version: layout.version,
      effective: layout.effective,
      digest: layout.digest.slice(0, 16),
    }),
  );
  return [heading, source, ...help.sections.map(section)];
}

function section({ heading, paragraphs, table }) {
  return h(
    'section',
    { class: 'help-section' },
    h('h4', {}, say(heading)),
    ...paragraphs.map((words) => h('p', {}, say(words))),
    table ? grid(table) : null,
  );
}

/** A table of words and figures. */
export const grid = (table) =>
  h(
    'table',
    {},
    h(
      'thead',
      {},
      h('tr', {}, ...table.head.map((words) => h('th', { scope: 'col' }, say(words)))),
    ),
    h(
      'tbody',
      {},
      ...table.rows.map((row) =>
        h(
          'tr',
          {},
          ...row.map((cell, i) => h(i ? 'td' : 'th', i ? {} : { scope: 'row' }, say(cell))),
        ),
      ),
    ),
  );

const percent = (text) =>
  text === null || text === undefined
    ? '–'
    : t('odds.percent', { value: (Number(text) * 100).toFixed(3) });

const oneIn = (text) =>
  Number(text) ? t('odds.one-in', { rounds: (1 / Number(text)).toFixed(1) }) : '–';

function oddsTable(wagers) {
  const head = ['odds.wager', 'odds.win', 'odds.push', 'odds.edge', 'odds.hit'].map((key) =>
    t(key),
  );
  return grid({
    head,
    rows: wagers.map((each) => [
      each.label,
      percent(each.win),
      percent(each.push),
      percent(each.edge),
      oneIn(each.hit),
    ]),
  });
}

async function oddsTab(seat) {
  const odds = await read(`tables/${seat.table}/odds`);
  const live = odds.live
    ? [h('h4', {}, t('odds.live')), oddsTable(odds.live.wagers ?? odds.live)]
    : [];
  return [
    h('p', {}, t('odds.decks', { decks: odds.decks })),
    oddsTable(odds.wagers),
    ...live,
    h('p', { class: 'how' }, t('road.no-omen')),
  ];
}

/** Shows pays, limits and odds of one area after a long press. */
export async function openAbout(seat, wager) {
  const area = seat.layout.areas.find((each) => each.wager === wager);
  const dialog = new Dialog('about');
  const other = inLanguage(area.label, otherLanguage());
  const limits = t('limits.of', {
    low: area.minimum_cents,
    high: area.maximum_cents,
    unit: seat.layout.unit_cents,
  });
  const head = [
    h('h3', { class: 'caps' }, `${say(area.label)} `, h('small', {}, other)),
    h('p', {}, limits),
    grid({
      head: [t('pays.line'), t('pays.pays'), t('pays.clause')],
      rows: area.lines.map((line) => [
        say(line.when),
        line.pays.includes(':') ? line.pays : t('pays.push'),
        line.clause,
      ]),
    }),
  ];
  dialog.show(...head, h('p', { class: 'how' }, t('loading')));
  const odds = await once(`tables/${seat.table}/odds`).catch(() => null);
  const found = odds?.wagers.find((each) => each.wager === wager);
  dialog.show(
    ...head,
    found ? h('p', {}, t('odds.decks', { decks: odds.decks })) : '',
    found ? oddsTable([found]) : '',
  );
}
