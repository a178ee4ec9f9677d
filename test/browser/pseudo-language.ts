/**
 * A language of tests, long, accented and read from right to left, made from the English texts in a copy of the sources: a text
 * that stays plain on its pages is in the code instead of the texts.
 */

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { COPIED, copySources } from '#support/temp-folder.ts';
import { hashOfInputs } from '../../scripts/screen.ts';

/** The pseudo-locale of CLDR for the other direction. */
export const PSEUDO = 'ar-XB';

/** Not texts, but the helpers of the texts. */
const TAGS: Record<string, string> = {
  LANGUAGE: PSEUDO,
  LETTERS_IN: PSEUDO,
  LOCALE: 'ar-u-nu-latn',
};

const FOLDER = fileURLToPath(new URL('../../test-results/pseudo-language', import.meta.url));
/** Written last, so that an interrupted build is repeated. */
const STAMP = join(FOLDER, '.made-from');
const HERE = ['accented.ts', 'pseudo-language.ts'].map((name) => `test/browser/${name}`);

/** The path of a file of the copy. The screen, in English and in the pseudo-language, is in `dist`. */
export const copy = (file: string): string => join(FOLDER, file);

/** Playwright calls it once before all tests. Makes the copy and builds its screen if the sources have changed. */
export default async function buildPseudoLanguage(): Promise<void> {
  const made = hashOfInputs(undefined, [...COPIED, ...HERE]);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === made) return;
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  copySources(FOLDER);
  const languages = copy('src/languages/languages.ts');
  const about = `{ '${PSEUDO}': { link: '…', rtl: true } }`;
  const table = /(?<=^export const LANGUAGES: .* = )\{[^]*?^\}(?=;)/m;
  writeFileSync(languages, readFileSync(languages, 'utf8').replace(table, about));
  cpSync(fileURLToPath(new URL('accented.ts', import.meta.url)), copy('src/languages/accented.ts'));
  mkdirSync(copy(`src/languages/${PSEUDO}`));
  for (const file of readdirSync(copy('src/languages/en'))) {
    const english: object = await import(pathToFileURL(copy(`src/languages/en/${file}`)).href);
    const texts = Object.keys(english).map((name) => {
      const text = TAGS[name] === undefined ? `accented(english.${name})` : `'${TAGS[name]}'`;
      return `export const ${name} = ${text};\n`;
    });
    writeFileSync(
      copy(`src/languages/${PSEUDO}/${file}`),
      `import * as english from '../en/${file}';\nimport { accented } from '../accented.ts';\n${texts.join('')}`,
    );
  }
  // Tests read the plain files.
  writeFileSync(
    copy('scripts/build/compress.ts'),
    'export const createCompressor = () => () => Promise.resolve();\n',
  );
  const built = spawnSync(process.execPath, ['scripts/build.ts'], {
    cwd: FOLDER,
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(built.stderr);
  writeFileSync(STAMP, made);
}
