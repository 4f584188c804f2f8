/** Find parts of a view, which is plain data. */

/** Every element of a view, the view itself first. */
export const all = (item) =>
  typeof item === 'object' ? [item, ...item.children.flatMap(all)] : [];

/** The elements of a view that have a class. */
export const ofClass = (item, name) =>
  all(item).filter(({ attributes }) =>
    String(attributes.class ?? '')
      .split(' ')
      .includes(name),
  );

/** The only element of a view with an attribute of this value. */
export function one(item, name, value) {
  const found = all(item).filter(({ attributes }) => attributes[name] === value);
  if (found.length !== 1) throw new Error(`${found.length} elements with ${name}=${value}`);
  return found[0];
}

/** What a view says. */
export const textOf = (item) =>
  typeof item === 'object' ? item.children.map(textOf).join('') : item;
