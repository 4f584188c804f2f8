/** Write messages on a page in the language in use, and in the other language where both appear. */

import { draw, element, h } from './draw.js';
import { addTexts, emptyCatalogue, render } from './render.js';

/** @typedef {import('./render.js').Message} Message */

/** The language that every other one is compared with. */
const ENGLISH = 'en';
const CATALOGUE = /^\/catalogues\/([\w-]+)\/([\w-]+)\.json$/;

/** The catalogues of the page by language. @type {Record<string, import('./render.js').Catalogue>} */
const catalogues = { [ENGLISH]: emptyCatalogue(ENGLISH) };
let chosen = ENGLISH;
let currency = '$';

/** Read the catalogues that the head of the page names, before the page writes anything. */
export async function readCatalogues() {
  const links = [...document.querySelectorAll('link[as=fetch]')];
  const paths = links.map((link) => link.getAttribute('href') ?? '');
  const named = paths.flatMap((path) => {
    const [, language, name] = CATALOGUE.exec(path) ?? [];
    return language ? [{ path, language, name }] : [];
  });
  for (const { language } of named) catalogues[language] ??= emptyCatalogue(language);
  await Promise.all(
    named.map(async ({ path, language, name }) => {
      const texts = await (await fetch(path)).json();
      if (name === 'grammar') catalogues[language].grammar = texts;
      else addTexts(catalogues[language], texts);
    }),
  );
}

/** The language in use. */
export const language = () => chosen;

/** The languages of the page, English first. */
export const languages = () => Object.keys(catalogues);

/** The language after the one in use, for a key that goes through all of them. */
export const nextLanguage = () =>
  languages()[(languages().indexOf(chosen) + 1) % languages().length];

/** The language of the smaller texts: English, or the first other one where English is in use. */
export const otherLanguage = () => (chosen === ENGLISH ? (languages()[1] ?? ENGLISH) : ENGLISH);

/**
 * The tag of a language for `lang`.
 * @param {string} name
 * @returns {string}
 */
export const languageTag = (name) => catalogues[name].grammar.tag ?? name;

/**
 * The short name of a language for its key.
 * @param {string} name
 * @returns {string}
 */
export const languageKey = (name) => catalogues[name].grammar.key;

/**
 * The name of a language in that language.
 * @param {string} name
 * @returns {string}
 */
export const languageName = (name) => catalogues[name].grammar.name;

/**
 * Change the language of the page; the caller draws again. A language without a catalogue becomes English.
 * @param {string} name
 */
export function choose(name) {
  chosen = name in catalogues ? name : ENGLISH;
  document.documentElement.lang = languageTag(chosen);
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
  (/** @type {string} */ key, values = {}, /** @type {string} */ name = chosen) =>
    textOf({ key, values }, name)
);

/** @param {Message} message @param {string} name */
function textOf(message, name) {
  return catalogues[name].patterns.size ? render(message, catalogues[name]) : message.key;
}

/**
 * A text in a language.
 * @param {Message | string | null | undefined} text
 * @param {string} name
 */
export function inLanguage(text, name) {
  if (!text) return '';
  return typeof text === 'string' ? text : textOf(text, name);
}

/** A text in the language in use. @param {Message | string | null | undefined} text */
export const say = (text) => inLanguage(text, chosen);

/**
 * The text of a refused answer, by its code. The browser's own answers have words instead.
 * @param {{code?: string, values?: Record<string, any>, words?: Message}} answer
 * @returns {Message}
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
 * Texts in a row, as the language joins them.
 * @param {readonly string[]} items
 */
export const list = (items) => t('list', { items });

/**
 * A refusal, with the clause or the policy behind it.
 * @param {{code?: string, values?: Record<string, any>, words?: Message, clause?: string}} answer
 */
export const refusalText = (answer) => {
  const refusal = refusalMessage(answer);
  return answer.clause ? t('note.clause', { refusal, clause: answer.clause }) : say(refusal);
};

/**
 * "#042", as the legal line and the list of rounds number a round.
 * @param {number | string} number
 */
export const roundNumber = (number) =>
  t('round.number', { number: String(number).padStart(3, '0') });

/**
 * "Baccarat-12 #042".
 * @param {string} table
 * @param {number | string} number
 */
export const roundAt = (table, number) =>
  t('round.at-table', { table, number: String(number).padStart(3, '0') });

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
 * @param {Message | string} text
 * @param {Record<string, any>} [attributes]
 */
export const bilingualText = (text, attributes = {}) =>
  h(
    'span',
    { ...attributes, class: `bilingual ${attributes.class ?? ''}`.trim() },
    ...inTwoLanguages(text),
  );

/** @param {Message | string} text */
function inTwoLanguages(text) {
  const [first, other] = [say(text), inLanguage(text, otherLanguage())];
  return [
    h('span', { lang: languageTag(chosen) }, first),
    h('small', { lang: languageTag(otherLanguage()) }, other !== first && other),
  ];
}

/**
 * An empty node for a text in both languages.
 * @param {Record<string, any>} [attributes]
 */
export const emptyBilingual = (attributes = {}) => element(bilingualText('', attributes));

/**
 * Set a text in both languages.
 * @param {Element} node
 * @param {Message} text
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
  for (const node of marked(root, 'data-next-language')) draw(node, [languageKey(nextLanguage())]);
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
  new Date(text).toLocaleString(`${languageTag(chosen)}-SG`, style);

/**
 * The time of day, to the second.
 * @param {string} text
 */
export const timeOfDay = (text) => moment(text, { timeStyle: 'medium' });
