/** The test files that a change can reach. */

import { importsOf } from './imports.ts';
import type { LastPass } from './last-pass.ts';

/** A test that may read any file, or start a program that does. */
const READS = /import\.meta|'node:(?:fs|child_process)'/;
/** A source that finds files of the repository. */
const FINDS = /import\.meta/;
const SOURCE = /\.(?:ts|tsx|mjs)$/;

/**
 * Those of the test files that import a changed file, themselves or through others; after any change also those that may
 * read files, and after one of something that is no source those that import what finds files.
 * @param tests paths from the root
 */
export function reachedTests(
  tests: readonly string[],
  { texts, changed, everything }: Pick<LastPass, 'texts' | 'changed' | 'everything'>,
): string[] {
  if (everything) return [...tests];
  if (changed.size === 0) return [];
  const isOther = [...changed].some((file) => !SOURCE.test(file));
  // Helpers of tests find only folders for what a test writes.
  const finds = (file: string) =>
    !file.startsWith('test/support/') && FINDS.test(texts.get(file) ?? '');
  return tests.filter(
    (test) =>
      READS.test(texts.get(test) ?? '') ||
      [...closureOf(test, texts)].some((file) => changed.has(file) || (isOther && finds(file))),
  );
}

/** A file and all that it imports, deleted files included. */
function closureOf(file: string, texts: ReadonlyMap<string, string>): Set<string> {
  const closure = new Set([file]);
  for (const one of closure) {
    for (const imported of importsOf(one, texts.get(one) ?? '')) closure.add(imported);
  }
  return closure;
}
