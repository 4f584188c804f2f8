/** Opens the dialogs of the pit for limits, tables, terminals and delegated positions. */

import { h, replaceChildren } from '../shared/dom.js';
import { button, clause, dollars, openDialog } from '../staff/frame.js';
import { freshId } from '../shared/socket.js';
import { act, get, me, post, preview } from '../staff/client.js';
import { refusalMessage, say, t } from '../shared/messages.js';

const LADDER = [
  'dealer',
  'pit-supervisor',
  'pit-manager',
  'assistant-casino-manager',
  'gaming-shift-manager',
];

const cents = (text) =>
  /^\d{1,8}(\.\d{1,2})?$/.test(text.replaceAll(',', '').trim())
    ? Math.round(Number(text.replaceAll(',', '').trim()) * 100)
    : null;
const path = (table) => `tables/${encodeURIComponent(table)}`;

/** A question that asks why, then does something; the refusal stands at the button. */
function why(title, words, label, send, ...more) {
  const told = h('p', { class: 'told', role: 'status' });
  const reason = h('input', { name: 'reason', autocomplete: 'off', maxlength: '200' });
  let busy = false;
  const form = h(
    'form',
    {
      class: 'asked',
      on: {
        submit: async (event) => {
          event.preventDefault();
          if (busy) return;
          if (!reason.value.trim())
            return void replaceChildren(
              told,
              h('span', { class: 'refused' }, t('pit.reason-first')),
            );
          busy = true;
          const answer = await send(reason.value.trim());
          busy = false;
          if (answer.ok) box.close();
          else
            replaceChildren(
              told,
              h('span', { class: 'refused' }, say(answer.words)),
              answer.clause ? clause(answer.clause) : null,
            );
        },
      },
    },
    h('p', { class: 'big-words' }, words),
    h('label', { class: 'field' }, h('span', {}, t('pit.why')), reason),
    ...more,
    told,
    h('button', { type: 'submit', class: 'btn primary' }, h('span', {}, label)),
  );
  const box = openDialog(title, form);
  return box;
}

/** Asks for limits, differential and betting time. Changes need approval and start with the next round. */
export async function openLimits(pit, view) {
  const found = await get(`${path(view.table)}/settings`);
  if (!found.ok) return void pit.detailPanel.tell(found);
  const { settings } = found;
  const told = h('p', { class: 'told', role: 'status' });
  const inputs = new Map();
  const input = (key, value) => {
    const node = h('input', {
      inputmode: 'decimal',
      autocomplete: 'off',
      value: value === null ? '' : dollars(value),
      'data-field': key,
    });
    inputs.set(key, { node, was: value });
    return node;
  };
  const named = new Map(found.wagers.map((each) => [each.wager, say(each.label)]));
  const rows = settings.limits.map((limit) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, named.get(limit.wager) ?? limit.wager),
      h(
        'td',
        { class: 'num' },
        `${dollars(limit.minimum_cents)} – ${dollars(limit.maximum_cents)}`,
      ),
      h(
        'td',
        {},
        labelled(
          t('pit.least-of', { wager: named.get(limit.wager) }),
          input(`min ${limit.wager}`, limit.minimum_cents),
        ),
      ),
      h(
        'td',
        {},
        labelled(
          t('pit.most-of', { wager: named.get(limit.wager) }),
          input(`max ${limit.wager}`, limit.maximum_cents),
        ),
      ),
    ),
  );
  const more = [
    ['total_minimum_cents', settings.total_minimum_cents],
    ...(found.has_differential ? [['differential_cents', settings.differential_cents]] : []),
  ];
  const shownAs = (key, value) => (value === null ? t('pit.none') : dollars(value));
  const others = more.map(([key, value]) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, t(`pit.setting.${key}`)),
      h('td', { class: 'num' }, shownAs(key, value)),
      h('td', { colspan: 2 }, labelled(t(`pit.setting.${key}`), input(key, value))),
    ),
  );
  const read = () => {
    const changed = {
      ...settings,
      limits: settings.limits.map((limit) => ({
        ...limit,
        minimum_cents: cents(inputs.get(`min ${limit.wager}`).node.value),
        maximum_cents: cents(inputs.get(`max ${limit.wager}`).node.value),
      })),
    };
    for (const [key] of more)
      changed[key] =
        inputs.get(key).node.value.trim() === '' && key === 'differential_cents'
          ? null
          : cents(inputs.get(key).node.value);
    return changed;
  };
  const label = (key) =>
    key.includes(' ') ? named.get(key.split(' ')[1]) : t(`pit.setting.${key}`);
  const limitOf = (limit) =>
    limit ? `${dollars(limit.minimum_cents)} – ${dollars(limit.maximum_cents)}` : '–';
  /** The error in the sums, with the name of the field. The table itself checks the rest. */
  const wrong = (changed) => {
    for (const limit of changed.limits)
      if (!(limit.minimum_cents > 0 && limit.minimum_cents <= limit.maximum_cents))
        return t('pit.least-over-most', {
          wager: named.get(limit.wager),
          least: limit.minimum_cents,
          most: limit.maximum_cents,
        });
    const odd = [...inputs].find(
      ([key, { node }]) => key !== 'differential_cents' && cents(node.value) % found.unit_cents,
    );
    return odd ? t('pit.not-in-unit', { wager: label(odd[0]), unit: found.unit_cents }) : '';
  };
  /** Only what differs, as it is and as it becomes: what the second person signs. */
  const differing = (changed) =>
    [
      ...changed.limits.map((limit, i) => [
        named.get(limit.wager),
        limitOf(settings.limits[i]),
        limitOf(limit),
      ]),
      ...more.map(([key, value]) => [
        t(`pit.setting.${key}`),
        shownAs(key, value),
        shownAs(key, changed[key]),
      ]),
    ]
      .filter(([, was, becomes]) => was !== becomes)
      .map(([name, was, becomes]) => [name, `${was} → ${becomes}`]);
  const bad = () =>
    [...inputs.values()].some(
      ({ node }) =>
        cents(node.value) === null &&
        !(node.dataset.field === 'differential_cents' && node.value.trim() === ''),
    );
  const form = h(
    'form',
    {
      class: 'asked wide-form',
      on: {
        submit: async (event) => {
          event.preventDefault();
          if (bad())
            return void replaceChildren(told, h('span', { class: 'refused' }, t('pit.not-a-sum')));
          const changed = read();
          if (JSON.stringify(changed) === JSON.stringify(settings))
            return void replaceChildren(
              told,
              h('span', { class: 'refused' }, t('pit.nothing-changed')),
            );
          const refused = wrong(changed);
          if (refused) return void replaceChildren(told, h('span', { class: 'refused' }, refused));
          const shown = await preview(view.table, 'ChangeSettings', { settings: changed });
          if (!shown.ok)
            return void replaceChildren(
              told,
              h('span', { class: 'refused' }, say(shown.words)),
              shown.clause ? clause(shown.clause) : null,
            );
          box.close();
          return pit.detailPanel.give(
            view.table,
            'ChangeSettings',
            { settings: changed },
            t('pit.change-limits'),
            differing(changed),
          );
        },
      },
    },
    h(
      'table',
      { class: 'grid limits-grid' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, t('pit.wager')),
          h('th', { scope: 'col', class: 'num' }, t('pit.now')),
          h('th', { scope: 'col' }, t('pit.least')),
          h('th', { scope: 'col' }, t('pit.most')),
        ),
      ),
      h('tbody', {}, ...rows, ...others),
    ),
    told,
    h('button', { type: 'submit', class: 'btn primary' }, h('span', {}, t('pit.change-limits'))),
  );
  const box = openDialog(
    t('pit.limits-of', { table: view.name }),
    h('p', { class: 'muted' }, t('pit.limits-words')),
    waiting(found),
    found.per_area ? perArea(view, found, () => box.close()) : null,
    form,
  );
  box.classList.add('wide');
  return box;
}

