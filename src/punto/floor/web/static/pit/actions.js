/** Opens the dialogs of the pit for limits, tables, terminals and delegated positions. */

import { fragment } from './cases.js';
import { h } from '../shared/dom.js';
import {
  LADDER,
  button,
  clause,
  dollars,
  gridOf,
  openDialog,
  showRefusal,
} from '../staff/frame.js';
import { openForm } from '../staff/command-form.js';
import { freshId } from '../shared/socket.js';
import { act, get, me, post, preview } from '../staff/client.js';
import { refusalMessage, say, t } from '../shared/messages.js';

const path = (table) => `tables/${encodeURIComponent(table)}`;

/** Asks for a reason, then sends it; a refusal appears at the button. */
const why = (title, words, label, send, fields = [], more = null) =>
  openForm(
    title,
    [
      {
        field: 'reason',
        label: t('pit.why'),
        missing: t('pit.reason-first'),
        input: { maxlength: '200' },
      },
      ...fields,
    ],
    { steps: h('p', { class: 'big-words' }, words), more, label, send, wide: false },
  );

/** Asks for limits and differential. Changes need approval and start with the next round. */
export async function openLimits(pit, view) {
  const found = await get(`${path(view.table)}/settings`);
  if (!found.ok) return void pit.detailPanel.tell(found);
  const limits = new Limits(found);
  const values = await openForm(t('pit.limits-of', { table: view.name }), limits.fields(), {
    intro: fragment(
      h('p', { class: 'muted' }, t('pit.limits-words')),
      waiting(found),
      found.per_area ? perArea(view, found) : null,
    ),
    label: t('pit.change-limits'),
    wide: true,
    arrange: (nodes) => limits.table(nodes),
    send: (typed) => limits.check(view.table, typed),
  });
  if (!values) return;
  const settings = limits.changed(values);
  const rows = limits.differing(settings);
  const title = t('pit.change-limits');
  pit.detailPanel.give(view.table, 'ChangeSettings', { settings }, title, rows);
}

const range = (limit) => `${dollars(limit.minimum_cents)} – ${dollars(limit.maximum_cents)}`;

/** The limits of a table: those now, and those that the pit manager types. */
class Limits {
  constructor(found) {
    Object.assign(this, { now: found.settings, unit: found.unit_cents });
    this.names = new Map(found.wagers.map((each) => [each.wager, say(each.label)]));
    this.sums = found.has_differential
      ? ['total_minimum_cents', 'differential_cents']
      : ['total_minimum_cents'];
  }

  fields() {
    const sum = (field, label, cents) => ({
      field,
      label,
      kind: 'money',
      value: cents === null ? '' : dollars(cents),
      least: 0,
      missing: t('pit.not-a-sum'),
      is_unseen: true,
      is_optional: field === 'differential_cents',
    });
    return [
      ...this.now.limits.flatMap(({ wager, minimum_cents: least, maximum_cents: most }) => [
        sum(`min ${wager}`, t('pit.least-of', { wager: this.names.get(wager) }), least),
        sum(`max ${wager}`, t('pit.most-of', { wager: this.names.get(wager) }), most),
      ]),
      ...this.sums.map((key) => sum(key, t(`pit.setting.${key}`), this.now[key])),
    ];
  }

  table(nodes) {
    const row = (name, now, ...cells) =>
      h('tr', {}, h('th', { scope: 'row' }, name), h('td', { class: 'num' }, now), ...cells);
    const limits = this.now.limits.map((limit) =>
      row(
        this.names.get(limit.wager) ?? limit.wager,
        range(limit),
        h('td', {}, nodes[`min ${limit.wager}`]),
        h('td', {}, nodes[`max ${limit.wager}`]),
      ),
    );
    const sums = this.sums.map((key) =>
      row(
        t(`pit.setting.${key}`),
        this.sumText(this.now[key]),
        h('td', { colspan: 2 }, nodes[key]),
      ),
    );
    const heads = { 'pit.wager': '', 'pit.now': 'num', 'pit.least': '', 'pit.most': '' };
    return gridOf(heads, [...limits, ...sums], 'limits-grid');
  }

  sumText(cents) {
    return cents === null ? t('pit.none') : dollars(cents);
  }

  /** The settings with the typed sums. */
  changed(typed) {
    const sums = this.sums.map((key) => [key, typed[key] === '' ? null : typed[key]]);
    return {
      ...this.now,
      ...Object.fromEntries(sums),
      limits: this.now.limits.map((limit) => ({
        ...limit,
        minimum_cents: typed[`min ${limit.wager}`],
        maximum_cents: typed[`max ${limit.wager}`],
      })),
    };
  }

  /** The error in the typed sums, else the answer of the table to a preview. */
  async check(table, typed) {
    const settings = this.changed(typed);
    const words = this.error(settings, typed);
    return words ? { ok: false, words } : preview(table, 'ChangeSettings', { settings });
  }

