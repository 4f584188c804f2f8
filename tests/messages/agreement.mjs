// Read catalogues and samples as JSON from standard input; print the texts and plural categories.
import { readFileSync } from 'node:fs';
import { addTexts, emptyCatalogue, plural, render } from '../../src/punto/floor/web/static/shared/render.js';

const { languages, samples } = JSON.parse(readFileSync(0, 'utf-8'));
const catalogues = {};
for (const [language, { grammar, texts }] of Object.entries(languages)) {
  catalogues[language] = { ...emptyCatalogue(language), grammar };
  addTexts(catalogues[language], texts);
}
const texts = samples.map(([language, message]) => render(message, catalogues[language]));
const plurals = Object.values(catalogues).map((words) => {
  const rules = new Intl.PluralRules(words.grammar.tag);
  return Array.from({ length: 1001 }, (_, n) => [plural(n, words), rules.select(n)]);
});
process.stdout.write(JSON.stringify({ texts, plurals }));