/** How many wagers an area takes: one position says so alone, from the next round on. */
function perArea(view, found, close) {
  const now = found.settings.wagers_per_area;
  const told = h('p', { class: 'told', role: 'status' });
  const restrict = async (many) => {
    const answer = await act(view.table, 'RestrictWagers', { per_area: many });
    if (answer.ok) close();
    else
      replaceChildren(
        told,
        h('span', { class: 'refused' }, say(answer.words)),
        answer.clause ? clause(answer.clause) : null,
      );
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

const labelled = (label, node) =>
  h('label', { class: 'field' }, h('span', { class: 'unseen' }, label), node);

/**
 * Opens a closed table, or closes one with notice: after some rounds, or after the one that runs. The
 * shoe goes then. A notice can be withdrawn.
 */
export async function openOrClose(pit, view) {
  const table = { table: view.name };
  const opens = (reason) => post(`${path(view.table)}/open`, { id: freshId(), reason });
  if (view.phase === 'closed')
    return why(t('pit.open-of', table), t('pit.open-words'), t('pit.open-table'), opens);
  const found = await get(`${path(view.table)}/settings`);
  if (!found.ok) return void pit.detailPanel.tell(found);
  const rounds = h('input', {
    name: 'rounds',
    type: 'number',
    min: '0',
    max: '99',
    step: '1',
    value: '0',
    required: true,
  });
  const goes = () => {
    box.close();
    why(t('pit.go-on-of', table), t('pit.open-words'), t('pit.go-on'), opens);
  };
  const box = why(
    t('pit.close-of', table),
    t('pit.close-words'),
    t('pit.close-table'),
    (reason) =>
      post(`${path(view.table)}/close`, { id: freshId(), reason, rounds: Number(rounds.value) }),
    h('label', { class: 'field' }, h('span', {}, t('pit.close-rounds')), rounds),
    waiting(found) ?? '',
    found.later.some((each) => each.what === 'CloseTable') ? button(t('pit.go-on'), goes) : '',
  );
  return box;
}

/**
 * The table, its terminals and the patrons at them. Each can be disabled or enabled with a reason.
 */
export async function openTerminals(pit, view) {
  const found = await get(`${path(view.table)}/settings`);
  if (!found.ok) return void pit.detailPanel.tell(found);
  const turn = (on, name, target, label = on ? 'pit.enable' : 'pit.disable') =>
    button(t(label), () => {
      box.close();
      why(
        t(on ? 'pit.enable-of' : 'pit.disable-of', { name }),
        t(on ? 'pit.enable-words' : 'pit.disable-words'),
        t(on ? 'pit.enable' : 'pit.disable'),
        (reason) => post(`${target}/${on ? 'enable' : 'disable'}`, { reason }),
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
    h(
      'table',
      { class: 'grid' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...['pit.name', 'pit.shown', 'pit.position', 'pit.there', 'pit.lent'].map((key) =>
            h('th', { scope: 'col' }, t(key)),
          ),
        ),
      ),
      h('tbody', {}, ...people.map(row)),
    ),
    told,
  );
  box.classList.add('wide');
  return box;
}
