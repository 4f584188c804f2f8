/** Stores the last snapshot of the server, and the state that only this screen has. */

/**
 * @template State, Action
 */
export class Store {
  /**
   * @param {State} state
   * @param {(state: State, action: Action) => State} reduce
   * @param {(state: State) => void} show
   * @param {(draw: () => void) => void} later says when to draw: in a browser, once per frame
   */
  constructor(state, reduce, show, later = (draw) => requestAnimationFrame(draw)) {
    this.state = state;
    this.reduce = reduce;
    this.show = show;
    this.later = later;
    this.isWaiting = false;
  }

  /**
   * Apply an action. The screen is drawn once per frame for all actions before it, and only if the state
   * changes.
   * @param {Action} action
   */
  take(action) {
    const before = this.state;
    this.state = this.reduce(before, action);
    if (this.isWaiting || this.state === before) return;
    this.isWaiting = true;
    this.later(() => {
      this.isWaiting = false;
      this.show(this.state);
    });
  }
}
