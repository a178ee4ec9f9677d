/** A language with a gap is not built: it must have every English text and no others. */

import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../src/languages/', import.meta.url));

/** The files of a language. */
export const TEXT_FILES = readdirSync(`${FOLDER}en`).map((name) => basename(name));

/** All texts of a file. */
export const textsIn = (language: string, file: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(`${FOLDER}${language}/${file}`).href);

/** @throws Error that names language, file and key of each gap, and what to do */
export async function demandComplete(languages: readonly string[]): Promise<void> {
  const faults = (await Promise.all(languages.map((language) => faultsOf(language)))).flat();
  if (faults.length === 0) return;
  throw new Error(
    `Languages differ from English: change these files in src/languages/ as that in en/.\n${faults.join('\n')}`,
  );
}

async function faultsOf(language: string): Promise<string[]> {
  const faults: string[] = [];
  for (const file of TEXT_FILES) {
    const [english, texts] = await Promise.all([textsIn('en', file), textsIn(language, file)]);
    faults.push(...gaps(english, texts).map((gap) => `${language}/${file}: ${gap}`));
  }
  return faults;
}

/** The differences in shape of two trees of texts, as `OWNER.yours is missing`. */
export function gaps(english: unknown, texts: unknown, path = ''): string[] {
  if (typeof texts !== typeof english) {
    return [texts === undefined ? `${path} is missing` : `${path} is not a ${typeof english}`];
  }
  if (typeof english === 'string') return texts === '' && !isPart(path) ? [`${path} is empty`] : [];
  if (!isTree(english) || !isTree(texts)) return [];
  const within = (key: string) => (path === '' ? key : `${path}.${key}`);
  return [
    ...Object.keys(english).flatMap((key) => gaps(english[key], texts[key], within(key))),
    ...Object.keys(texts).flatMap((key) => (key in english ? [] : [`${within(key)} is too much`])),
  ];
}

/** A part of a sentence around an address: another word order may leave the part before it empty. */
const isPart = (path: string) => /\.\d+$/.test(path);

/** Whether these are several texts. */
export const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
