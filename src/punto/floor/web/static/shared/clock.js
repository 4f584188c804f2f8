/** The clock and the length of the session, which every screen of a patron has. */

import { language, languageTag, t } from './messages.js';

/** Local time, as the layouts print it. */
export const clock = (now = new Date()) =>
  now
    .toLocaleTimeString(`${languageTag(language())}-SG`, { hour: 'numeric', minute: '2-digit' })
    .toUpperCase();

/**
 * Lets the clock dim and return for three seconds, at each quarter of an hour.
 * @param {Element} node
 */
export function tick(node, now = new Date()) {
  node.toggleAttribute('data-flash', now.getMinutes() % 15 === 0 && now.getSeconds() < 3);
}

/**
 * Whole minutes since a session began.
 * @param {Wire.VisitSummary | null | undefined} session
 */
export const minutesPlayed = (session, now = Date.now()) =>
  Math.max(0, Math.floor((now - Date.parse(session?.since || new Date().toISOString())) / 60000));

/**
 * "42 min played, net +$75.00".
 * @param {Wire.VisitSummary | null | undefined} session
 */
export const sessionLine = (session, now = Date.now()) =>
  t('care.line', { minutes: minutesPlayed(session, now), net: session?.net_cents ?? 0 });
