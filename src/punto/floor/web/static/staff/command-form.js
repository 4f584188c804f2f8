/** Draws the form of a command and reads its fields, for every command of every console. */

import { h, replaceChildren } from '../shared/dom.js';
import { openDialog, showRefusal } from './frame.js';
import { say, t } from '../shared/messages.js';

/**
 * A field of a form. The server lists the fields of its commands, a screen those of its own forms.
 * @typedef {Omit<Wire.FormField, 'label' | 'kind' | 'choices'> & {
 *   label: any,
 *   kind?: Wire.FormField['kind'] | 'list' | 'money' | 'ticks',
 *   choices?: readonly {value: any, label: any}[],
 *   missing?: string,
 *   least?: number,
 *   is_unseen?: boolean,
 *   input?: Record<string, any>,
 * }} Field `missing` is the text without an answer, `input` holds further attributes
 */
/**
 * A field on the screen. It reads null while a required answer is missing.
 * @typedef {{field: Field, node: HTMLElement, focus: HTMLElement | null, read: () => any}} Input
 */
/** @typedef {Record<string, any>} Values */
/**
 * @typedef {object} FormOptions
 * @property {Node | null} [intro] above the form
 * @property {Node | null} [steps] above the fields
 * @property {Node | null} [more] below the fields
 * @property {string} [label] on the button
 * @property {boolean} [wide]
 * @property {Record<string, string>} [placeholders] by field
 * @property {(nodes: Record<string, HTMLElement>) => Node} [arrange] the fields in another layout
 * @property {(values: Values) => Effects | null} [effects] null while the answers do not suffice
 * @property {(values: Values) => Promise<Node | null>} [check] the reason to stay open
 * @property {(values: Values) => Promise<any>} [send] answers null if the person went back
 */
/** @typedef {{words: string, rows?: readonly (readonly [string, string])[]}} Effects */

/** @type {Record<string, (typed: string, field: Field) => any>} */
const READ = {
  text: (typed) => typed,
  number: (typed) => Math.trunc(Number(typed)) || 0,
  numbers: (typed) => wordsOf(typed).filter(isDigits).map(Number),
  cards: (typed) => wordsOf(typed),
  money: (typed, { least = 1 }) => {
    const cents = typed ? centsOf(typed) : '';
    return cents === null || (cents !== '' && cents < least) ? null : cents;
  },
};
/** @type {Record<string, string>} */
const KEYBOARDS = { number: 'numeric', numbers: 'numeric', money: 'decimal' };
const SUM = /^\d{1,9}(?:\.\d{1,2})?$/;

/**
 * The typed sum in cents, null if it is invalid.
 * @param {string} typed
 */
export function centsOf(typed) {
  const plain = typed.replace(/[,\s]/g, '');
  if (!SUM.test(plain)) return null;
  const [whole, part = ''] = plain.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** @param {string} typed */
const wordsOf = (typed) => typed.split(/[\s,]+/).filter(Boolean);
/** @param {string} word */
const isDigits = (word) => /^\d+$/.test(word);

/**
 * Asks for the fields of a command, and sends it. Answers the values, or null when closed.
 * @param {string} title
 * @param {readonly Field[]} fields
 * @param {FormOptions} [options]
 * @returns {Promise<Values | null>}
 */
export function openForm(title, fields, options = {}) {
  const { intro = null, steps = null, label = t('carry.go-on') } = options;
  const hasFacts = fields.some((field) => field.kind === 'fact');
  const isWide = options.wide ?? (steps !== null || hasFacts);
  return new Promise((done) => {
    /** @type {Values | null} */
    let accepted = null;
    let isBusy = false;
    const told = h('p', { class: 'told', role: 'status' });
    const reason = options.check ? h('div', { class: 'comes' }) : null;
    const words = h('p', { class: 'big-words' });
    const sums = h('table', { class: 'grid sums' });
    const go = h('button', { type: 'submit', class: 'btn primary' }, h('span', {}, label));
    const turn = () => {
      if (reason) replaceChildren(reason);
      const facts = inputs.filter(({ field }) => field.kind === 'fact').map(({ read }) => read());
      for (const { field, node } of inputs)
        node.hidden = Boolean(field.unless) && facts.includes(field.unless);
      if (!options.effects) return;
      const effects = options.effects(valuesOf(inputs));
      go.classList.toggle('off', !effects);
      replaceChildren(words, effects ? effects.words : missingText(fields[0]));
      replaceChildren(sums, h('tbody', {}, ...(effects?.rows ?? []).map(sumRow)));
    };
    const inputs = fields.map((field) => {
      if (READ[field.kind ?? 'text'])
        return typed(field, options.placeholders?.[field.field] ?? null, turn);
      if (field.kind === 'list') return listed(field);
      return field.kind === 'ticks' ? ticked(field) : chosen(field, turn);
    });
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (isBusy) return;
      const open = inputs.find(({ node, read }) => !node.hidden && read() === null);
      if (open) return void showRefusal(told, { words: missingText(open.field) });
      replaceChildren(told);
      const values = valuesOf(inputs);
      isBusy = true;
      const refused = options.check ? await options.check(values) : null;
      const answer = refused || !options.send ? null : await options.send(values);
      isBusy = false;
      if (refused && reason) return void replaceChildren(reason, refused);
      if (options.send && !answer?.ok) return void (answer && showRefusal(told, answer));
      accepted = values;
      return box.close();
    };
    const nodes = options.arrange
      ? [options.arrange(Object.fromEntries(inputs.map(({ field, node }) => [field.field, node])))]
      : inputs.map(({ node }) => node);
    const form = h(
      'form',
      {
        class: `asked ${options.arrange ? 'wide-form' : isWide ? 'facts-form' : ''}`,
        on: { submit },
      },
      steps,
      ...nodes,
      options.more ?? null,
      ...(options.effects ? [words, sums] : []),
      told,
      isWide ? reason : null,
      go,
      isWide ? null : reason,
    );
    turn();
    const box = openDialog(title, intro, form);
    box.classList.toggle('wide', isWide);
    box.addEventListener('gone', () => done(accepted));
    const first = /** @type {any} */ (inputs.find(({ focus }) => focus)?.focus ?? go);
    first.focus();
    first.select?.();
  });
}

