/** Render a message in the words of a language, by the rules of `messages/render.py`; without a DOM. */

/** @typedef {{key: string, values?: Record<string, any>}} Message */
/** @typedef {{name: string, kind: string, mark: string, forms: Record<string, string> | null}} Placeholder */
/** @typedef {{language: string, grammar: any, patterns: Map<string, (string | Placeholder)[]>}} Catalogue */

const PLACEHOLDER = /\{(\w+)(?::([\w-]+)(\*\w*|\?)?)?(?:\|([^{}]*))?\}/g;
const MINUS = '\u2212';
/** Closed sets whose members a file names; one without a text appears by its name. */
const NAMED_IN_FILES = new Set([
  'circumstance',
  'hand',
  'position',
  'remedy',
  'remedy-detail',
  'ruling',
  'trigger',
  'wager',
]);
/** @type {Record<string, string>} */
const SUITS = { s: '♠', h: '♥', d: '♦', c: '♣' };

/**
 * A catalogue without texts.
 * @param {string} language
 * @returns {Catalogue}
 */
export const emptyCatalogue = (language) => ({ language, grammar: {}, patterns: new Map() });

/**
 * Add the texts of a file to a catalogue.
 * @param {Catalogue} catalogue
 * @param {Record<string, string>} texts
 */
export function addTexts(catalogue, texts) {
  for (const [key, text] of Object.entries(texts)) catalogue.patterns.set(key, compile(text));
}

/**
 * The text of a message. An unknown key appears as it is, and the page logs it.
 * @param {Message} message
 * @param {Catalogue} words
 * @returns {string}
 */
export function render(message, words) {
  const parts = words.patterns.get(message.key);
  if (!parts) {
    console.error(`${words.language} has no text for ${message.key}`);
    return message.key;
  }
  return parts
    .map((part) => (typeof part === 'string' ? part : fill(part, message, words)))
    .join('');
}

/**
 * A text cut at its placeholders.
 * @param {string} text
 * @returns {(string | Placeholder)[]}
 */
function compile(text) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(PLACEHOLDER)) {
    const [whole, name, kind = '', mark = '', forms] = found;
    parts.push(text.slice(end, found.index));
    parts.push({ name, kind, mark, forms: forms === undefined ? null : formsOf(forms) });
    end = found.index + whole.length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== '');
}

/** @param {string} text */
function formsOf(text) {
  const forms = text.split('|').map((form) => {
    const colon = form.indexOf(':');
    return colon < 0 ? [form, ''] : [form.slice(0, colon), form.slice(colon + 1)];
  });
  return Object.fromEntries(forms);
}

/** @param {Placeholder} place @param {Message} message @param {Catalogue} words */
function fill(place, message, words) {
  const value = message.values?.[place.name];
  if (place.mark === '?' && value === null) return '';
  if (value === undefined || value === null) {
    console.error(`${message.key} needs the value ${place.name}`);
    return '';
  }
  if (place.forms) return formOf(place.forms, value, words);
  if (!place.mark.startsWith('*')) return write(place.kind, value, words);
  const items = value.map((/** @type {any} */ item) => write(place.kind, item, words));
  return join(items, place.mark.slice(1), words);
}

/** @param {Record<string, string>} forms @param {any} value @param {Catalogue} words */
function formOf(forms, value, words) {
  if (typeof value === 'boolean') return forms[value ? 'yes' : 'no'];
  if (typeof value !== 'number') return forms[value] ?? forms.other;
  const text = forms[String(value)] ?? forms[plural(value, words)];
  return text.replaceAll('#', number(value, words));
}

/** @param {string[]} items @param {string} name @param {Catalogue} words */
function join(items, name, words) {
  const [between, last] = words.grammar.lists[name];
  if (items.length < 2) return items.join('');
  return items.slice(0, -1).join(between) + last + items.at(-1);
}

/**
 * The plural category of a whole number.
 * @param {number} count
 * @param {Catalogue} words
 */
