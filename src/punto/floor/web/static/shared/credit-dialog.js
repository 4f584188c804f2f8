/** Sell demo credit, redeem vouchers, and collect credit as a voucher. */

import { Dialog, confirm, following } from './dialog.js';
import { h } from './draw.js';
import { moment, money, roundAt, t } from './messages.js';

const SUMS = [10000, 50000, 100000, 500000];

/**
 * Whether the server has yet to answer a request that moves this terminal's money.
 * @param {import('./socket.js').ServerConnection} connection
 */
export const isMovingMoney = (connection) => connection.isAsking('buy', 'redeem', 'collect');

/**
 * The content of the cage dialog.
 * @typedef {object} Cage
 * @property {number} credit
 * @property {boolean} isDemo whether demo credit is for sale
 * @property {boolean} isMoving whether the server has yet to answer
 * @property {string} said the outcome of the last request
 * @property {boolean} isBad whether it was refused
 */

/**
 * The cage: the credit, the sums for sale on a demo floor, and a field for the number of a voucher.
 * @param {Cage} cage
 */
export function cageView({ credit, isDemo, isMoving, said, isBad }) {
  const disabled = { 'aria-disabled': isMoving && 'true' };
  const sums = SUMS.map((cents) =>
    h(
      'button',
      {
        type: 'button',
        class: 'key',
        'data-buy': cents,
        ...disabled,
        command: { type: 'buy', cents },
      },
      money(cents),
    ),
  );
  const sale = [
    h('h3', {}, t('cage.buy')),
    h('p', { class: 'how' }, t('cage.demo')),
    h('div', { class: 'sums' }, ...sums),
  ];
  const field = h('input', {
    type: 'text',
    autocapitalize: 'characters',
    spellcheck: 'false',
    autocomplete: 'off',
    maxlength: 80,
    name: 'voucher',
  });
  return [
    h('p', { class: 'in-credit' }, t('cage.credit', { sum: credit })),
    ...(isDemo ? sale : [h('p', { class: 'how' }, t('cage.cashier'))]),
    h('h3', {}, t('cage.redeem')),
    h(
      'form',
      { class: 'form', command: { type: 'redeem' } },
      h('label', { class: 'field' }, h('span', {}, t('cage.number')), field),
      h('button', { class: 'key main', ...disabled }, t('key.redeem')),
    ),
    h('p', { role: 'status', class: isBad ? 'said bad' : 'said' }, said),
  ];
}

/**
 * Open the cage: redeem a voucher by its number and, on a demo floor, buy demo credit.
 * @param {any} terminal
 */
export function openCage(terminal) {
  const dialog = new Dialog('cage');
  const { connection } = terminal;
  const told = { said: '', isBad: false };
  const show = () =>
    dialog.show(
      ...cageView({
        credit: terminal.credit ?? 0,
        isDemo: Boolean(terminal.isDemo),
        isMoving: isMovingMoney(connection),
        ...told,
      }),
    );
  dialog.oncommand = async ({ type, cents, fields }) => {
    // The second press of a double click does nothing.
    if (isMovingMoney(connection)) return;
    const voucher = /** @type {{voucher?: string}} */ (fields ?? {}).voucher?.trim();
    const asked = connection.ask(type === 'buy' ? { type, cents } : { type, voucher });
    show();
    const answer = await asked;
    told.isBad = !answer.ok;
    const sum = Number(cents);
    const done = () => (type === 'buy' ? t('cage.bought', { sum }) : t('cage.redeemed'));
    told.said = answer.ok ? done() : terminal.refusalText(answer);
    if (!dialog.node.open) return;
    show();
    if (answer.ok && type === 'buy') dialog.close();
    if (answer.ok && type === 'redeem') dialog.body.querySelector('form').reset();
  };
  show();
  const news = ['command-done', 'command-refused', 'goodbye', 'balance', 'welcome', 'view'];
  following(connection, news, dialog.node, show);
}

/**
 * COLLECT: confirms the sum, then one press makes one voucher.
 * @param {any} terminal
 */
export async function collect(terminal) {
  const cents = terminal.credit ?? 0;
  const stays = await confirm('collect', t('collect.ask', { sum: cents }), 'key.collect');
  if (!stays || isMovingMoney(terminal.connection)) return;
  const answer = await terminal.connection.ask({ type: 'collect', cents });
  if (answer.ok && answer.voucher) openVoucher(answer.voucher, (table) => terminal.nameOf(table));
  else terminal.notice(terminal.refusalText(answer), true);
}

/**
 * Shows a voucher, to be kept or printed.
 * @param {Wire.Voucher} voucher
 * @param {(table: string) => string} nameOf
 */
export function openVoucher(voucher, nameOf) {
  const dialog = new Dialog('voucher');
  dialog.oncommand = () => window.print();
  /** @param {string} key @param {string} value */
  const line = (key, value) => [h('dt', {}, t(key)), h('dd', {}, value)];
  dialog.show(
    h(
      'div',
      { class: 'voucher-paper' },
      h('p', { class: 'voucher-name' }, t(voucher.is_demo ? 'voucher.demo' : 'voucher.name')),
      h('p', { class: 'voucher-sum' }, money(voucher.cents)),
      h('div', { class: 'barcode', role: 'img', 'aria-label': t('voucher.barcode') }),
      h('p', { class: 'voucher-number', 'data-voucher': voucher.number }, grouped(voucher.number)),
      h(
        'dl',
        { class: 'facts' },
        ...line('voucher.issued', moment(voucher.issued)),
        ...line('voucher.expires', moment(voucher.expires)),
        ...line('voucher.terminal', voucher.terminal),
        ...(voucher.game_number ? line('voucher.game', gameOf(voucher.game_number, nameOf)) : []),
      ),
    ),
    h('p', { class: 'how' }, t(voucher.is_demo ? 'cage.demo' : 'voucher.keep')),
    h(
      'div',
      { class: 'answers' },
      h(
        'button',
        { type: 'button', class: 'key main', command: { type: 'print' } },
        t('key.print'),
      ),
    ),
  );
  const drawing = barcode(voucher.barcode_svg);
  if (drawing) dialog.body.querySelector('.barcode').append(drawing);
}

/**
 * A game as the terminal names it, from the number that begins with the table's key.
 * @param {string} number
 * @param {(table: string) => string} nameOf
 */
function gameOf(number, nameOf) {
  const at = number.lastIndexOf('-');
  return roundAt(nameOf(number.slice(0, at)), number.slice(at + 1));
}

/**
 * The number in groups of four, to be read and typed.
 * @param {string} number
 */
export const grouped = (number) =>
  number.includes('-') ? number : number.replace(/(.{4})(?=.)/g, '$1 ');

/**
 * The server's drawing of the bars; only shapes are taken over.
 * @param {string | null | undefined} text
 */
function barcode(text) {
  const drawing = new DOMParser().parseFromString(text ?? '', 'image/svg+xml').documentElement;
  if (drawing.nodeName !== 'svg') return null;
  for (const node of [drawing, ...drawing.querySelectorAll('*')]) {
    node.removeAttribute('style');
    for (const name of node.getAttributeNames())
      if (name.startsWith('on')) node.removeAttribute(name);
  }
  for (const node of drawing.querySelectorAll('script, foreignObject, a, image, use'))
    node.remove();
  return document.importNode(drawing, true);
}
