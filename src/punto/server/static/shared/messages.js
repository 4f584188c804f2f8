/** Languages: the catalogue of keys and menus, and the server's own words in both. */

import { h, setAttribute, setText } from './dom.js';

/** @typedef {{en: string, zh: string}} Words */

const TAGS = { en: 'en', zh: 'zh-Hans' };
const catalogues = { en: {}, zh: {} };
let chosen = 'en';

/** Reads the catalogues a page needs, in both languages; to be awaited before anything is written. */
export async function readCatalogues(...more) {
  const read = async (name, tongue) => Object.assign(catalogues[tongue], await (await fetch(`/catalogues/${tongue}/${name}.json`)).json());
  await Promise.all(['terminal', ...more].flatMap((name) => [read(name, 'en'), read(name, 'zh')]));
}

/** The language in use. @returns {'en' | 'zh'} */
export const language = () => chosen;

/** The language not in use, written small beside the other. @returns {'en' | 'zh'} */
export const beside = () => (chosen === 'en' ? 'zh' : 'en');

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

/** Words of the catalogue in both languages. @returns {Words} */
export const both = (key) => ({ en: t(key, {}, 'en'), zh: t(key, {}, 'zh') });

/** A node that will hold the language in use large and the other beside it. */
export const pair = (attributes = {}) => h('span', { ...attributes, class: `pair ${attributes.class ?? ''}`.trim() }, h('span'), h('small'));

/** Writes words into a pair; a second that says the same is left out. */
export function writePair(node, words) {
  const [first, second] = node.children;
  setText(first, words[chosen] || words.en);
  setAttribute(first, 'lang', TAGS[words[chosen] ? chosen : 'en']);
  const other = words[beside()];
  setText(second, other === first.textContent ? '' : other ?? '');
  setAttribute(second, 'lang', TAGS[beside()]);
}

/** A pair of the catalogue, filled now and again by `translate`. */
export function pairOf(key, attributes = {}) {
  const node = pair({ ...attributes, 'data-pair': key });
  writePair(node, both(key));
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
  for (const node of root.querySelectorAll('[data-pair]')) writePair(node, both(node.dataset.pair));
  for (const node of root.querySelectorAll('[data-word]')) setText(node, t(node.dataset.word));
  for (const node of root.querySelectorAll('[data-label]')) setAttribute(node, 'aria-label', t(node.dataset.label));
}

/** A moment as it is written in Singapore: the month is a word, so that no day passes for a month. */
export const moment = (text, style = { dateStyle: 'medium', timeStyle: 'medium' }) => new Date(text).toLocaleString(language() === 'zh' ? 'zh-SG' : 'en-SG', style);

/** The time of day, to the second. */
export const timeOfDay = (text) => moment(text, { timeStyle: 'medium' });
