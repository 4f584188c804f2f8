/** The public display of one table: no patron's money, no names, readable at five metres. */

import { read } from '../shared/http.js';
import { draw, listen } from '../shared/draw.js';
import '../shared/countdown-element.js';
import { columnsOf } from '../shared/scoreboard.js';
import { show as showSettings } from '../shared/settings.js';
import { ServerConnection } from '../shared/socket.js';
import { Store } from '../shared/store.js';
import { speakInto, tell } from '../shared/live-region.js';
import { choose, readCatalogues, useCurrency } from '../shared/messages.js';
import { screen } from './screen.js';
import { initialState, reduce } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Action} Action */
/** @typedef {import('./state.js').Snapshot} Snapshot */

const AGAIN_MS = 2000;
const RELOAD_MS = 5000;

const page = /** @type {HTMLElement} */ (document.getElementById('page'));
const table = decodeURIComponent(location.pathname.split('/')[2] ?? '');

/** @type {Store<State, Action>} */
const store = new Store(initialState(Date.now()), reduce, show);
const connection = new ServerConnection(
  () => ({
    type: 'hello',
    protocol: 1,
    terminal: '',
    key: '',
    tables: [table],
    is_display: true,
  }),
  { keepsTrying: true },
);
const sizes = new ResizeObserver(() => store.take({ type: 'columns', columns: columnsOf(page) }));
/** The board whose roads are watched. @type {Element | null} */
let watched = null;
/** The snapshot that was reported last. @type {Snapshot | null} */
let reported = null;
/** The version of the layout that is on its way. */
let awaited = '';

/** @param {State} state */
function show(state) {
  draw(page, [screen(state)]);
  const board = page.querySelector('.board');
  if (board !== watched) {
    watched = board;
    sizes.disconnect();
    for (const box of page.querySelectorAll('[data-road]')) sizes.observe(box);
  }
  const { snapshot } = state;
  if (!snapshot || !board || snapshot === reported) return;
  reported = snapshot;
  requestAnimationFrame(() => requestAnimationFrame(() => report(snapshot)));
}

/**
 * Tells the server what is to be seen, as read from the page and not from what it sent.
 * @param {Snapshot} snapshot
 */
function report({ version }) {
  /** @param {'player' | 'banker'} side */
  const faces = (side) =>
    Array.from(
      page.querySelectorAll(`#${side}-cards .card:not(.printed)`),
      (card) => card.getAttribute('data-card') ?? '?',
    );
  const result = page.querySelector('#result');
  const road = page.querySelector('[data-road=big]');
  const picture = road?.clientWidth ? road.firstElementChild : null;
  connection.put({
    type: 'display-report',
    table,
    version,
    round: Number(result?.getAttribute('data-round')),
    player: faces('player'),
    banker: faces('banker'),
    result: result?.getAttribute('data-winner') ?? null,
    roads: Number(picture?.getAttribute('data-revision') ?? 0),
  });
}

/** Reads the layout, and again until the server is reached. */
async function readLayout() {
  for (;;) {
    try {
      /** @type {Wire.Layout} */
      const layout = await read(`tables/${encodeURIComponent(table)}/layout`);
      useCurrency(layout.currency);
      document.title = `${layout.name} | Punto`;
      return store.take({ type: 'layout', layout });
    } catch {
      store.take({ type: 'line', line: 'never' });
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }
}

/** Reads the layout, once a change, when its rules or limits are others than those shown. @param {string} version */
async function readNewLayout(version) {
  if (awaited === version) return;
  awaited = version;
  await readLayout();
  awaited = '';
  store.take({ type: 'line', line: connection.state });
}

/** @param {Snapshot} view */
function see(view) {
  const { snapshot: before, layout } = store.state;
  store.take({ type: 'view', view });
  if (view.layout_version !== layout?.layout_version) readNewLayout(view.layout_version);
  if (store.state.snapshot) tell(before, store.state.snapshot);
}

/** @param {string} name @param {(message: any) => void} take */
const hear = (name, take) =>
  connection.addEventListener(name, (event) => take(/** @type {CustomEvent} */ (event).detail));

async function start() {
  showSettings();
  await readCatalogues();
  choose(new URLSearchParams(location.search).get('language') ?? '');
  speakInto(/** @type {Element} */ (document.getElementById('live')));
  listen(page, (command) => store.take(/** @type {Action} */ (command)));
  show(store.state);
  setInterval(() => store.take({ type: 'tick', now: Date.now() }), 1000);
  await readLayout();
  hear('view', see);
  hear('state', (line) => {
    store.take({ type: 'line', line });
    if (line === 'updating') setTimeout(() => location.reload(), RELOAD_MS);
  });
  connection.connect();
}

const display = {
  connection,
  report,
  get view() {
    return store.state.snapshot;
  },
};
Object.assign(globalThis, { punto: { display } });
start();
