/** Languages: the catalogue of keys and menus, and the server's own words in both. */

import { h, setAttribute, setText } from './dom.js';

/** @typedef {{en: string, zh: string}} Words */

const TAGS = { en: 'en', zh: 'zh-Hans' };
const catalogues = { en: {}, zh: {} };
let chosen = 'en';

/** Reads the catalogues a page needs, in both languages; to be awaited before anything is written. */
export async function readCatalogues(...more) {
  const read = async (name, tongue) =>
    Object.assign(
      catalogues[tongue],
      await (await fetch(`/catalogues/${tongue}/${name}.json`)).json(),
    );
  await Promise.all(['terminal', ...more].flatMap((name) => [read(name, 'en'), read(name, 'zh')]));
}

/** The language in use. @returns {'en' | 'zh'} */
export const language = () => chosen;

/** The language that is not in use, shown smaller. @returns {'en' | 'zh'} */
export const otherLanguage = () => (chosen === 'en' ? 'zh' : 'en');

/** Changes the language of the page; the caller draws again. */
export function choose(name) {
  chosen = name === 'zh' ? 'zh' : 'en';
  document.documentElement.lang = TAGS[chosen];
}

/** A sentence of the catalogue with its blanks filled in. */
export function t(key, blanks = {}, name = chosen) {
  const text = catalogues[name][key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, blank) => blanks[blank] ?? '');
}

/** The server's words in the language in use. @param {Words | string | null | undefined} words */
export function say(words) {
  if (!words) return '';
  return typeof words === 'string' ? words : words[chosen] || words.en;
}

/** A text of the catalogue in both languages. @returns {Words} */
export const inBothLanguages = (key) => ({ en: t(key, {}, 'en'), zh: t(key, {}, 'zh') });

/** An empty node for a text in the language in use and, smaller, in the other language. */
export const emptyBilingual = (attributes = {}) =>
  h(
    'span',
    { ...attributes, class: `bilingual ${attributes.class ?? ''}`.trim() },
    h('span'),
    h('small'),
  );

/** Set a text in both languages; the other language is left out where both are the same. */
export function writeBilingual(node, words) {
  const [first, second] = node.children;
  setText(first, words[chosen] || words.en);
  setAttribute(first, 'lang', TAGS[words[chosen] ? chosen : 'en']);
  const other = words[otherLanguage()];
  setText(second, other === first.textContent ? '' : (other ?? ''));
  setAttribute(second, 'lang', TAGS[otherLanguage()]);
}

/** A text of the catalogue in both languages; `translate` sets it again. */
export function bilingual(key, attributes = {}) {
  const node = emptyBilingual({ ...attributes, 'data-bilingual': key });
  writeBilingual(node, inBothLanguages(key));
  return node;
}

/** A word of the catalogue in the language in use, filled now and again by `translate`. */
export const word = (key, tag = 'span', attributes = {}) => {
  const node = h(tag, { ...attributes, 'data-word': key });
  node.textContent = t(key);
  return node;
};

/** Writes every word of the catalogue under a node in the language in use. */
export function translate(root = document) {
  for (const node of root.querySelectorAll('[data-bilingual]'))
    writeBilingual(node, inBothLanguages(node.dataset.bilingual));
  for (const node of root.querySelectorAll('[data-word]')) setText(node, t(node.dataset.word));
  for (const node of root.querySelectorAll('[data-label]'))
    setAttribute(node, 'aria-label', t(node.dataset.label));
}

/** A moment as it is written in Singapore: the month is a word, so that no day passes for a month. */
export const moment = (text, style = { dateStyle: 'medium', timeStyle: 'medium' }) =>
  new Date(text).toLocaleString(language() === 'zh' ? 'zh-SG' : 'en-SG', style);

/** The time of day, to the second. */
export const timeOfDay = (text) => moment(text, { timeStyle: 'medium' });