/** @param {Field} field */
const missingText = ({ missing, label }) => missing ?? t('carry.missing', { field: label });

/** @param {readonly [string, string]} row */
const sumRow = ([name, value]) =>
  h('tr', {}, h('th', { scope: 'row' }, name), h('td', { class: 'num' }, value));

/** @param {Input[]} inputs */
function valuesOf(inputs) {
  /** @type {Record<string, any>} */
  const values = {};
  for (const { field, node, read } of inputs) {
    const value = read();
    if (field.kind === 'fact') {
      values[field.field] ??= [];
      if (value) values[field.field].push(value);
    } else values[field.field] = node.hidden ? [] : value;
  }
  return values;
}

/**
 * A field that staff type.
 * @param {Field} field
 * @param {string | null} placeholder
 * @param {() => void} turn
 * @returns {Input}
 */
function typed(field, placeholder, turn) {
  const kind = field.kind ?? 'text';
  const input = h('input', {
    name: field.field,
    value: field.value ?? null,
    inputmode: KEYBOARDS[kind] ?? null,
    autocomplete: 'off',
    autocapitalize: kind === 'cards' ? 'off' : null,
    spellcheck: kind === 'cards' ? 'false' : null,
    readonly: Boolean(field.is_fixed),
    placeholder,
    ...field.input,
  });
  input.addEventListener('input', turn);
  const label = h('span', { class: field.is_unseen ? 'unseen' : null }, say(field.label));
  return {
    field,
    node: h('label', { class: kind === 'number' ? 'field short' : 'field' }, label, input),
    focus: field.is_optional || field.is_fixed ? null : input,
    read: () => {
      const text = input.value.trim();
      return text || field.is_optional ? READ[kind](text, field) : null;
    },
  };
}

/**
 * A field with a list, of which one value is chosen.
 * @param {Field} field
 * @returns {Input}
 */
function listed(field) {
  const options = (field.choices ?? []).map(({ value, label }) =>
    h('option', { value, selected: value === field.value }, say(label)),
  );
  const select = h('select', { name: field.field }, ...options);
  const node = h('label', { class: 'field' }, h('span', {}, say(field.label)), select);
  return { field, node, focus: null, read: () => select.value };
}

/**
 * A field of which any number of values is ticked.
 * @param {Field} field
 * @returns {Input}
 */
function ticked(field) {
  const boxes = (field.choices ?? []).map(({ value, label }) => {
    const box = h('input', {
      type: 'checkbox',
      name: value,
      checked: field.value.includes(value),
    });
    return { value, box, node: h('label', { class: 'tick' }, box, say(label)) };
  });
  const node = h(
    'fieldset',
    { class: 'duties' },
    h('legend', {}, say(field.label)),
    ...boxes.map((each) => each.node),
  );
  const read = () => boxes.filter(({ box }) => box.checked).map(({ value }) => value);
  return { field, node, focus: null, read };
}

/**
 * A field of which one value is chosen; arrows walk the values.
 * @param {Field} field
 * @param {() => void} turn
 * @returns {Input}
 */
function chosen(field, turn) {
  let value = field.value ?? null;
  const label = say(field.label);
  const isFact = field.kind !== 'choice';
  const keys = (field.choices ?? []).map((choice) => {
    const key = h(
      'button',
      {
        type: 'button',
        role: 'radio',
        class: isFact ? 'btn' : 'btn choice',
        'aria-checked': String(choice.value === value),
        'data-value': String(choice.value),
      },
      h('span', {}, say(choice.label)),
    );
    if (field.is_fixed && choice.value !== value) {
      // A fact that the table knows cannot be changed here.
      key.disabled = true;
      key.classList.add('off');
    }
    key.addEventListener('click', () => {
      value = choice.value;
      for (const each of keys) each.setAttribute('aria-checked', String(each === key));
      turn();
    });
    return key;
  });
  const group = h(
    'div',
    { class: isFact ? 'seg' : 'choices', role: 'radiogroup', 'aria-label': label },
    ...keys,
  );
  group.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => walk(event, keys));
  const words = h('div', {}, h('p', {}, label));
  if (field.note) words.append(h('small', {}, say(field.note)));
  return {
    field,
    node: isFact
      ? h('div', { class: 'q' }, words, group)
      : h('div', { class: 'field' }, h('span', {}, label), group),
    focus:
      keys.find((key) => key.getAttribute('aria-checked') === 'false' && !key.disabled) ?? null,
    read: () => value,
  };
}

/** @param {KeyboardEvent} event @param {HTMLButtonElement[]} keys */
function walk(event, keys) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const all = keys.filter((key) => !key.disabled);
  const at = all.findIndex((key) => key === document.activeElement);
  const next = all[(at + step + all.length) % all.length];
  next.focus();
  next.click();
}
