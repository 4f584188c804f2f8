/** The state of the lobby: tables and money as the server has them, and what only this screen has. */

/** @typedef {import('../shared/messages.js').Message} Message */
/** @typedef {import('../shared/roads.js').Roads} Roads */
/** @typedef {import('../shared/countdown.js').Timer} Timer */
/** @typedef {'all' | 'electronic' | 'live'} Filter */
/**
 * A table of the lobby.
 * @typedef {object} Table
 * @property {string} table
 * @property {string} name
 * @property {Message} title
 * @property {string} mode
 * @property {string} phase
 * @property {Message} phase_words
 * @property {Message | null} [phrase] what the table says now, which only a view of the table has
 * @property {{minimum_cents: number, maximum_cents: number}} limits
 * @property {number} seats
 * @property {number} taken
 * @property {{number: number, cards_out: number, cards: number} | null} shoe
 * @property {Roads | null} roads
 * @property {Timer | null} timer
 */
/** @typedef {Wire.TerminalView & {roads?: Roads | null, timer: Timer | null}} View */
/**
 * @typedef {object} Snapshot
 * @property {readonly Table[]} tables
 * @property {Readonly<Record<string, number>>} own the cents of this terminal's wagers, by table
 * @property {Wire.Welcome | null} welcome
 * @property {number | null} credit_cents
 * @property {Wire.VisitSummary | null} session
 */
/**
 * @typedef {object} Local
 * @property {Filter} filter
 * @property {string} language
 * @property {number} columns how many columns the big road of a card has room for
 * @property {readonly string[]} kept the tables where the patron already sits and wants to stay
 * @property {number} now
 * @property {{text: string, until: number} | null} notice
 * @property {string} line the state of the connection
 * @property {boolean} isReached whether the last request for the tables was answered
 * @property {boolean} isMoving whether the server has yet to answer a request that moves money
 */
/** @typedef {{snapshot: Snapshot, local: Local}} State */
/**
 * @typedef {{type: 'tables', tables: readonly Table[]}
 *   | {type: 'unreached'}
 *   | {type: 'view', view: View}
 *   | {type: 'welcome', welcome: Wire.Welcome}
 *   | {type: 'balance', balance: Wire.BalanceChanged}
 *   | {type: 'connection', line: string, isMoving: boolean}
 *   | {type: 'filter', filter: Filter}
 *   | {type: 'language', language: string}
 *   | {type: 'columns', columns: number}
 *   | {type: 'notice', text: string}
 *   | {type: 'tick', now: number}} Action
 */

const NOTICE_MS = 6000;
/** Two clocks that differ by less than this show the same second. */
const SAME_MS = 250;

/** @type {readonly Filter[]} */
export const FILTERS = ['all', 'electronic', 'live'];

/**
 * The state before the server has said anything.
 * @param {Partial<Local>} local
 * @returns {State}
 */
export const initialState = (local) => ({
  snapshot: { tables: [], own: {}, welcome: null, credit_cents: null, session: null },
  local: {
    filter: 'all',
    language: 'en',
    columns: 12,
    kept: [],
    now: 0,
    notice: null,
    line: 'connecting',
    isReached: true,
    isMoving: false,
    ...local,
  },
});

/** @param {State} state @param {Action} action @returns {State} */
export function reduce(state, action) {
  switch (action.type) {
    case 'tables':
      return withLocal(withSnapshot(state, { tables: merged(state, action.tables) }), {
        isReached: true,
      });
    case 'unreached':
      return withLocal(state, { isReached: false });
    case 'view':
      return withView(state, action.view);
    case 'welcome': {
      const { welcome } = action;
      const { credit_cents, session } = welcome;
      return withSnapshot(state, { welcome, credit_cents, session });
    }
    case 'balance': {
      const { credit_cents, net_cents, rounds, commission_cents, since } = action.balance;
      const session = state.snapshot.session;
      return withSnapshot(state, {
        credit_cents,
        session: session && {
          ...session,
          net_cents,
          rounds,
          commission_cents,
          since: since ?? session.since,
        },
      });
    }
    case 'connection':
      return withLocal(state, { line: action.line, isMoving: action.isMoving });
    case 'filter':
      return withLocal(state, { filter: action.filter });
    case 'language':
      return withLocal(state, { language: action.language });
    case 'columns':
      return withLocal(state, { columns: action.columns });
    case 'notice':
      return withLocal(state, {
        notice: { text: action.text, until: state.local.now + NOTICE_MS },
      });
    case 'tick': {
      const { notice } = state.local;
      const isOver = notice !== null && notice.until <= action.now;
      return withLocal(state, { now: action.now, notice: isOver ? null : notice });
    }
  }
}

