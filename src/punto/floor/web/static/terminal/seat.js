/** The seat of this terminal at one table, with its layout, last view and wagers. */

import { Stakes, same } from './wagers.js';

/** @typedef {Wire.TerminalView & {roads?: import('../shared/roads.js').Roads | null}} View */

export class Seat {
  /** @param {string} table @param {Wire.Layout} layout */
  constructor(table, layout) {
    this.table = table;
    this.layout = layout;
    /** @type {View | null} */
    this.view = null;
    this.stakes = new Stakes(layout);
    /** @type {{outcome: import('../shared/messages.js').Message, round: number} | null} */
    this.lastOutcome = null;
    /** @type {{text: string, bad?: boolean, isLeast?: boolean} | null} */
    this.note = null;
    this.idleRounds = 0;
    /** The state that the screen has last reported as painted. */
    this.painted = '';
  }

  /** Accepts a view, unless it is older than the last one. @param {View} view */
  see(view) {
    const before = this.view;
    if (before && view.version < before.version && view.round <= before.round) return false;
    // Roads travel only when they have changed.
    view.roads ??= before?.roads ?? null;
    if (before?.outcome && view.round !== before.round)
      this.lastOutcome = { outcome: before.outcome, round: before.round };
    this.view = view;
    this.stakes.see(view);
    if (before?.round !== view.round) {
      this.note = null;
      this.idleRounds += 1;
    }
    if (this.stakes.accepted.size) this.idleRounds = 0;
    return true;
  }

  /** Replaces the layout. @param {Wire.Layout} layout */
  lay(layout) {
    this.layout = layout;
    this.stakes.layout = layout;
  }

  /** Lets the wagers of a visit that is over go. */
  forget() {
    this.stakes = new Stakes(this.layout);
    this.idleRounds = 0;
    this.note = null;
    if (this.view) this.view = { ...this.view, own: null };
  }

  /** Whether a wager of this terminal is open here. */
  get hasOpenWager() {
    const ended = ['settled', 'void', 'idle', 'closed'].includes(this.view?.phase ?? '');
    return !ended && (this.stakes.accepted.size > 0 || Boolean(this.stakes.sent));
  }

  /** The next acknowledgement to send, or null. */
  acknowledgement() {
    const { view } = this;
    if (!view?.own) return null;
    const closed = !['bets-open', 'idle', 'closed'].includes(view.phase);
    const key = `${view.round} ${view.own.set} ${closed}`;
    if (key === this.painted || (view.own.set === 0 && !closed)) return null;
    this.painted = key;
    return {
      type: 'acknowledge',
      table: this.table,
      round: view.round,
      accepted: view.own.set,
      closed,
    };
  }

  /** Whether everything the patron laid down is accepted. */
  get isSettledWithServer() {
    return same(this.stakes.wanted, this.stakes.accepted);
  }
}
