/** Requests layouts, help, odds and past rounds over HTTP, and enrols a terminal. */

const KEPT = 'punto.terminal';
/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/** The name and key of this terminal after its enrolment. @type {{terminal: string, key: string} | null} */
export let paired = null;

/** Pairs this browser as a demo terminal, or finds the pairing it has. */
export async function pair() {
  paired = stored();
  if (paired) return paired;
  const answer = await fetch('/api/terminals', { method: 'POST' });
  if (!answer.ok) throw new Error(`pairing: ${answer.status}`);
  paired = await answer.json();
  try {
    localStorage.setItem(KEPT, JSON.stringify(paired));
  } catch {
    // Without storage the pairing lasts as long as the page.
  }
  return paired;
}

/** Forgets a pairing that the server does not know. */
export function unpair() {
  paired = null;
  localStorage.removeItem(KEPT);
}

function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? 'null');
    return found?.terminal && found?.key ? found : null;
  } catch {
    return null;
  }
}

/**
 * Reads JSON; the rounds come with this terminal's own wagers.
 * @param {string} path
 */
export async function read(path) {
  /** @type {Record<string, string>} */
  const headers = paired ? { authorization: `Terminal ${paired.terminal} ${paired.key}` } : {};
  const answer = await fetch(`/api/${path}`, { headers });
  if (!answer.ok)
    throw Object.assign(new Error(`${path}: ${answer.status}`), { status: answer.status });
  return answer.json();
}

/**
 * Reads JSON that does not change while the page is open, unless a layout changes.
 * @param {string} path
 */
export function once(path) {
  if (!kept.has(path)) {
    const asked = read(path);
    kept.set(path, asked);
    asked.catch(() => kept.delete(path));
  }
  return kept.get(path);
}

/**
 * Forgets what was read of a table, whose rules or limits are others now.
 * @param {string} table
 */
export function forget(table) {
  for (const path of kept.keys())
    if (path.startsWith(`tables/${encodeURIComponent(table)}/`)) kept.delete(path);
}
