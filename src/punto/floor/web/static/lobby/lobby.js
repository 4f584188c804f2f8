/** The lobby: every table with its game, phase, last results and limits. */

import { pair, paired, read, unpair } from '../shared/http.js';
import { collect, isMovingMoney, openCage } from '../shared/credit-dialog.js';
import { draw, listen } from '../shared/draw.js';
import { stamp } from '../shared/countdown.js';
import '../shared/countdown-element.js';
import { fitColumns } from '../shared/roads.js';
import { set, settings, show as showSettings } from '../shared/settings.js';
import { ServerConnection } from '../shared/socket.js';
import { Store } from '../shared/store.js';
import { speak, speakInto } from '../shared/live-region.js';
import { choose, language, readCatalogues, refusalText, useCurrency } from '../shared/messages.js';
import { openFirstHelp } from './help.js';
import { screen } from './screen.js';
import { initialState, reduce } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Action} Action */
/** @typedef {import('../shared/draw.js').Command} Command */

const EVERY_MS = 2000;
const RELOAD_MS = 5000;
/** As many tables as one line may watch. */
const MAX_TABLES = 16;
const FEWEST_COLUMNS = 12;

const main = /** @type {HTMLElement} */ (document.getElementById('lobby'));
/** Tables whose seat is being given back. @type {Set<string>} */
const leaving = new Set();
/** Tables where the patron already sits and wants to stay. */
const kept = location.hash.startsWith('#with=')
  ? decodeURIComponent(location.hash.slice(6)).split(',').filter(Boolean)
  : [];

/** @type {Store<State, Action>} */
const store = new Store(initialState({ kept, now: Date.now() }), reduce, show);
const connection = new ServerConnection(
  () => ({
    type: 'hello',
    protocol: 1,
    terminal: paired?.terminal,
    key: paired?.key,
    tables: store.state.snapshot.tables.slice(0, MAX_TABLES).map((each) => each.table),
  }),
  { keepsTrying: true },
);
const road = new ResizeObserver(([{ target }]) =>
  store.take({ type: 'columns', columns: fitColumns(target, FEWEST_COLUMNS) }),
);
/** The road whose size is watched: the cards are all equally wide. @type {Element | null} */
let watched = null;

/** @param {State} state */
function show(state) {
  draw(main, screen(state));
  const first = main.querySelector('.road');
  if (first === watched) return;
  watched = first;
  road.disconnect();
  if (first) road.observe(first);
}

/** The lobby as the dialogs know it, which the terminal opens too. */
const lobby = {
  connection,
  get tables() {
    return store.state.snapshot.tables;
  },
  get credit() {
    return store.state.snapshot.credit_cents;
  },
  get session() {
    return store.state.snapshot.session;
  },
  get isDemo() {
    return Boolean(store.state.snapshot.welcome?.is_demo);
  },
  get software() {
    return store.state.snapshot.welcome?.software ?? '';
  },
  draw: () => show(store.state),
  /** @param {string} table */
  nameOf: (table) => lobby.tables.find((each) => each.table === table)?.name ?? table,
  refusalText,
  /** @param {string} text */
  notice(text) {
    speak(text);
    store.take({ type: 'notice', text });
  },
};

/** @param {Command} command */
function obey(command) {
  switch (command.type) {
    case 'filter':
      return store.take(/** @type {Action} */ (command));
    case 'language':
      set('language', String(command.language));
      choose(settings.language);
      return store.take(/** @type {Action} */ (command));
    case 'cage':
      return openCage(lobby);
    case 'help':
      return openFirstHelp(lobby);
    case 'collect':
      return collect(lobby);
    case 'again':
      return connection.again();
  }
}

/** @param {string} name @param {(message: any) => void} take */
const hear = (name, take) =>
  connection.addEventListener(name, (event) => take(/** @type {CustomEvent} */ (event).detail));

const tellConnection = () =>
  store.take({ type: 'connection', line: connection.state, isMoving: isMovingMoney(connection) });

/** Gives a seat back that this patron has left, once nothing is staked there any longer. @param {string} table */
async function giveBack(table) {
  if (leaving.has(table)) return;
  leaving.add(table);
  await connection.ask({ type: 'leave', table });
  leaving.delete(table);
}

/** Pairs this browser as a terminal and connects it. */
async function open() {
  try {
    await pair();
    connection.again();
  } catch {
    store.take({ type: 'connection', line: 'never', isMoving: false });
    setTimeout(open, EVERY_MS);
  }
}

async function refresh() {
  try {
    const { tables } = await read('lobby');
    store.take({ type: 'tables', tables: tables.map(stamp) });
  } catch {
    store.take({ type: 'unreached' });
  }
}

async function start() {
  showSettings();
  await readCatalogues();
  choose(settings.language);
  store.take({ type: 'language', language: language() });
  speakInto(/** @type {Element} */ (document.getElementById('live')));
  listen(main, obey);
  hear('welcome', (welcome) => {
    useCurrency(welcome.currency);
    store.take({ type: 'welcome', welcome });
  });
  hear('view', (seen) => {
    store.take({ type: 'view', view: seen });
    if (seen.own && !seen.own.stakes?.length && !kept.includes(seen.table)) giveBack(seen.table);
  });
  hear('balance', (balance) => store.take({ type: 'balance', balance }));
  hear('message', tellConnection);
  hear('state', (state) => {
    tellConnection();
    if (state === 'updating') setTimeout(() => location.reload(), RELOAD_MS);
    if (state === 'unknown') {
      unpair();
      open();
    }
  });
  show(store.state);
  setInterval(refresh, EVERY_MS);
  setInterval(() => store.take({ type: 'tick', now: Date.now() }), 1000);
  await refresh();
  await open();
}

Object.assign(globalThis, { punto: { lobby } });
start();