/** The tables of a filter. @param {State} state @param {Filter} filter */
export const filtered = ({ snapshot }, filter) =>
  snapshot.tables.filter((each) => filter === 'all' || (filter === 'live') === isLive(each));

/** The tables that are shown: those of the filter where the patron does not sit yet. @param {State} state */
export const shownTables = (state) =>
  filtered(state, state.local.filter).filter(({ table }) => !state.local.kept.includes(table));

/** The cents of all wagers of this terminal. @param {State} state */
export const betOf = ({ snapshot }) =>
  Object.values(snapshot.own).reduce((sum, cents) => sum + cents, 0);

/** The state of the line as it is shown. @param {State} state */
export const lineOf = ({ local }) =>
  local.isReached || local.line !== 'connected' ? local.line : 'lost';

/** Whether the patron can collect credit now. @param {State} state */
export const canCollect = ({ snapshot, local }) =>
  local.line === 'connected' && (snapshot.credit_cents ?? 0) > 0 && !local.isMoving;

/** @param {Table} table */
const isLive = ({ mode }) => mode === 'table';

/**
 * @template {object} Part
 * @param {Part} part
 * @param {Partial<Part>} changes
 * @returns {Part} the same part where nothing changes
 */
function changed(part, changes) {
  const names = /** @type {(keyof Part)[]} */ (Object.keys(changes));
  return names.every((name) => part[name] === changes[name]) ? part : { ...part, ...changes };
}

/** @param {State} state @param {Partial<Local>} changes @returns {State} */
const withLocal = (state, changes) => changed(state, { local: changed(state.local, changes) });

/** @param {State} state @param {Partial<Snapshot>} changes @returns {State} */
const withSnapshot = (state, changes) =>
  changed(state, { snapshot: changed(state.snapshot, changes) });

/**
 * The tables as the server lists them now. What has not changed stays the same object, so that it is
 * not described again.
 * @param {State} state
 * @param {readonly Table[]} tables
 */
function merged({ snapshot }, tables) {
  const before = new Map(snapshot.tables.map((each) => [each.table, each]));
  const now = tables.map((table) => {
    const old = before.get(table.table);
    if (!old) return table;
    const next = {
      ...table,
      phrase: old.phase === table.phase ? old.phrase : undefined,
      roads: sameRoads(old.roads, table.roads),
      timer: sameTimer(old.timer, table.timer),
    };
    return isEqual(old, next) ? old : next;
  });
  const isSame = now.length === before.size && now.every((each, i) => each === snapshot.tables[i]);
  return isSame ? snapshot.tables : now;
}

/** @param {State} state @param {View} view */
function withView(state, view) {
  const { tables, own } = state.snapshot;
  if (!tables.some((each) => each.table === view.table)) return state;
  const cents = (view.own?.stakes ?? []).reduce((sum, stake) => sum + stake.cents, 0);
  return withSnapshot(state, {
    tables: tables.map((each) => (each.table === view.table ? seen(each, view) : each)),
    own: changed(own, { [view.table]: cents }),
  });
}

/** @param {Table} table @param {View} view @returns {Table} */
const seen = (table, view) => ({
  ...table,
  phase: view.phase,
  timer: sameTimer(table.timer, view.timer),
  phrase: view.stopped || (view.phase === 'settled' && view.outcome) || view.phrase,
  roads: sameRoads(table.roads, view.roads ?? table.roads),
  shoe: view.shoe ?? table.shoe,
  taken: view.occupied_seats.length,
});

/** @param {Roads | null} old @param {Roads | null} roads */
const sameRoads = (old, roads) =>
  old && roads && old.revision === roads.revision && old.bead.length === roads.bead.length
    ? old
    : roads;

/** @param {Timer | null} old @param {Timer | null} timer */
const sameTimer = (old, timer) =>
  old &&
  timer &&
  old.of_ms === timer.of_ms &&
  Math.abs((old.ends ?? 0) - (timer.ends ?? 0)) < SAME_MS
    ? old
    : timer;

/** @param {Table} old @param {Table} table */
const isEqual = (old, table) =>
  Object.entries(table).every(([name, value]) => {
    const before = old[/** @type {keyof Table} */ (name)];
    return before === value || JSON.stringify(before) === JSON.stringify(value);
  });
