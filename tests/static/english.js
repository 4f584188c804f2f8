/** The catalogues of a patron's pages for tests without a browser; import this before any view. */

import { readFile } from 'node:fs/promises';
import { readCatalogues } from '../../src/punto/floor/web/static/shared/messages.js';

const CATALOGUES = new URL('../../src/punto/messages/', import.meta.url);
const NAMES = ['grammar', 'names', 'refusals', 'terminal'];

const links = ['en', 'zh'].flatMap((language) =>
  NAMES.map((name) => ({ getAttribute: () => `/catalogues/${language}/${name}.json` })),
);
globalThis.document = {
  documentElement: {},
  addEventListener() {},
  querySelectorAll: () => links,
};
globalThis.fetch = async (path) => ({
  json: async () => JSON.parse(await readFile(new URL(`.${path}`, CATALOGUES), 'utf-8')),
});
await readCatalogues();

/** A name that the catalogues do not have, as the server sends it. */
export const named = (en, zh) => ({ key: 'custom.name', values: { name: { en, zh } } });
