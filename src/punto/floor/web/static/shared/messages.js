/** Write messages on a page in the language in use, and in the other language where both appear. */

import { draw, element, h } from './draw.js';
import { addTexts, emptyCatalogue, render } from './render.js';

/** @typedef {import('./render.js').Message} Message */
/** @typedef {'en' | 'zh'} Language */
/** @typedef {{en: string, zh?: string}} Words */
/** @typedef {Message | Words} Text a message, or words that the server sends in both languages */

/** @type {Record<Language, import('./render.js').Catalogue>} */
const catalogues = { en: emptyCatalogue('en'), zh: emptyCatalogue('zh') };
/** @type {Language} */
let chosen = 'en';
let currency = '$';

/**
 * Read the catalogues that a page needs, in both languages, before it writes anything.
 * @param {...string} more
 */
export async function readCatalogues(...more) {
  /** @param {string} name @param {Language} tongue */
  const read = async (name, tongue) => {
    const texts = await (await fetch(`/catalogues/${tongue}/${name}.json`)).json();
    if (name === 'grammar') catalogues[tongue].grammar = texts;
    else addTexts(catalogues[tongue], texts);
  };
  const names = ['grammar', 'names', 'refusals', 'terminal', ...more];
  await Promise.all(names.flatMap((name) => [read(name, 'en'), read(name, 'zh')]));
  document.documentElement.lang = tag(chosen);
}

/** The language in use. @returns {Language} */
export const language = () => chosen;

/** The language that is not in use, shown smaller. @returns {Language} */
export const otherLanguage = () => (chosen === 'en' ? 'zh' : 'en');

/** @param {Language} name */
const tag = (name) => catalogues[name].grammar.tag ?? name;

/**
 * Change the language of the page; the caller draws again.
 * @param {string} name
 */
export function choose(name) {
  chosen = name === 'zh' ? 'zh' : 'en';
  document.documentElement.lang = tag(chosen);
}

/**
 * Write sums in the currency that the server names.
 * @param {string | null} sign
 */
export function useCurrency(sign) {
  for (const { grammar } of Object.values(catalogues)) {
    grammar.money = grammar.money.replace(currency, () => sign || '$');
  }
  currency = sign || '$';
}

/** The text of a key with its values; the key itself while the catalogues are on their way. */
export const t = /** @type {Texts.Translate} */ (
  (/** @type {string} */ key, values = {}, /** @type {Language} */ name = chosen) =>
    textOf({ key, values }, name)
);

/** @param {Message} message @param {Language} name */
function textOf(message, name) {
  return catalogues[name].patterns.size ? render(message, catalogues[name]) : message.key;
}

/**
 * A text in a language.
 * @param {Text | string | null | undefined} text
 * @param {Language} name
 */
export function inLanguage(text, name) {
  if (!text) return '';
  if (typeof text === 'string') return text;
  return 'key' in text ? textOf(text, name) : text[name] || text.en;
}

/** A text in the language in use. @param {Text | string | null | undefined} text */
export const say = (text) => inLanguage(text, chosen);

/**
 * The text of a refused answer, by its code. The browser's own answers have words instead.
 * @param {{code?: string, values?: Record<string, any>, words?: Text}} answer
 * @returns {Text}
 */
export const refusalMessage = ({ code, values = {}, words }) =>
  words ?? { key: `refusal.${code}`, values };

/**
 * A key as a text for both languages. @returns {Message}
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export const inBothLanguages = (key, values = {}) => ({ key, values });

/**
 * "$1,234.50"; a loss carries a minus sign.
 * @param {number} cents
 */
export const money = (cents) => t('money.sum', { cents });

/**
 * "$1,234" where there are no odd cents.
 * @param {number} cents
 */
export const short = (cents) => t('money.short', { cents });

/**
 * "+$75.00" or "−$40.00".
 * @param {number} cents
 */
export const signed = (cents) => t('money.signed', { cents });

/**
 * "$5 – $200".
 * @param {number} low
 * @param {number} high
 */
export const range = (low, high) => t('money.range', { low, high });

/**
 * A text in the language in use and, smaller, in the other language; that one is left out where both are the same.
 * @param {Text} text
 * @param {Record<string, any>} [attributes]
 */
export const bilingualText = (text, attributes = {}) =>
  h(
    'span',
    { ...attributes, class: `bilingual ${attributes.class ?? ''}`.trim() },
    ...inTwoLanguages(text),
  );

/** @param {Text} text */
function inTwoLanguages(text) {
  const isMissing = !('key' in text) && !text[chosen];
  const first = say(text);
  const other = 'key' in text ? inLanguage(text, otherLanguage()) : text[otherLanguage()];
  return [
    h('span', { lang: tag(isMissing ? 'en' : chosen) }, first),
    h('small', { lang: tag(otherLanguage()) }, Boolean(other) && other !== first && `${other}`),
  ];
}

/**
 * An empty node for a text in both languages.
 * @param {Record<string, any>} [attributes]
 */
export const emptyBilingual = (attributes = {}) => element(bilingualText({ en: '' }, attributes));

/**
 * Set a text in both languages.
 * @param {Element} node
 * @param {Text} text
 */
export const writeBilingual = (node, text) => draw(node, inTwoLanguages(text));

/**
 * A text of the catalogue in both languages; `translate` sets it again.
 * @param {string} key
 * @param {Record<string, any>} [attributes]
 */
export const bilingual = (key, attributes = {}) =>
  element(bilingualText(inBothLanguages(key), { ...attributes, 'data-bilingual': key }));

/**
 * A text of the catalogue in the language in use; `translate` sets it again.
 * @param {string} key
 * @param {string} [tagName]
 * @param {Record<string, any>} [attributes]
 */
export const word = (key, tagName = 'span', attributes = {}) =>
  element(h(tagName, { ...attributes, 'data-word': key }, t(key)));

/**
 * Write every marked text under a node in the language in use.
 * @param {ParentNode} [root]
 */
export function translate(root = document) {
  for (const node of marked(root, 'data-bilingual'))
    writeBilingual(node, inBothLanguages(node.dataset.bilingual ?? ''));
  for (const node of marked(root, 'data-word')) draw(node, [t(node.dataset.word ?? '')]);
  for (const node of marked(root, 'data-label'))
    node.setAttribute('aria-label', t(node.dataset.label ?? ''));
}

/** @param {ParentNode} root @param {string} name @returns {Iterable<HTMLElement>} */
const marked = (root, name) => root.querySelectorAll(`[${name}]`);

/**
 * A moment as Singapore writes it: the month is a word, so that no one reads a day as a month.
 * @param {string} text
 * @param {Intl.DateTimeFormatOptions} [style]
 */
export const moment = (text, style = { dateStyle: 'medium', timeStyle: 'medium' }) =>
  new Date(text).toLocaleString(chosen === 'zh' ? 'zh-SG' : 'en-SG', style);

/**
 * The time of day, to the second.
 * @param {string} text
 */
export const timeOfDay = (text) => moment(text, { timeStyle: 'medium' });
