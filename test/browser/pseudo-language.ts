/**
 * A language of tests, long, accented and read from right to left, made from the English texts in a copy of the sources: a text
 * that stays plain on its pages is in the code instead of the texts.
 */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { copySources } from '#support/temp-folder.ts';

/** The pseudo-locale of CLDR for the other direction. */
export const PSEUDO = 'ar-XB';

/** Not texts, but the helpers of the texts. */
const TAGS: Record<string, string> = {
  LANGUAGE: PSEUDO,
  LETTERS_IN: PSEUDO,
  LOCALE: 'ar-u-nu-latn',
};

/**
 * Builds the screen in English and in the pseudo-language.
 * @param folder an empty one
 * @returns the path of one of the copy's files; the screen is in `dist`
 */
export async function buildPseudoLanguage(folder: string): Promise<(file: string) => string> {
  const copy = copySources(folder);
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
    cwd: folder,
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(built.stderr);
  return copy;
}