  error(settings, typed) {
    if (JSON.stringify(settings) === JSON.stringify(this.now)) return t('pit.nothing-changed');
    for (const { wager, minimum_cents: least, maximum_cents: most } of settings.limits)
      if (!(least > 0 && least <= most))
        return t('pit.least-over-most', { wager: this.names.get(wager), least, most });
    const odd = Object.keys(typed).find(
      (key) => key !== 'differential_cents' && typed[key] % this.unit,
    );
    if (!odd) return '';
    const wager = this.names.get(odd.split(' ')[1]) ?? t(`pit.setting.${odd}`);
    return t('pit.not-in-unit', { wager, unit: this.unit });
  }

  /** The settings that differ, before and after: the second person approves them. */
  differing(settings) {
    return [
      ...settings.limits.map((limit, i) => [
        this.names.get(limit.wager),
        range(this.now.limits[i]),
        range(limit),
      ]),
      ...this.sums.map((key) => [
        t(`pit.setting.${key}`),
        this.sumText(this.now[key]),
        this.sumText(settings[key]),
      ]),
    ]
      .filter(([, was, becomes]) => was !== becomes)
      .map(([name, was, becomes]) => [name, `${was} → ${becomes}`]);
  }
}

/** How many wagers an area takes: one position says so alone, from the next round on. */
function perArea(view, found) {
  const now = found.settings.wagers_per_area;
  const told = h('p', { class: 'told', role: 'status' });
  const restrict = async (many) => {
    const answer = await act(view.table, 'RestrictWagers', { per_area: many });
    if (answer.ok) told.closest('dialog').close();
    else showRefusal(told, answer);
  };
  const choice = (many) => {
    const key = button(String(many), () => restrict(many), {
      off: many === now ? t('pit.per-area-now') : '',
    });
    key.dataset.perArea = many;
    key.setAttribute('aria-pressed', String(many === now));
    return key;
  };
  return h(
    'div',
    { class: 'per-area' },
    h('p', {}, t('pit.per-area'), ' ', clause(found.per_area.clause)),
    h(
      'div',
      { class: 'buttons' },
      ...Array.from({ length: found.per_area.most }, (_, i) => choice(i + 1)),
    ),
    told,
  );
}

/** The deferred commands, and those that were refused when the round ended. */
function waiting(found) {
  const rows = found.later.map((each) =>
    h(
      'p',
      { class: 'gold' },
      t(each.after_round ? 'pit.waits-for-round' : 'pit.waits-for-gap', {
        what: t(`pit.later.${each.what}`),
        by: each.by,
        round: each.after_round,
      }),
    ),
  );
  if (found.refused)
    rows.push(
      h(
        'p',
        {},
        h('span', { class: 'refused' }, say(refusalMessage(found.refused))),
        clause(found.refused.clause),
      ),
    );
  return rows.length ? h('div', {}, ...rows) : null;
}

/**
 * Opens a closed table, or closes one with notice: after some rounds, or after the one that runs. The
 * shoe goes then. A notice can be withdrawn.
 */
export async function openOrClose(pit, view) {
  const table = { table: view.name };
  const opens = (typed) => post(`${path(view.table)}/open`, { id: freshId(), ...typed });
  if (view.phase === 'closed')
    return why(t('pit.open-of', table), t('pit.open-words'), t('pit.open-table'), opens);
  const found = await get(`${path(view.table)}/settings`);
  if (!found.ok) return void pit.detailPanel.tell(found);
  const goesOn = button(t('pit.go-on'), (key) => {
    key.closest('dialog').close();
    why(t('pit.go-on-of', table), t('pit.open-words'), t('pit.go-on'), opens);
  });
  const closes = found.later.some((each) => each.what === 'CloseTable');
  return why(
    t('pit.close-of', table),
    t('pit.close-words'),
    t('pit.close-table'),
    (typed) => post(`${path(view.table)}/close`, { id: freshId(), ...typed }),
    [
      {
        field: 'rounds',
        label: t('pit.close-rounds'),
        kind: 'number',
        value: '0',
        input: { type: 'number', min: '0', max: '99', step: '1', required: true },
      },
    ],
    fragment(waiting(found), closes ? goesOn : null),
  );
}

/**
 * The table, its terminals and the patrons at them. Each can be disabled or enabled with a reason.
 */
