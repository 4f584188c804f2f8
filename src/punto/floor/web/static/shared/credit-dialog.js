/** Sell demo credit, redeem vouchers, and collect credit as a voucher. */

import { Dialog, confirm } from './dialog.js';
import { following, h, setAttribute, setText } from './dom.js';
import { moment, money, t } from './messages.js';

const SUMS = [10000, 50000, 100000, 500000];

/**
 * Whether the server has yet to answer a request that moves this terminal's money.
 * @param {import('./socket.js').ServerConnection} connection
 */
export const isMovingMoney = (connection) => connection.isAsking('buy', 'redeem', 'collect');

/**
 * Open the cage: redeem a voucher by its number and, on a demo floor, buy demo credit.
 * @param {any} terminal
 */
export function openCage(terminal) {
  const dialog = new Dialog('cage');
  const said = h('p', { role: 'status', class: 'said' });
  /** @param {number} cents */
  const buy = async (cents) => {
    const answer = await ask({ type: 'buy', cents }, () => t('cage.bought', { sum: cents }));
    if (answer?.ok) dialog.close();
  };
  const number = h('input', {
    type: 'text',
    autocapitalize: 'characters',
    spellcheck: 'false',
    autocomplete: 'off',
    maxlength: 80,
    name: 'voucher',
  });
  /** @param {Event} event */
  const redeem = async (event) => {
    event.preventDefault();
    const answer = await ask({ type: 'redeem', voucher: number.value.trim() }, () =>
      t('cage.redeemed'),
    );
    if (answer?.ok) number.value = '';
  };
  const keys = [
    ...SUMS.map((cents) =>
      h(
        'button',
        { type: 'button', class: 'key', 'data-buy': cents, on: { click: () => buy(cents) } },
        money(cents),
      ),
    ),
    h('button', { class: 'key main' }, t('key.redeem')),
  ];
  const drawKeys = () =>
    keys.forEach((key) =>
      setAttribute(key, 'aria-disabled', isMovingMoney(terminal.connection) ? 'true' : null),
    );
  /**
   * Asks for one thing at a time: the second press of a double click does nothing.
   * @param {{type: string, [name: string]: unknown}} message
   * @param {() => string} doneText
   */
  const ask = async (message, doneText) => {
    if (isMovingMoney(terminal.connection)) return null;
    const asked = terminal.connection.ask(message);
    drawKeys();
    const answer = await asked;
    said.textContent = answer.ok ? doneText() : terminal.refusalText(answer);
    said.classList.toggle('bad', !answer.ok);
    return answer;
  };
  const credit = h('p', { class: 'in-credit' });
  dialog.show(
    credit,
    ...(terminal.isDemo
      ? [
          h('h3', {}, t('cage.buy')),
          h('p', { class: 'how' }, t('cage.demo')),
          h('div', { class: 'sums' }, ...keys.slice(0, -1)),
        ]
      : [h('p', { class: 'how' }, t('cage.cashier'))]),
    h('h3', {}, t('cage.redeem')),
    h(
      'form',
      { class: 'form', on: { submit: redeem } },
      h('label', { class: 'field' }, h('span', {}, t('cage.number')), number),
      keys.at(-1),
    ),
    said,
  );
  following(terminal.connection, ['command-done', 'command-refused', 'goodbye'], said, drawKeys);
  following(terminal.connection, ['balance', 'welcome', 'view'], credit, () =>
    setText(credit, t('cage.credit', { sum: terminal.credit ?? 0 })),
  );
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
  /** @param {string} key @param {string} value */
  const line = (key, value) => [h('dt', {}, t(key)), h('dd', {}, value)];
  dialog.show(
    h(
      'div',
      { class: 'voucher-paper' },
      h('p', { class: 'voucher-name' }, t(voucher.is_demo ? 'voucher.demo' : 'voucher.name')),
      h('p', { class: 'voucher-sum' }, money(voucher.cents)),
      barcode(voucher.barcode_svg),
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
        { type: 'button', class: 'key main', on: { click: () => window.print() } },
        t('key.print'),
      ),
    ),
  );
}

/**
 * A game as the terminal names it, from the number that begins with the table's key.
 * @param {string} number
 * @param {(table: string) => string} nameOf
 */
function gameOf(number, nameOf) {
  const at = number.lastIndexOf('-');
  return `${nameOf(number.slice(0, at))} #${number.slice(at + 1).padStart(3, '0')}`;
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
  const holder = h('div', { class: 'barcode', role: 'img', 'aria-label': t('voucher.barcode') });
  if (drawing.nodeName !== 'svg') return holder;
  for (const node of [drawing, ...drawing.querySelectorAll('*')]) {
    node.removeAttribute('style');
    for (const name of node.getAttributeNames())
      if (name.startsWith('on')) node.removeAttribute(name);
  }
  for (const node of drawing.querySelectorAll('script, foreignObject, a, image, use'))
    node.remove();
  holder.append(document.importNode(drawing, true));
  return holder;
}
