/** Draws a view of plain data: `draw` changes the page only where it differs from the view. */

// Nothing that comes over the wire can add a property to every object.
Object.preventExtensions(Object.prototype);

const SVG = 'http://www.w3.org/2000/svg';
const FIELDS = ['INPUT', 'SELECT', 'TEXTAREA'];

/** @typedef {{type: string, [name: string]: unknown}} Command */
/** @typedef {{key?: string, command?: Command, [name: string]: unknown}} Attributes */
/** @typedef {{tag: string, attributes: Attributes, children: Item[]}} Part */
/** @typedef {Part | string} Item */
/** @typedef {{key?: string, command?: Command, given: Record<string, unknown>, part?: Part}} Memory */

/** The attributes and the part that `draw` last wrote on each element. @type {WeakMap<Node, Memory>} */
const memories = new WeakMap();

/**
 * Describe an element. A key names it among its siblings, and a command is what a press sends.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...(Item | null | false)} children those that are null or false are left out
 * @returns {Part}
 */
export function h(tag, attributes = {}, ...children) {
  return { tag, attributes, children: children.filter(isPresent) };
}

/**
 * Make the children of a node agree with their description, and leave alone what agrees already.
 *
 * An element with the same key stays the same element, and so do its focus, its scroll position and
 * what a person has typed into it. A field without its text needs another key.
 * @param {Element} parent
 * @param {Item[]} items
 */
export function draw(parent, items) {
  const focused = document.activeElement;
  update(parent, items);
  // A browser without moveBefore takes the focus from an element that moves.
  if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected)
    focused.focus({ preventScroll: true });
}

/**
 * Send the command of the element that a person presses, changes or submits below a node.
 *
 * A form sends its fields as `fields`, and a field with a command of its own sends its `value`. An
 * element that draws itself sends what its `command` event has as detail.
 * @param {Element} root
 * @param {(command: Command) => void} send
 */
export function listen(root, send) {
  root.addEventListener('click', (event) => {
    const node = commandedAround(event.target, root);
    if (node && node.tagName !== 'FORM' && !FIELDS.includes(node.tagName)) press(node, send);
  });
  root.addEventListener('change', (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const command = memories.get(field)?.command;
    const value = field.type === 'checkbox' ? field.checked : field.value;
    if (command) send({ ...command, value });
  });
  root.addEventListener('submit', (event) => {
    // No form is ever sent by the browser itself.
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const command = memories.get(form)?.command;
    const { submitter } = /** @type {SubmitEvent} */ (event);
    if (command) send({ ...command, fields: Object.fromEntries(new FormData(form, submitter)) });
  });
  root.addEventListener('command', (event) => send(/** @type {CustomEvent} */ (event).detail));
}

/**
 * A new element of its own, as its description says, for code that places elements itself.
 * @param {Part} part
 * @returns {any}
 */
export function element(part) {
  const node = /** @type {Element} */ (make(part, null));
  updateElement(node, part);
  return node;
}

/**
 * A view that is described again only when its arguments change. `draw` passes over what it has
 * drawn already.
 * @template {object} Subject
 * @template {unknown[]} Rest
 * @param {(subject: Subject, ...rest: Rest) => Part} view
 * @returns {(subject: Subject, ...rest: Rest) => Part}
 */
export function cached(view) {
  /** @type {WeakMap<Subject, {rest: Rest, part: Part}>} */
  const parts = new WeakMap();
  return (subject, ...rest) => {
    const found = parts.get(subject);
    if (found && rest.every((each, i) => each === found.rest[i])) return found.part;
    const part = view(subject, ...rest);
    parts.set(subject, { rest, part });
    return part;
  };
}

/** @param {Item | null | false} child @returns {child is Item} */
const isPresent = (child) => child !== null && child !== false;

/** @param {Item | undefined} item */
const keyOf = (item) => (typeof item === 'object' ? item.attributes.key : undefined);

/** @param {Element} parent @param {Item[]} items */
function update(parent, items) {
  const keyed = keyedChildren(parent, items);
  let next = parent.firstChild;
  for (const item of items) {
    const key = keyOf(item);
    const found = key === undefined ? next : keyed.get(key);
    const node = found && fits(found, item) ? found : make(item, parent);
    if (node === next) next = next.nextSibling;
    else move(parent, node, next);
    if (typeof item === 'object') updateElement(/** @type {Element} */ (node), item);
    else if (node.textContent !== item) node.textContent = item;
  }
  while (next) {
    const after = next.nextSibling;
    next.remove();
    next = after;
  }
}

/**
 * The children that have a key. Those that are no longer described go first, so that no other child
 * has to move for them.
 * @param {Element} parent
 * @param {Item[]} items
 */
function keyedChildren(parent, items) {
  const keys = items.map(keyOf).filter((key) => key !== undefined);
  const wanted = new Set(keys);
  if (wanted.size < keys.length) throw new Error(`two siblings have one key: ${keys.join(', ')}`);
  /** @type {Map<string, ChildNode>} */
  const keyed = new Map();
  for (const node of Array.from(parent.childNodes)) {
    const key = memories.get(node)?.key;
    if (key !== undefined && !wanted.has(key)) node.remove();
    else if (key !== undefined) keyed.set(key, node);
  }
  return keyed;
}

/** @param {Element} parent @param {ChildNode} node @param {ChildNode | null} before */
function move(parent, node, before) {
  const isMovable = node.parentNode === parent && 'moveBefore' in parent;
  if (isMovable) /** @type {any} */ (parent).moveBefore(node, before);
  else parent.insertBefore(node, before);
}

/** @param {ChildNode} node @param {Item} item */
function fits(node, item) {
  if (typeof item === 'string') return node instanceof Text;
  // The names of SVG elements have capitals, which tagName has for all elements of HTML.
  const isSame = node instanceof Element && node.localName === item.tag;
  return isSame && memories.get(node)?.key === item.attributes.key;
}

/** @param {Item} item @param {Element | null} parent @returns {ChildNode} */
function make(item, parent) {
  if (typeof item === 'string') return document.createTextNode(item);
  const isInPicture = parent?.namespaceURI === SVG && parent.localName !== 'foreignObject';
  const isPicture = item.tag === 'svg' || isInPicture;
  const node = isPicture
    ? document.createElementNS(SVG, item.tag)
    : document.createElement(item.tag);
  memories.set(node, { key: item.attributes.key, given: {} });
  return node;
}

/** @param {Element} node @param {Part} part */
function updateElement(node, part) {
  const memory = memories.get(node);
  if (memory?.part === part) return;
  const { key, command, ...given } = part.attributes;
  const before = memory?.given ?? {};
  for (const name of Object.keys({ ...before, ...given })) {
    const value = given[name];
    if (value === before[name]) continue;
    if (value === undefined || value === null || value === false) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  memories.set(node, { key, command, given, part });
  // A custom element draws its own children.
  if (!part.tag.includes('-')) update(node, part.children);
}

/**
 * The nearest element around a target that has a command.
 * @param {EventTarget | null} target
 * @param {Element} root
 */
function commandedAround(target, root) {
  let node = target instanceof Element ? target : null;
  while (node && node !== root && !memories.get(node)?.command) node = node.parentElement;
  return node === root ? null : node;
}

/** @param {Element} node @param {(command: Command) => void} send */
function press(node, send) {
  const command = memories.get(node)?.command;
  if (command && !node.matches(':disabled, [aria-disabled="true"]')) send(command);
}
