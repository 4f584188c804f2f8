/** Shows the time, the net position and the limits of a patron's session, and offers a pause. */

import { confirm, following } from './dialog.js';
import { clock, minutesPlayed } from './clock.js';
import { draw, element, h, listen } from './draw.js';
import { set, settings } from './settings.js';
import { list, money, signed, t } from './messages.js';

/** The limits that the server accepts, in dollars with cents and in minutes up to a day. */
const LOSS = { min: 0.01, max: 1000000, step: 0.01 };
const MINUTES = { min: 0, max: 1440, step: 1, inputmode: 'numeric' };

/**
 * Time, money and limits of a visit as it stands.
 * @param {any} terminal
 * @returns {[string, string][]}
 */
function factsOf(terminal) {
  const { session } = terminal;
  /** @type {[string, string][]} */
  const commission =
    session?.commission_cents || terminal.seat?.layout.takes_commission
      ? [['care.commission', money(session?.commission_cents ?? 0)]]
      : [];
  /** @type {[string, string][]} */
  const streak = terminal.seat ? [['care.streak', longestRun(terminal.seat.view?.roads)]] : [];
  return [
    ['care.time', clock()],
    ['care.played', t('care.minutes', { minutes: minutesPlayed(session) })],
    ['care.net', signed(session?.net_cents ?? 0)],
    ['care.rounds', String(session?.rounds ?? 0)],
    ...commission,
    ...streak,
    ['care.loss', session?.loss_limit_cents ? money(session.loss_limit_cents) : t('care.no-limit')],
    [
      'care.limit',
      session?.minutes_limit
        ? t('care.minutes', { minutes: session.minutes_limit })
        : t('care.no-limit'),
    ],
  ];
}

/**
 * The limits that stay in force until a raised or removed limit takes effect, empty if there are none.
 * @param {Wire.VisitSummary | null | undefined} session
 * @param {{loss_cents: number | null, minutes: number | null}} asked
 */
function stillHeld(session, asked) {
  /** @param {number | null | undefined} held @param {number | null} wanted */
  const isLower = (held, wanted) =>
    held !== null && held !== undefined && (wanted === null || held < wanted);
  return list([
    ...(session?.loss_limit_cents && isLower(session.loss_limit_cents, asked.loss_cents)
      ? [money(session.loss_limit_cents)]
      : []),
    ...(session?.minutes_limit && isLower(session.minutes_limit, asked.minutes)
      ? [t('care.minutes', { minutes: session.minutes_limit })]
      : []),
  ]);
}

/**
 * The content of the session page.
 * @typedef {object} SessionPage
 * @property {[string, string][]} facts
 * @property {Wire.VisitSummary | null | undefined} session
 * @property {boolean} isSeated whether there is a table to which an attendant can be called
 * @property {string} said
 * @property {boolean} isBad
 */

/**
 * The session with the form of its limits.
 * @param {SessionPage} page
 */
export function sessionView({ facts, session, isSeated, said, isBad }) {
  const loss = session?.loss_limit_cents ? session.loss_limit_cents / 100 : '';
  return [
    h(
      'dl',
      { class: 'facts' },
      ...facts.flatMap(([key, value]) => [h('dt', {}, t(key)), h('dd', {}, value)]),
    ),
    h('h4', {}, t('care.limits')),
    h(
      'form',
      { class: 'form', novalidate: true, command: { type: 'keep' } },
      field('care.set-loss', { name: 'loss', value: loss, ...LOSS }),
      field('care.set-time', {
        name: 'time',
        value: session?.minutes_limit ?? '',
        ...MINUTES,
        min: 1,
      }),
      field('care.set-prompt', { name: 'prompt', value: settings.prompt || '', ...MINUTES }),
      h('p', { class: 'how' }, t('care.delay')),
      h('button', { class: 'key main' }, t('key.keep')),
      h('p', { role: 'status', class: isBad ? 'said bad' : 'said' }, said),
    ),
    isSeated &&
      h(
        'div',
        { class: 'answers' },
        h(
          'button',
          { type: 'button', class: 'key', command: { type: 'attendant' } },
          t('key.attendant'),
        ),
        h('button', { type: 'button', class: 'key', command: { type: 'more' } }, t('key.more')),
      ),
  ].filter((part) => part !== false);
}

/**
 * A labelled number field.
 * @param {string} key
 * @param {Record<string, string | number>} attributes
 */
const field = (key, attributes) =>
  h(
    'label',
    { class: 'field' },
    h('span', {}, t(key)),
    h('input', { type: 'number', inputmode: 'decimal', ...attributes }),
  );

/**
 * The page of a session, which draws itself.
 * @param {any} terminal
 */
export function sessionTab(terminal) {
  const { connection } = terminal;
  const page = element(h('div', { class: 'drawn' }));
  const { session } = terminal;
  /** @param {string} [said] @param {boolean} [isBad] */
  const show = (said = '', isBad = false) =>
    draw(
      page,
      sessionView({
        facts: factsOf(terminal),
        session,
        isSeated: Boolean(terminal.seat),
        said,
        isBad,
      }),
    );
  /** @param {Record<string, string>} fields */
  const keep = async ({ loss, time, prompt }) => {
    const wrong = page.querySelector('input:invalid');
    if (wrong) {
      show(rangeText(wrong), true);
      return wrong.focus();
    }
    set('prompt', Number(prompt) || 0);
    const asked = {
      loss_cents: loss ? Math.round(Number(loss) * 100) : null,
      minutes: time ? Math.round(Number(time)) : null,
    };
    const answer = await connection.ask({ type: 'limits', ...asked });
    const held = stillHeld(terminal.session, asked);
    if (!answer.ok) show(terminal.refusalText(answer));
    else show(held ? t('care.later', { held }) : t('care.kept'));
  };
  listen(page, ({ type, fields }) => {
    if (type === 'keep') keep(/** @type {Record<string, string>} */ (fields));
    else if (type === 'attendant') terminal.callAttendant();
    else terminal.act('more');
  });
  const said = () => page.querySelector('.said');
  following(connection, ['balance', 'welcome'], page, () =>
    show(said()?.textContent, said()?.matches('.bad')),
  );
  return page;
}

/**
 * Says which figures a field takes.
 * @param {HTMLInputElement} input
 */
const rangeText = ({ labels, min: low, max }) =>
  t('care.range', {
    label: labels?.[0].textContent ?? '',
    low,
    high: Number(max),
  });

/**
 * The longest run of wins of one hand, ties apart, in the words of the page.
 * @param {import('./roads.js').Roads | null | undefined} roads
 */
function longestRun(roads) {
  let [best, run] = [
    { side: '', length: 0 },
    { side: '', length: 0 },
  ];
  for (const { side } of roads?.big ?? []) {
    run = { side, length: side === run.side ? run.length + 1 : 1 };
    if (run.length > best.length) best = run;
  }
  return best.length ? t('care.run', { side: best.side, length: best.length }) : t('road.none');
}

/**
 * Tells the patron, between rounds, how long and at what net they have played.
 * @param {any} terminal
 */
export async function realityPrompt(terminal) {
  const { session } = terminal;
  const text = t('care.prompt', {
    minutes: minutesPlayed(session),
    net: session?.net_cents ?? 0,
    rounds: session?.rounds ?? 0,
  });
  const stays = await confirm('reality', text, 'key.go-on');
  if (!stays) location.assign('/');
}
