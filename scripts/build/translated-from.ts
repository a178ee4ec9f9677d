/**
 * The English that each text was translated from, as digests in src/languages/translated-from.json: a language whose text
 * was made from an earlier version is not built. There is one digest for all languages, or one for each while they differ.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '#languages/languages.ts';
import { isTree, TEXT_FILES, textsIn } from './complete.ts';

export const TRANSLATED_FROM = fileURLToPath(
  new URL('../../src/languages/translated-from.json', import.meta.url),
);

/** By text, as `alias.ts RESULT.heading`. */
export type TranslatedFrom = Record<string, string | Record<string, string>>;

/** Values that produce each form of a text. */
const SAMPLES = [
  ...[0, 1, 2, 3, 5, 11, 1.5, 1_000_000].map((count) => [count, 7001, 7002, 7003]),
  [7000, '7001', false, 7003],
  [7000, null, false, 7003],
  [undefined, 7001],
];

/** The content of the file. */
export const readTranslatedFrom = (): TranslatedFrom =>
  JSON.parse(readFileSync(TRANSLATED_FROM, 'utf8'));

/** The digest of each English text as it is now. */
export async function digestsOfEnglish(): Promise<Record<string, string>> {
  const files = TEXT_FILES.map(async (file) => digestsOf(file, await textsIn('en', file)));
  return Object.assign({}, ...(await Promise.all(files)));
}

export function digestsOf(file: string, texts: unknown): Record<string, string> {
  const digests = textsOf(texts).map(([key, text]) => {
    const said = typeof text === 'function' ? SAMPLES.map(saidBy(text)) : text;
    return [`${file} ${key}`, digest(said)] as const;
  });
  return Object.fromEntries(digests);
}

/** The texts that were made from an earlier English, as `alias.ts RESULT.heading: de, fr`. */
export function behind(
  english: Record<string, string>,
  madeFrom: TranslatedFrom,
  languages: readonly string[],
): string[] {
  return Object.entries(english).flatMap(([key, now]) => {
    const old = languages.filter((language) => digestOf(madeFrom[key], language) !== now);
    return old.length > 0 ? [`${key}: ${old.join(', ')}`] : [];
  });
}

/** The digest that a language's text was made from. */
export const digestOf = (entry: TranslatedFrom[string] | undefined, language: string) =>
  typeof entry === 'object' ? entry[language] : entry;

/** @throws Error that names each text whose English has changed, and the languages that were made from the earlier one */
export async function demandTranslatedFromPresent(): Promise<void> {
  const old = behind(await digestsOfEnglish(), readTranslatedFrom(), Object.keys(LANGUAGES));
  if (old.length === 0) return;
  throw new Error(
    `English texts have changed since these languages were translated.\n${old.join('\n')}\nLook at each of them, and say so: npm run translated -- LANGUAGE`,
  );
}

/** Each text and function of a tree, by its path. */
export function textsOf(texts: unknown, path = ''): [string, unknown][] {
  if (!isTree(texts)) return [[path, texts]];
  return Object.entries(texts).flatMap(([key, text]) =>
    textsOf(text, path === '' ? key : `${path}.${key}`),
  );
}

/** What a function returns for the values; nothing if it does not accept them. */
const saidBy = (text: Function) => (values: readonly unknown[]) => {
  try {
    return text(...values);
  } catch {
    return null;
  }
};

const digest = (text: unknown) =>
  createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 8);
