/** Elements made by name; nothing here reads text as markup. */

// Whatever comes over the wire, nothing can be slipped into every object by way of what all inherit from.
Object.preventExtensions(Object.prototype);

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An HTML element with attributes and children; `on` holds listeners, null attributes are left out.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * An SVG element with attributes and children.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {any}
 */
export function s(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Draws now and after each of some events for as long as the node is on the page; figures in a dialog keep moving.
 * @param {EventTarget} source
 * @param {string[]} names
 * @param {Element} node
 * @param {() => void} draw
 */
export function following(source, names, node, draw) {
  const again = () => {
    if (node.isConnected) draw();
    else for (const name of names) source.removeEventListener(name, again);
  };
  for (const name of names) source.addEventListener(name, again);
  draw();
}

/**
 * @param {Element} node
 * @param {Record<string, any>} attributes
 * @param {(Node | string | null | undefined)[]} children
 */
function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'on') {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (value !== null && value !== undefined && value !== false) {
      node.setAttribute(name, value === true ? '' : String(value));
    }
  }
  node.append(...children.filter(isPresent));
  return node;
}

/** @param {Node | string | null | undefined} child @returns {child is Node | string} */
const isPresent = (child) => child !== null && child !== undefined;

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
 * @param {...(Node | string | null | undefined)} children
 * @returns {T}
 */
export function replaceChildren(node, ...children) {
  node.replaceChildren(...children.filter(isPresent));
  return node;
}

/**
 * Draw the children of a node again only if `key` differs from the last call.
 * @param {any} node
 * @param {unknown} key
 * @param {() => Node | null} draw
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
