/** The state of the display of one table: its layout, the last snapshot, and what only this screen has. */

/** @typedef {import('../shared/roads.js').Roads} Roads */
/** @typedef {import('../shared/countdown.js').Timer} Timer */
/** @typedef {Wire.TerminalView & {roads?: Roads | null, paced?: Timer | null}} Snapshot */
/**
 * @typedef {object} Local
 * @property {string} line the state of the connection
 * @property {boolean} isBehind whether the next snapshot is the first of its connection
 * @property {number} repaints how often the server sent the same snapshot again, because this screen was wrong
 * @property {Snapshot | null} last the last result of the shoe
 * @property {import('../shared/scoreboard.js').Side | null} asked the side whose next result is shown
 * @property {Partial<import('../shared/scoreboard.js').Columns>} columns
 * @property {number} now
 */
/** @typedef {{snapshot: Snapshot | null, layout: Wire.Layout | null, local: Local}} State */
/**
 * @typedef {{type: 'view', view: Snapshot}
 *   | {type: 'layout', layout: Wire.Layout}
 *   | {type: 'line', line: string}
 *   | {type: 'ask', side: import('../shared/scoreboard.js').Side}
 *   | {type: 'columns', columns: Local['columns']}
 *   | {type: 'tick', now: number}} Action
 */

const OVER = ['settled', 'void'];
const BETWEEN = ['bets-open', 'bets-closed', 'idle'];

/** The state before the server has said anything. @param {number} now @returns {State} */
export const initialState = (now) => ({
  snapshot: null,
  layout: null,
  local: {
    line: 'connecting',
    isBehind: true,
    repaints: 0,
    last: null,
    asked: null,
    columns: {},
    now,
  },
});

/** @param {State} state @param {Action} action @returns {State} */
export function reduce(state, action) {
  switch (action.type) {
    case 'view':
      return withView(state, action.view);
    case 'layout':
      return { ...state, layout: action.layout };
    case 'line': {
      const { line } = action;
      const isBehind = state.local.isBehind || line !== 'connected';
      return line === state.local.line ? state : withLocal(state, { line, isBehind });
    }
    case 'ask':
      return withLocal(state, { asked: action.side === state.local.asked ? null : action.side });
    case 'columns': {
      const isSame = JSON.stringify(action.columns) === JSON.stringify(state.local.columns);
      return isSame ? state : withLocal(state, { columns: action.columns });
    }
    case 'tick':
      return withLocal(state, { now: action.now });
  }
}

/**
 * The snapshot whose result is shown: while bets are open that of the last round, else the present one.
 * @param {Snapshot} snapshot
 * @param {Local} local
 */
export function resultOf(snapshot, { last }) {
  const isLast = last !== null && BETWEEN.includes(snapshot.phase);
  return { shown: isLast ? last : snapshot, isLast };
}

/** @param {State} state @param {Partial<Local>} changes @returns {State} */
const withLocal = (state, changes) => ({ ...state, local: { ...state.local, ...changes } });

/** @param {State} state @param {Snapshot} view */
function withView(state, view) {
  const { snapshot: before, local } = state;
  // After a break the server may have begun again from an earlier version.
  if (before && !local.isBehind && view.version < before.version) return state;
  const isRepaint = Boolean(view.roads) && view.version === before?.version;
  const snapshot = { ...view, roads: view.roads ?? before?.roads ?? null };
  return withLocal(
    { ...state, snapshot },
    {
      isBehind: false,
      repaints: local.repaints + Number(isRepaint),
      last: OVER.includes(view.phase) ? snapshot : stillShown(local.last, snapshot),
    },
  );
}

/**
 * A result that has been corrected since is no longer shown; one of an earlier shoe is.
 * @param {Snapshot | null} last
 * @param {Snapshot} snapshot
 */
function stillShown(last, snapshot) {
  const isCorrected =
    last?.roads?.revision !== snapshot.roads?.revision && last?.shoe?.key === snapshot.shoe?.key;
  return isCorrected ? null : last;
}