export async function openTerminals(pit, view) {
  const found = await get(`${path(view.table)}/settings`);
  if (!found.ok) return void pit.detailPanel.tell(found);
  const turn = (on, name, target, label = on ? 'pit.enable' : 'pit.disable') =>
    button(t(label), (key) => {
      key.closest('dialog').close();
      why(
        t(on ? 'pit.enable-of' : 'pit.disable-of', { name }),
        t(on ? 'pit.enable-words' : 'pit.disable-words'),
        t(on ? 'pit.enable' : 'pit.disable'),
        (typed) => post(`${target}/${on ? 'enable' : 'disable'}`, typed),
      );
    });
  const runs = (key, reason) => {
    const now = reason === null ? t('pit.takes-bets') : t('pit.disabled-because', { reason });
    return `${t(key, { game: say(found.title) })}: ${now}`;
  };
  const patron = (each) => [
    h(
      'td',
      { class: 'muted' },
      each.is_patron_disabled
        ? t('pit.patron-stopped', { reason: each.patron_reason })
        : t('pit.patron-plays'),
    ),
    h(
      'td',
      { class: 'num', 'data-visit': each.visit },
      turn(
        each.is_patron_disabled,
        t('pit.patron-at', { seat: each.seat }),
        `visits/${encodeURIComponent(each.visit)}`,
        each.is_patron_disabled ? 'pit.patron-go-on' : 'pit.patron-stop',
      ),
    ),
  ];
  const row = (each) =>
    h(
      'tr',
      { 'data-terminal': each.terminal },
      h('th', { scope: 'row' }, t('pit.seat', { seat: each.seat })),
      h('td', {}, each.terminal || '–'),
      h('td', {}, t(each.connected ? 'pit.connected' : 'pit.cut-off')),
      h(
        'td',
        { class: 'muted' },
        each.is_disabled ? t('pit.disabled-because', { reason: each.reason }) : t('pit.enabled'),
      ),
      h(
        'td',
        { class: 'num' },
        each.terminal
          ? turn(each.is_disabled, each.terminal, `terminals/${encodeURIComponent(each.terminal)}`)
          : null,
      ),
      ...patron(each),
    );
  const box = openDialog(
    t('pit.terminals-of', { table: view.name }),
    h(
      'div',
      { class: 'table-runs' },
      h(
        'p',
        {},
        found.is_disabled
          ? t('pit.disabled-because', { reason: found.reason })
          : t('pit.table-takes-bets'),
      ),
      turn(found.is_disabled, view.name, path(view.table)),
    ),
    h(
      'div',
      { class: 'table-runs', 'data-runs': 'game' },
      h('p', {}, runs('pit.game-takes-bets', found.game_disabled)),
      turn(found.game_disabled !== null, say(found.title), `${path(view.table)}/game`),
    ),
    h(
      'div',
      { class: 'table-runs', 'data-runs': 'floor' },
      h('p', {}, runs('pit.floor-takes-bets', found.floor_disabled)),
      turn(found.floor_disabled !== null, t('pit.whole-floor'), 'floor'),
    ),
    found.terminals.length
      ? h('table', { class: 'grid' }, h('tbody', {}, ...found.terminals.map(row)))
      : h('p', { class: 'muted' }, t('pit.nobody-sits')),
  );
  box.classList.add('wide');
  return box;
}

/** Shows the staff on the floor, and delegates a higher position until the person signs out. */
export async function openStaff(pit) {
  const found = await get('people');
  if (!found.ok) return void pit.detailPanel.tell(found);
  const told = h('p', { class: 'told', role: 'status' });
  const own = LADDER.indexOf(me.acting_as ?? me.position);
  const lend = async (person, position) => {
    const answer = await post(`people/${encodeURIComponent(person.name)}/acting`, { position });
    if (!answer.ok) return void pit.frame.told(told, answer);
    box.close();
    return openStaff(pit);
  };
  const row = (person) => {
    const higher = LADDER.slice(LADDER.indexOf(person.position) + 1, own + 1);
    const select = h(
      'select',
      {
        'aria-label': t('pit.lend-to', { name: person.display_name }),
        on: { change: () => lend(person, select.value || null) },
      },
      h('option', { value: '' }, t('pit.own-position')),
      ...higher.map((position) =>
        h(
          'option',
          { value: position, selected: person.lent === position },
          t(`position.${position}`),
        ),
      ),
    );
    return h(
      'tr',
      { 'data-person': person.name },
      h('th', { scope: 'row' }, person.name),
      h('td', {}, person.display_name),
      h(
        'td',
        {},
        person.position
          ? t(`position.${person.position}`)
          : person.duties.map((duty) => t(`duty.${duty}`)).join(', '),
      ),
      h(
        'td',
        { class: 'muted' },
        person.signed_in.length ? t('pit.signed-in') : t('pit.not-signed-in'),
      ),
      h('td', {}, person.position && person.name !== me.name && higher.length ? select : null),
    );
  };
  const people = found.people.filter((person) => !person.is_disabled);
  const box = openDialog(
    t('pit.staff'),
    h('p', { class: 'muted' }, t('pit.staff-words')),
    gridOf(
      { 'pit.name': '', 'pit.shown': '', 'pit.position': '', 'pit.there': '', 'pit.lent': '' },
      people.map(row),
    ),
    told,
  );
  box.classList.add('wide');
  return box;
}
