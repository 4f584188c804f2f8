/** The wagers of this terminal at one table: draft, sent, accepted, not accepted. Pure of any screen. */

import { settledOf } from '../shared/settled-wagers.js';

/** @typedef {Map<string, number>} Sums wager to cents */
/** @typedef {{wager: string, cents: number}} Stake */
/**
 * A set of stakes on its way to the server.
 * @typedef {object} Sent
 * @property {string} id
 * @property {Sums} sums
 * @property {Stake[]} stakes
 * @property {number} after the set that it replaces
 * @property {number | null} round
 * @property {boolean} answered
 */
/** @typedef {{sums: Sums, code: string, clause: string}} Refused the code is empty for a draft that was never sent */

/** @param {readonly Stake[]} stakes @returns {Sums} */
export const sums = (stakes) =>
  new Map(stakes.filter((each) => each.cents > 0).map((each) => [each.wager, each.cents]));

/** @param {Sums} map */
export const total = (map) => [...map.values()].reduce((sum, cents) => sum + cents, 0);

/** @param {Sums} a @param {Sums} b */
export const same = (a, b) =>
  a.size === b.size && [...a].every(([wager, cents]) => b.get(wager) === cents);

/** Refusals that speak of one wager without its name. */
const OF_ONE = ['not-offered', 'not-in-unit', 'under-minimum', 'over-maximum'];

/** @param {readonly Wire.SettledWagerView[]} settled @returns {Sums} */
const staked = (settled) =>
  sums(settled.map((each) => ({ wager: each.wager, cents: each.stake_cents })));

export class Stakes {
  /** @param {Pick<Wire.Layout, 'areas' | 'total_minimum_cents'>} layout limits and areas of the table */
  constructor(layout) {
    this.layout = layout;
    /** The stakes that the server has accepted in this round. @type {Sums} */
    this.accepted = new Map();
    /** The stakes that the patron wants. @type {Sums} */
    this.wanted = new Map();
    /** The one set that is on its way, with the id it was sent under. @type {Sent | null} */
    this.sent = null;
    /** The refused stakes, which the screen strikes out. @type {Refused | null} */
    this.refused = null;
    /** @type {Sums[]} */
    this.steps = [];
    /** @type {Sums} */
    this.last = new Map();
    this.set = 0;
    /** @type {number | null} */
    this.round = null;
    /** @type {any} */
    this.receipt = null;
    this.isOpen = false;
  }

  /**
   * Takes a picture of the table: what it says is accepted, is.
   * @param {Wire.TerminalView} view
   */
  see(view) {
    const changed = this.round !== view.round;
    const wasOpen = this.isOpen;
    this.isOpen = view.phase === 'bets-open';
    const own = view.own;
    if (changed) {
      if (this.accepted.size) this.last = this.accepted;
      Object.assign(this, {
        round: view.round,
        steps: [],
        refused: null,
        receipt: null,
        accepted: new Map(),
        wanted: new Map(),
      });
      if (this.sent && this.sent.round !== view.round && this.sent.answered) this.sent = null;
    }
    if (own?.settled?.length) this.last = staked(own.settled);
    const accepted = own?.stakes?.length ? sums(own.stakes) : staked(settledOf(view));
    this.set = own?.set ?? 0;
    if (this.sent?.answered && this.set !== this.sent.after) this.sent = null;
    const wasSettledOnServer = same(this.wanted, this.accepted);
    this.accepted = accepted;
    if (!this.sent && (wasSettledOnServer || changed || !this.isOpen)) {
      // A draft that was never sent does not outlive the close.
      if (wasOpen && !this.isOpen && !same(this.wanted, accepted))
        this.refused = { sums: this.wanted, code: '', clause: '' };
      this.wanted = new Map(accepted);
    }
  }

  /**
   * Puts chips on an area.
   * @param {string} wager
   * @param {number} cents
   */
  add(wager, cents) {
    this.change(new Map(this.wanted).set(wager, (this.wanted.get(wager) ?? 0) + cents));
  }

  /**
   * Takes an area's chips back.
   * @param {string} wager
   */
  lift(wager) {
    const next = new Map(this.wanted);
    next.delete(wager);
    this.change(next);
  }

