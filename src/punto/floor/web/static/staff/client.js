/** Connects a staff page to the server for its sign-in, requests and views. */

import { addressOf, freshId } from '../shared/socket.js';
import { stamp } from '../shared/countdown.js';
import { inBothLanguages, refusalMessage } from '../shared/messages.js';

const PAUSES = [500, 1000, 2000, 4000, 8000];
const HEARTBEAT = 5000;
const WHY = 'punto.ended';
const DESKS = /^\/(dealer\/[\w-]+|pit|cage|audit|reports|people)$/;

/** @typedef {Wire.SignedInView} Me */
/** @typedef {{name: string, password: string, code: string}} Second person, who approves */
/**
 * @typedef {object} Watching
 * @property {number} tries
 * @property {number} beats
 * @property {number} heardAt
 * @property {WebSocket | null} socket
 * @property {number} beat
 * @property {boolean} over
 * @property {boolean} asking
 * @property {string[]} tables
 * @property {boolean} floor
 */

const NOBODY = /** @type {Me} */ (/** @type {unknown} */ (null));

/** The person who is signed in. It is null until `signedIn` has asked, which every page awaits. */
export let me = NOBODY;

/**
 * Sends a request. If the server cannot be reached, the answer has the form of a refusal.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body) {
  /** @type {RequestInit} */
  const sent = { method, headers: { 'x-punto': 'staff' }, credentials: 'same-origin' };
  if (body !== undefined)
    Object.assign(sent, {
      body: JSON.stringify(body),
      headers: { ...sent.headers, 'content-type': 'application/json' },
    });
  let answer;
  try {
    answer = await fetch(`/api/staff/${path}`, sent);
  } catch {
    return {
      ok: false,
      status: 0,
      code: 'no-link',
      clause: '',
      words: inBothLanguages('staff.no-link'),
    };
  }
  const told = await answer.json().catch(() => ({}));
  if (told.ok === false && told.code) told.words = refusalMessage(told);
  else if (!answer.ok)
    told.words = inBothLanguages(
      `staff.status.${answer.status === 403 ? 'forbidden' : answer.status === 404 ? 'missing' : 'failed'}`,
    );
  if (answer.status === 401 && me && told.code !== 'not-second') leave();
  return { ok: answer.ok, status: answer.status, ...told };
}

/** @param {string} path */
export const get = (path) => ask('GET', path);
/** @param {string} path @param {unknown} [body] */
export const post = (path, body = {}) => ask('POST', path, body);

/**
 * The person who is signed in. Others, and people without this desk, go to the sign-in page.
 * @param {string} [desk]
 * @returns {Promise<Me>}
 */
export async function signedIn(desk) {
  const answer = await get('me');
  if (answer.status === 0) {
    // The person stays signed in until the server says otherwise.
    await new Promise((done) => setTimeout(done, 2000));
    return signedIn(desk);
  }
  me = answer.me ?? NOBODY;
  if (!me || me.must_change || (desk && !me.screens.includes(desk))) return leave();
  return me;
}

/**
 * Goes to the sign-in page, which knows the way back and says why, where there is a reason.
 * @param {unknown} [why]
 * @returns {Promise<never>}
 */
export function leave(why) {
  try {
    if (why) sessionStorage.setItem(WHY, JSON.stringify(why));
  } catch {
    // Without storage the page asks for the password and says nothing of the reason.
  }
  location.assign(`/staff?then=${encodeURIComponent(location.pathname)}`);
  return new Promise(() => {});
}

/**
 * Where a signed-in person goes: back to the desk they came from, if it is a desk.
 * @param {string} search
 */
export function backTo(search) {
  const then = new URLSearchParams(search).get('then') ?? '';
  return DESKS.test(then) ? then : null;
}

/** Why the last session here ended, told once. */
export function whyEnded() {
  try {
    const why = JSON.parse(sessionStorage.getItem(WHY) ?? 'null');
    sessionStorage.removeItem(WHY);
    return why;
  } catch {
    return null;
  }
}

export async function signOut() {
  await post('sign-out');
  me = NOBODY;
  location.assign('/staff');
}

/**
 * Gives a command at a table; a break is bridged by asking again under the same id.
 * @param {string} table
 * @param {string} command
 * @param {object} [fields]
 * @param {{second?: Second | null, propose?: boolean}} [how]
 */
export async function act(table, command, fields = {}, { second = null, propose = false } = {}) {
  const body = { id: freshId(), command, with: fields, second, propose };
  const path = `tables/${encodeURIComponent(table)}/actions`;
  const first = await post(path, body);
  return first.code === 'no-link' ? post(path, body) : first;
}

/**
 * The preview of a command, which is not carried out.
 * @param {string} table
 * @param {string} command
 * @param {object} [fields]
 */
export const preview = (table, command, fields = {}) =>
  post(`tables/${encodeURIComponent(table)}/previews`, { command, with: fields });

/**
 * Watches tables and the floor: whole pictures, the newest wins; `onLine` hears `connected` and `lost`.
 * @param {string[]} tables
 * @param {boolean} floor
 * @param {(picture: any) => void} onPicture
 * @param {(line: string) => void} [onLine]
 */
export function watch(tables, floor, onPicture, onLine = () => {}) {
  /** @type {Watching} */
  const state = {
    tries: 0,
    beats: 0,
    heardAt: 0,
    socket: null,
    beat: 0,
    over: false,
    asking: false,
    tables,
    floor,
  };
  /** @param {WebSocket} socket @param {string} text */
  const hear = (socket, text) => {
    if (socket !== state.socket) return;
    state.heardAt = performance.now();
    const message = JSON.parse(text);
    if (message.type === 'ended') {
      state.over = true;
      leave(message.words);
      return;
    }
    if (message.type === 'pong') return;
    onPicture(message.type === 'table' ? stamp(message) : message);
  };
  /** @param {WebSocket} socket */
  const broken = (socket) => {
    if (socket !== state.socket || state.over) return;
    clearInterval(state.beat);
    onLine('lost');
    setTimeout(connect, PAUSES[Math.min(state.tries, PAUSES.length - 1)]);
    state.tries += 1;
  };
  const connect = () => {
    if (state.over) return;
    const socket = new WebSocket(addressOf('/staff'), 'punto-staff.1');
    state.socket = socket;
    socket.onopen = () => {
      Object.assign(state, { tries: 0, heardAt: performance.now() });
      socket.send(JSON.stringify({ type: 'watch', tables: state.tables, floor: state.floor }));
      state.beat = setInterval(() => {
        // A half-open link is found because nothing has been heard for two beats and more.
        if (performance.now() - state.heardAt > HEARTBEAT * 2.5) socket.close();
        else socket.send(JSON.stringify({ type: 'ping', n: (state.beats += 1) }));
      }, HEARTBEAT);
      onLine('connected');
    };
    socket.onmessage = (event) => hear(socket, event.data);
    socket.onclose = async () => {
      broken(socket);
      // A socket that was refused may mean that the session is over: the question itself leads away.
      if (state.over || state.asking || state.tries < 2) return;
      state.asking = true;
      await signedIn();
      state.asking = false;
    };
  };
  connect();
  return {
    /** @param {string[]} more @param {boolean} [alsoFloor] */
    turnTo(more, alsoFloor = state.floor) {
      Object.assign(state, { tables: more, floor: alsoFloor });
      if (state.socket?.readyState === WebSocket.OPEN)
        state.socket.send(JSON.stringify({ type: 'watch', tables: more, floor: alsoFloor }));
    },
    stop() {
      state.over = true;
      state.socket?.close();
    },
  };
}