export function plural(count, words) {
  const rules = /** @type {[string, number[]][]} */ (Object.entries(words.grammar.plural));
  return rules.find(([, numbers]) => numbers.includes(count))?.[0] ?? 'other';
}

/** @param {number} value @param {Catalogue} words */
function number(value, words) {
  const digits = String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, words.grammar.thousands);
  return (value < 0 ? MINUS : '') + digits;
}

/** @param {number} cents @param {string} figures @param {Catalogue} words */
const sum = (cents, figures, words) =>
  (cents < 0 ? MINUS : '') + words.grammar.money.replace('#', () => figures);

/** @param {number} cents @param {Catalogue} words */
function money(cents, words) {
  const size = Math.abs(cents);
  const rest = String(size % 100).padStart(2, '0');
  return sum(cents, number(Math.floor(size / 100), words) + words.grammar.point + rest, words);
}

/** @param {number} cents @param {Catalogue} words */
function shortMoney(cents, words) {
  return cents % 100
    ? money(cents, words)
    : sum(cents, number(Math.abs(cents) / 100, words), words);
}

/** @param {number} cents @param {Catalogue} words */
const signedMoney = (cents, words) => (cents > 0 ? '+' : '') + money(cents, words);

/** @param {string} odds @param {Catalogue} words */
function pays(odds, words) {
  const [win, per] = odds.split(':');
  return words.grammar.pays.replace('#win', win).replace('#per', per);
}

/** @param {string} text @param {Catalogue} words */
function card(text, words) {
  const rank = text.slice(0, -1);
  const named = words.grammar.card.replace('#rank', rank === 'T' ? '10' : rank);
  return named.replace('#suit', SUITS[text.slice(-1)]);
}

/** @param {string} digits @param {Catalogue} words */
const percent = (digits, words) =>
  words.grammar.percent.replace(
    '#',
    digits.replace('.', words.grammar.point).replaceAll('-', MINUS),
  );

/** @param {string} source @param {Catalogue} words */
const clause = (source, words) => (source === 'POLICY' ? words.grammar.policy : source);

/** @param {string} text @param {Catalogue} words */
function date(text, words) {
  const [year, month, day] = text.split('T')[0].split('-');
  const name = words.grammar.months[Number(month) - 1];
  const named = words.grammar.date.replace('#year', year).replace('#month', name);
  return named.replace('#day', String(Number(day)));
}

/** @param {string} text @param {Catalogue} words */
const moment = (text, words) =>
  words.grammar.moment.replace('#date', date(text, words)).replace('#time', clock(text, 5));

/** @param {string} text */
const time = (text) => clock(text, 8);

/** @param {string} text @param {number} characters */
const clock = (text, characters) => (text.split('T')[1] ?? '').slice(0, characters);

/** @param {string | number | Record<string, string>} value @param {Catalogue} words */
const name = (value, words) =>
  typeof value === 'object' ? value[words.language] || value.en : String(value);

/** @type {Record<string, (value: any, words: Catalogue) => string>} */
const KINDS = {
  '': name,
  name,
  number,
  money,
  'short-money': shortMoney,
  'signed-money': signedMoney,
  pays,
  card,
  percent,
  clause,
  date,
  moment,
  time,
  message: text,
};

/**
 * A nested message. Words that the server sends in both languages are a name by language.
 * @param {Message | Record<string, string> | string} value
 * @param {Catalogue} words
 */
function text(value, words) {
  const isMessage = typeof value === 'object' && 'key' in value;
  return isMessage ? render(/** @type {Message} */ (value), words) : name(value, words);
}

/** @param {string} kind @param {any} value @param {Catalogue} words */
function write(kind, value, words) {
  const writer = KINDS[kind];
  if (writer) return writer(value, words);
  const key = `${kind}.${value}`;
  const isName = NAMED_IN_FILES.has(kind) && !words.patterns.has(key);
  return isName ? name(value, words) : render({ key }, words);
}
