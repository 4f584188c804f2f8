/** The catalogues of a patron's pages for tests without a browser; import this before any view. */

import { readFile } from 'node:fs/promises';
import { readCatalogues } from '../../src/punto/floor/web/static/shared/messages.js';

const CATALOGUES = new URL('../../src/punto/messages/', import.meta.url);

globalThis.document = { documentElement: {}, addEventListener() {} };
globalThis.fetch = async (path) => ({
  json: async () => JSON.parse(await readFile(new URL(`.${path}`, CATALOGUES), 'utf-8')),
});
await readCatalogues();
