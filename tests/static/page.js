/** A page without a browser: elements that hold values, listeners and the focus. Import this before any screen. */

import './english.js';

class Element {
  constructor(tag) {
    Object.assign(this, { tag, attributes: {}, children: [], listeners: {}, hidden: false });
    this.classList = {
      toggle: (name, on) => {
        const names = new Set((this.attributes.class ?? '').split(' ').filter(Boolean));
        if (on) names.add(name);
        else names.delete(name);
        this.attributes.class = [...names].join(' ');
      },
    };
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
    if (name === 'value' || name === 'disabled') this[name] = value;
    if (name === 'checked') this.checked = true;
  }

  getAttribute(name) {
    return this.attributes[name] ?? null;
  }

  addEventListener(kind, listener) {
    (this.listeners[kind] ??= []).push(listener);
  }

  dispatchEvent(event) {
    return Promise.all((this.listeners[event.type] ?? []).map((listener) => listener(event)));
  }

  append(...children) {
    this.children.push(...children);
  }

  replaceChildren(...children) {
    this.children = children;
  }

  get textContent() {
    return textOf(this);
  }

  querySelector() {
    return null;
  }

  focus() {
    document.activeElement = this;
  }

  showModal() {
    document.dialog = this;
  }

  close() {
    this.dispatchEvent(new Event('close'));
  }

  remove() {
    document.dialog = null;
  }
}

/** The text of an element. */
const textOf = (item) => (typeof item === 'string' ? item : item.children.map(textOf).join(''));

/** The parts of a page that have a tag and these attributes. */
export function parts(item, tag, attributes = {}) {
  if (typeof item === 'string') return [];
  const wanted = Object.entries(attributes);
  const own = item.tag === tag && wanted.every(([name, value]) => item.attributes[name] === value);
  return [...(own ? [item] : []), ...item.children.flatMap((each) => parts(each, tag, attributes))];
}

/** Types a text into a field. */
export function type(field, text) {
  field.value = text;
  return field.dispatchEvent(new Event('input'));
}

globalThis.Node = Element;
Object.assign(globalThis.document, {
  body: new Element('body'),
  createElement: (tag) =>
    Object.assign(new Element(tag), ['input', 'select'].includes(tag) ? { value: '' } : {}),
});
