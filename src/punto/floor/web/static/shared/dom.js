/** Elements made by name; nothing here reads text as markup. */

import { element } from './draw.js';

/** @typedef {import('./draw.js').Part} Part */
/** @typedef {Node | Part | string | null | undefined} Child a view that is data becomes an element */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An HTML element with attributes and children; `on` holds listeners, null attributes are left out.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * An SVG element with attributes and children.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {any}
 */
export function s(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @param {Element} node
 * @param {Record<string, any>} attributes
 * @param {Child[]} children
 */
function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'on') {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (value !== null && value !== undefined && value !== false) {
      node.setAttribute(name, value === true ? '' : String(value));
    }
  }
  node.append(...nodesOf(children));
  return node;
}

/** @param {Child[]} children */
const nodesOf = (children) =>
  children
    .filter((child) => child !== null && child !== undefined)
    .map((child) => (typeof child === 'string' || child instanceof Node ? child : element(child)));

/**
 * Set text only if it differs, so that nothing is repainted or read out twice.
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Set or remove an attribute, only if it differs.
 * @param {Element} node
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function setAttribute(node, name, value) {
  const text = value === true ? '' : value;
  if (value === false || value === null || value === undefined) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else if (node.getAttribute(name) !== String(text)) node.setAttribute(name, String(text));
}

/**
 * Replace the children of a node, leaving out those that are null.
 * @template {Element} T
 * @param {T} node
 * @param {...Child} children
 * @returns {T}
 */
export function replaceChildren(node, ...children) {
  node.replaceChildren(...nodesOf(children));
  return node;
}

/**
 * Draw the children of a node again only if `key` differs from the last call.
 * @param {any} node
 * @param {unknown} key
 * @param {() => Node | Part | null} draw
 */
export function replaceChildrenOnce(node, key, draw) {
  if (node.drawnAs === key) return;
  node.drawnAs = key;
  replaceChildren(node, draw());
}

/**
 * Return the focus to the element that had it before a dialog, unless the user has moved it. The close event
 * comes later than the close, and the next key may come between the two.
 * @param {any} element
 */
export function restoreFocus(element) {
  if (!document.activeElement || document.activeElement === document.body) element?.focus?.();
}

/**
 * Whether a key goes into a field; one that closed a moment ago may have the focus still.
 * @param {{target: any}} event
 */
export const isTyping = ({ target }) =>
  Boolean(target.matches?.('input, textarea, select') && target.checkVisibility());
