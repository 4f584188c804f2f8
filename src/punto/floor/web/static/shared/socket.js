/** Connects to the server with one socket, growing pauses, a heartbeat, and requests resent under the same id. */

import { stamp } from './countdown.js';

const PAUSES = [500, 1000, 2000, 4000, 8000];
const TRIES_BEFORE_BUTTON = 6;
/**
 * Goodbyes after which trying again by oneself would be wrong.
 * @type {Record<string, string>}
 */
const FINAL = { 'taken-over': 'left', 'unknown-terminal': 'unknown', protocol: 'updating' };

/** Where the server listens, for terminals or for staff. */
export const addressOf = (path = '') =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws${path}`;

/** A fresh random id of 128 bits. */
export const freshId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

export class ServerConnection extends EventTarget {
  /** @param {() => object} hello makes the first message. An unattended screen reconnects by itself. */
  constructor(hello, { keepsTrying = false } = {}) {
    super();
    this.hello = hello;
    this.keepsTrying = keepsTrying;
    this.state = 'connecting';
    this.everReached = false;
    this.tries = 0;
    /** Questions not yet answered, by id; asked again after a break. */
    this.open = new Map();
    /** Whether the server could not read one of several open questions: they are asked one by one, to find it. */
    this.isInDoubt = false;
    this.beats = 0;
    this.heartbeat = 5000;
    this.wait = 0;
  }

  connect() {
    clearTimeout(this.retry);
    this.tell(this.everReached ? 'lost' : 'connecting');
    const socket = new WebSocket(addressOf(), 'punto.1');
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.hello()));
    socket.onmessage = (event) => this.hear(socket, event.data);
    socket.onclose = () => this.broken(socket);
  }

  /** @param {WebSocket} socket @param {string} text */
  hear(socket, text) {
    if (socket !== this.socket) return;
    this.heardAt = performance.now();
    let message;
    try {
      message = JSON.parse(text);
    } catch (problem) {
      // A message that cannot be read is not guessed at: the next picture is whole again.
      console.warn('unreadable message', problem);
      return socket.close();
    }
    if (message.type === 'view') stamp(message);
    if (message.type === 'welcome') this.welcomed(message);
    if (message.type === 'command-done' || message.type === 'command-refused')
      this.answered(message);
    if (message.type === 'goodbye') this.leaving = FINAL[message.code] ?? null;
    if (message.type === 'goodbye' && message.code === 'not-understood')
      this.notUnderstood(message);
    this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
    this.dispatchEvent(new CustomEvent('message', { detail: message }));
  }

  /** @param {Wire.Welcome} message */
  welcomed(message) {
    this.everReached = true;
    this.tries = 0;
    this.leaving = null;
    this.heartbeat = message.heartbeat_ms || 5000;
    clearInterval(this.beat);
    this.beat = setInterval(() => this.ping(), this.heartbeat);
    const again = [...this.open.values()].slice(0, this.isInDoubt ? 1 : undefined);
    this.tell('connected');
    for (const { message: question } of again) this.put(question);
  }

  /**
   * Ends a request that the server cannot read with the server's message, instead of resending it forever.
   * @param {{code: string, words: any}} message
   */
  notUnderstood({ code, words }) {
    const [first] = this.open.keys();
    if (this.isInDoubt || this.open.size === 1)
      this.answered({ id: first, ok: false, code, words, clause: '' });
    else this.isInDoubt = this.open.size > 1;
  }

  /** @param {any} message */
  answered(message) {
    const question = this.open.get(message.id);
    this.open.delete(message.id);
    this.isInDoubt = this.isInDoubt && this.open.size > 0;
    if (this.isInDoubt) this.put([...this.open.values()][0].message);
    question?.done(message);
  }

  /** A half-open link is found because nothing has been heard for two beats and more. */
  ping() {
    if (performance.now() - (this.heardAt ?? 0) > this.heartbeat * 2.5) return this.giveUp();
    this.put({ type: 'ping', n: (this.beats += 1) });
  }

  /** Drops a silent connection at once, because `close` would wait a minute for an answer. */
  giveUp() {
    const { socket } = this;
    if (!socket) return;
    socket.onclose = null;
    socket.close();
    this.broken(socket);
  }

  /** @param {WebSocket} socket */
  broken(socket) {
    if (socket !== this.socket) return;
    clearInterval(this.beat);
    if (this.leaving) return this.tell(this.leaving);
    this.tries += 1;
    this.tell(this.everReached ? 'lost' : 'never');
    if (this.tries > TRIES_BEFORE_BUTTON && !this.keepsTrying) return this.tell('stopped');
    const pause = PAUSES[Math.min(this.tries, PAUSES.length) - 1];
    this.wait = pause;
    this.retry = setTimeout(() => this.connect(), pause);
  }

  /** Tries again at once, because a person asked for it. */
  again() {
    this.tries = 0;
    this.leaving = null;
    this.connect();
  }

  /** @param {string} state */
  tell(state) {
    this.state = state;
    this.dispatchEvent(new CustomEvent('state', { detail: state }));
  }

  /**
   * Whether a question of one of some types has no answer yet; a break of the connection ends no question.
   * @param {...string} types
   */
  isAsking(...types) {
    return [...this.open.values()].some(({ message }) => types.includes(message.type));
  }

  /**
   * Sends what needs no answer; dropped while there is no connection.
   * @param {object} message
   */
  put(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Asks something under an id of its own; the promise keeps until the server has answered.
   * @param {{type: string, id?: string, [name: string]: unknown}} message
   * @returns {Promise<any>}
   */
  ask(message) {
    const question = { ...message, id: message.id ?? freshId() };
    return new Promise((done) => {
      this.open.set(question.id, { message: question, done });
      if (this.state === 'connected' && !(this.isInDoubt && this.open.size > 1)) this.put(question);
    });
  }
}
