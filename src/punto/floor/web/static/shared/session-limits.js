/** The patron's session: time, net position, limits on loss and time, a pause to think. */

import { confirm } from './dialog.js';
import { clock } from './clock.js';
import { following, h, replaceChildren } from './dom.js';
import { set, settings } from './settings.js';
import { money, signed, t } from './messages.js';

/** What the server takes for limits: dollars to the cent, and minutes up to a day. */
const LOSS = { min: 0.01, max: 1000000, step: 0.01 };
const MINUTES = { min: 0, max: 1440, step: 1, inputmode: 'numeric' };

/**
 * Whole minutes since a session began.
 * @param {Wire.VisitSummary | null | undefined} session
 */
export const minutesPlayed = (session) =>
  Math.max(
    0,
    Math.floor((Date.now() - Date.parse(session?.since || new Date().toISOString())) / 60000),
  );

/**
 * "42 min played, net +$75.00".
 * @param {Wire.VisitSummary | null | undefined} session
 */
export const sessionLine = (session) =>
  t('care.line', { minutes: minutesPlayed(session), net: session?.net_cents ?? 0 });

/**
 * Time, money and limits of a visit as it stands.
 * @param {any} terminal
 */
function factsOf(terminal) {
  const { session } = terminal;
  return [
    ['care.time', clock()],
    ['care.played', t('care.minutes', { minutes: minutesPlayed(session) })],
    ['care.net', signed(session?.net_cents ?? 0)],
    ['care.rounds', String(session?.rounds ?? 0)],
    ...(session?.commission_cents || terminal.seat?.layout.takes_commission
      ? [['care.commission', money(session?.commission_cents ?? 0)]]
      : []),
    ...(terminal.seat ? [['care.streak', longestRun(terminal.seat.view?.roads)]] : []),
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
 * What still holds of limits that were to be raised or lifted; empty where all that was asked holds.
 * @param {Wire.VisitSummary | null | undefined} session
 * @param {{loss_cents: number | null, minutes: number | null}} asked
 */
function stillHeld(session, asked) {
  /** @param {number | null | undefined} held @param {number | null} wanted */
  const isLower = (held, wanted) =>
    held !== null && held !== undefined && (wanted === null || held < wanted);
  return [
    ...(session?.loss_limit_cents && isLower(session.loss_limit_cents, asked.loss_cents)
      ? [money(session.loss_limit_cents)]
      : []),
    ...(session?.minutes_limit && isLower(session.minutes_limit, asked.minutes)
      ? [t('care.minutes', { minutes: session.minutes_limit })]
      : []),
  ].join(', ');
}

/** @param {any} terminal */
export function sessionTab(terminal) {
  const { session } = terminal;
  const loss = field(
    'care.set-loss',
    session?.loss_limit_cents ? session.loss_limit_cents / 100 : '',
    LOSS,
  );
  const time = field('care.set-time', session?.minutes_limit ?? '', { ...MINUTES, min: 1 });
  const prompt = field('care.set-prompt', settings.prompt || '', MINUTES);
  const said = h('p', { role: 'status', class: 'said' });
  const form = h(
    'form',
    {
      class: 'form',
      novalidate: true,
      on: {
        submit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          const wrong = [loss, time, prompt].find(({ input }) => !input.validity.valid);
          said.classList.toggle('bad', Boolean(wrong));
          if (wrong) {
            const { min: low, max: high } = wrong.input;
            said.textContent = t('care.range', {
              label: wrong.node.textContent,
              low,
              high: Number(high).toLocaleString('en-SG'),
            });
            return wrong.input.focus();
          }
          set('prompt', Number(prompt.input.value) || 0);
          const asked = {
            loss_cents: loss.input.value ? Math.round(Number(loss.input.value) * 100) : null,
            minutes: time.input.value ? Math.round(Number(time.input.value)) : null,
          };
          const answer = await terminal.connection.ask({ type: 'limits', ...asked });
          const held = stillHeld(terminal.session, asked);
          said.textContent = !answer.ok
            ? terminal.refusalText(answer)
            : held
              ? t('care.later', { held })
              : t('care.kept');
        },
      },
    },
    loss.node,
    time.node,
    prompt.node,
    h('p', { class: 'how' }, t('care.delay')),
    h('button', { class: 'key main' }, t('key.keep')),
    said,
  );
  const facts = h('dl', { class: 'facts' });
  following(terminal.connection, ['balance', 'welcome'], facts, () =>
    replaceChildren(
      facts,
      ...factsOf(terminal).flatMap(([key, value]) => [h('dt', {}, t(key)), h('dd', {}, value)]),
    ),
  );
  return [
    facts,
    h('h4', {}, t('care.limits')),
    form,
    // In the lobby there is no table yet to call somebody to.
    terminal.seat
      ? h(
          'div',
          { class: 'answers' },
          h(
            'button',
            { type: 'button', class: 'key', on: { click: () => terminal.callAttendant() } },
            t('key.attendant'),
          ),
          h(
            'button',
            { type: 'button', class: 'key', on: { click: () => terminal.act('more') } },
            t('key.more'),
          ),
        )
      : '',
  ];
}

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
 * A labelled number field.
 * @param {string} key
 * @param {string | number} value
 */
export function field(key, value, more = {}) {
  const input = h('input', { type: 'number', inputmode: 'decimal', value, ...more });
  return { input, node: h('label', { class: 'field' }, h('span', {}, t(key)), input) };
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
