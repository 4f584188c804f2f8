/** Draws the form of a command and reads its fields, for every command of every console. */

import { h, replaceChildren } from '../shared/dom.js';
import { openDialog } from './frame.js';
import { say, t } from '../shared/messages.js';

/** @typedef {Wire.FormField} Field */
/**
 * A field on the screen. It reads null while a required answer is missing.
 * @typedef {{field: Field, node: HTMLElement, focus: HTMLElement | null, read: () => any}} Input
 */
/**
 * @typedef {object} FormOptions
 * @property {Node | null} [intro] above the form
 * @property {Node | null} [steps] above the fields
 * @property {string} [label] on the button
 * @property {Record<string, string>} [placeholders] by field
 * @property {(values: Record<string, any>) => Promise<Node | null>} [check] the reason to stay open
 */

/** @type {Record<string, (typed: string) => any>} */
const READ = {
  text: (typed) => typed,
  number: (typed) => Math.trunc(Number(typed)) || 0,
  numbers: (typed) => wordsOf(typed).filter(isDigits).map(Number),
  cards: (typed) => wordsOf(typed),
};
/** @param {string} typed */
const wordsOf = (typed) => typed.split(/[\s,]+/).filter(Boolean);
/** @param {string} word */
const isDigits = (word) => /^\d+$/.test(word);

/**
 * Asks for the fields of a command. Answers their values, or null when closed.
 * @param {string} title
 * @param {readonly Field[]} fields
 * @param {FormOptions} [options]
 * @returns {Promise<Record<string, any> | null>}
 */
export function openForm(title, fields, options = {}) {
  const { intro = null, steps = null, label = t('carry.go-on') } = options;
  const isWide = steps !== null || fields.some((field) => field.kind === 'fact');
  return new Promise((done) => {
    /** @type {Record<string, any> | null} */
    let accepted = null;
    const told = h('p', { class: 'told', role: 'status' });
    const reason = h('div', { class: 'comes' });
    const turn = () => {
      replaceChildren(reason);
      const facts = inputs.filter(({ field }) => field.kind === 'fact').map(({ read }) => read());
      for (const { field, node } of inputs)
        node.hidden = Boolean(field.unless) && facts.includes(field.unless);
    };
    const inputs = fields.map((field) =>
      READ[field.kind ?? 'text']
        ? typed(field, options.placeholders?.[field.field] ?? null)
        : chosen(field, turn),
    );
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const open = inputs.find(({ node, read }) => !node.hidden && read() === null);
      if (open)
        return void replaceChildren(
          told,
          h('span', { class: 'refused' }, t('carry.missing', { field: open.field.label })),
        );
      replaceChildren(told);
      const values = valuesOf(inputs);
      const refused = options.check ? await options.check(values) : null;
      if (refused) return void replaceChildren(reason, refused);
      accepted = values;
      return box.close();
    };
    const go = h('button', { type: 'submit', class: 'btn primary' }, h('span', {}, label));
    const style = isWide ? 'asked facts-form' : 'asked';
    const nodes = inputs.map(({ node }) => node);
    const form = h(
      'form',
      { class: style, on: { submit } },
      steps,
      ...nodes,
      told,
      isWide ? reason : null,
      go,
      isWide ? null : reason,
    );
    turn();
    const box = openDialog(title, intro, form);
    box.classList.toggle('wide', isWide);
    box.addEventListener('gone', () => done(accepted));
    (inputs.find(({ focus }) => focus)?.focus ?? go).focus();
  });
}

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
 * @returns {Input}
 */
function typed(field, placeholder) {
  const kind = field.kind ?? 'text';
  const input = h('input', {
    name: field.field,
    inputmode: kind === 'number' || kind === 'numbers' ? 'numeric' : null,
    autocomplete: 'off',
    autocapitalize: kind === 'cards' ? 'off' : null,
    spellcheck: kind === 'cards' ? 'false' : null,
    placeholder,
  });
  const style = kind === 'number' ? 'field short' : 'field';
  return {
    field,
    node: h('label', { class: style }, h('span', {}, say(field.label)), input),
    focus: field.is_optional ? null : input,
    read: () => {
      const text = input.value.trim();
      return text || field.is_optional ? READ[kind](text) : null;
    },
  };
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
