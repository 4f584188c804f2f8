/** The settled wagers of a terminal, as a snapshot of its table has them. */

/** Whether a snapshot shows a round that has ended. @param {{phase: string}} view */
const isOver = (view) => ['settled', 'void', 'idle', 'closed'].includes(view.phase);

/**
 * The settled wagers of this terminal. Those of the last round stay until the next one has ended.
 * @param {Wire.TerminalView} view
 */
export const settledOf = (view) => (isOver(view) ? (view.own?.settled ?? []) : []);
