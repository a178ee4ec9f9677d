/** `npm run translated`: the English texts that have changed since they were translated. See --help. */

import { writeFileSync } from 'node:fs';
import { commandLine, refuse } from './shared/command-line.ts';
import { LANGUAGES } from '#languages/languages.ts';
import { textsIn } from './build/complete.ts';
import {
  behind,
  digestOf,
  digestsOfEnglish,
  readTranslatedFrom,
  textsOf,
  TRANSLATED_FROM,
  type TranslatedFrom,
} from './build/translated-from.ts';

const languages = Object.keys(LANGUAGES);
const USAGE = `Usage: npm run translated [-- LANGUAGE ...]

Prints the English texts that have changed since they were translated, with their translations.
  LANGUAGE  its texts have been reviewed, and match the present English: ${languages.join(' ')}`;

const { positionals: lookedAt } = commandLine(USAGE, { allowPositionals: true });
const unknown = lookedAt.filter((language) => !languages.includes(language));
if (unknown.length > 0) refuse(`Unknown language: ${unknown.join(', ')}`);

const english = await digestsOfEnglish();
const before = readTranslatedFrom();

for (const line of behind(english, before, languages)) {
  const [key = '', old = ''] = line.split(': ');
  console.log(key);
  for (const language of ['en', ...old.split(', ')]) {
    console.log(`  ${language}: ${await textOf(language, key)}`);
  }
}

if (lookedAt.length > 0) {
  const after: TranslatedFrom = {};
  for (const [key, now] of Object.entries(english)) {
    const digests = languages.map((language) =>
      lookedAt.includes(language) ? now : (digestOf(before[key], language) ?? ''),
    );
    const same = digests.every((digest) => digest === now);
    after[key] = same
      ? now
      : Object.fromEntries(languages.map((language, index) => [language, digests[index] ?? '']));
  }
  writeFileSync(TRANSLATED_FROM, `${JSON.stringify(after, null, 2)}\n`);
}

/** A text as it is in its file. */
async function textOf(language: string, key: string): Promise<string> {
  const [file = '', path = ''] = key.split(' ');
  const text = new Map(textsOf(await textsIn(language, file))).get(path);
  return typeof text === 'function' ? text.toString() : JSON.stringify(text);
}