  double() {
    this.change(new Map([...this.wanted].map(([wager, cents]) => [wager, cents * 2])));
  }

  clear() {
    this.change(new Map());
  }

  again() {
    this.change(new Map(this.last));
  }

  undo() {
    const before = this.steps.pop();
    if (before) this.wanted = before;
    this.refused = null;
  }

  /** @param {Sums} next */
  change(next) {
    this.refused = null;
    this.steps.push(this.wanted);
    this.wanted = next;
  }

  /** The part that may be sent: areas at their minimum or above, if together they reach the table's. */
  get sendable() {
    const enough = new Map(
      [...this.wanted].filter(([wager, cents]) => cents >= (this.area(wager)?.minimum_cents ?? 0)),
    );
    return total(enough) >= this.layout.total_minimum_cents ? enough : new Map();
  }

  /** @param {string} wager */
  area(wager) {
    return this.layout.areas.find((each) => each.wager === wager);
  }

  /** The set of stakes to send now, or null. One complete set is sent at a time, and only if it differs. */
  next() {
    if (this.sent || !this.isOpen || same(this.sendable, this.accepted)) return null;
    return [...this.sendable].map(([wager, cents]) => ({ wager, cents }));
  }

  /**
   * Notes that a set went out.
   * @param {string} id
   * @param {Stake[]} stakes
   */
  went(id, stakes) {
    this.sent = {
      id,
      sums: sums(stakes),
      stakes,
      after: this.set,
      round: this.round,
      answered: false,
    };
  }

  /**
   * Takes the server's yes.
   * @param {any} answer
   */
  accept(answer) {
    const { sent } = this;
    if (!sent || sent.id !== answer.id) return;
    this.receipt = answer.receipt ?? { number: answer.number };
    const isPast = sent.round !== this.round;
    if (!isPast) this.accepted = sent.sums;
    if (isPast || this.set !== sent.after) this.sent = null;
    else sent.answered = true;
  }

  /**
   * Applies a refusal: the accepted wagers stay, and the screen strikes the refused ones out.
   * @param {any} answer
   */
  refuse(answer) {
    const { sent } = this;
    if (!sent || sent.id !== answer.id) return;
    if (sent.round === this.round) {
      this.refused = { sums: sent.sums, code: answer.code, clause: answer.clause };
      this.wanted = new Map(this.accepted);
      // Undo still reaches the steps before the accepted set, but not the refused ones.
      this.steps = this.steps.slice(
        0,
        Math.max(
          0,
          this.steps.findLastIndex((step) => same(step, this.accepted)),
        ),
      );
    }
    this.sent = null;
  }

  /** The areas that a refusal of the limits is about: those over their most, or the only one that was changed. */
  get refusedAreas() {
    if (!this.refused || !OF_ONE.includes(this.refused.code)) return [];
    const changed = [...this.refused.sums].filter(
      ([wager, cents]) => cents !== (this.accepted.get(wager) ?? 0),
    );
    const over = changed.filter(
      ([wager, cents]) => cents > (this.area(wager)?.maximum_cents ?? Infinity),
    );
    return (over.length ? over : changed.length === 1 ? changed : [])
      .map(([wager]) => this.area(wager))
      .filter(Boolean);
  }

  /**
   * draft, sent, accepted, refused or empty: how an area's chips are drawn.
   * @param {string} wager
   */
  stateOf(wager) {
    const wanted = this.wanted.get(wager) ?? 0;
    const accepted = this.accepted.get(wager) ?? 0;
    if (this.refused && (this.refused.sums.get(wager) ?? 0) !== accepted) return 'refused';
    if (wanted === accepted) return wanted ? 'accepted' : 'empty';
    if (this.sent && !this.sent.answered && this.sent.sums.get(wager) === wanted) return 'sent';
    if (this.sendable.get(wager) === wanted) return 'sent';
    return wanted ? 'draft' : 'sent';
  }

  /** The areas whose chips are not sent because a minimum is not reached. */
  get drafts() {
    return [...this.wanted.keys()].filter((wager) => this.stateOf(wager) === 'draft');
  }
}
