/** The clock that every screen of a patron has. */

/** Local time, as the layouts print it. */
export const clock = (now = new Date()) =>
  now.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });

/**
 * Lets the clock dim and return for three seconds, at each quarter of an hour.
 * @param {Element} node
 */
export function tick(node, now = new Date()) {
  node.toggleAttribute('data-flash', now.getMinutes() % 15 === 0 && now.getSeconds() < 3);
}
