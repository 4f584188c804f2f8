/** Small parts that the pit's panels share. */

import { h } from './shared/dom.js';

/** Nodes without a box around them; what is not there is left out. */
export function fragment(...nodes) {
  const all = document.createDocumentFragment();
  all.append(...nodes.filter((node) => node !== null && node !== undefined));
  return all;
}

/** A part of the drawer under its heading. */
export const part = (heading, ...content) => fragment(h('h3', { class: 'h' }, heading), ...content);

/** A sentence that patrons read, in both of their languages, on paper. */
export const onPaper = (words) => h('p', { class: 'paper-words' }, words.en, ' ', h('span', { lang: 'zh-Hans' }, words.zh));
