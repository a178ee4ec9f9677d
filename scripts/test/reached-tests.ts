/** The test files that a change can reach. */

import { importsOf } from './imports.ts';
import type { LastPass } from './last-pass.ts';

/** Code that finds files by their paths, and not only by imports. */
const READS_FILES = /import\.meta|'node:(?:fs|fs\/promises|child_process)'/;
const SOURCE = /\.(?:ts|tsx|mjs)$/;

/**
 * Those of the test files that import a changed file, themselves or through others. After a change of something that is
 * not a source, also those that read files, themselves or through others; after any change also those that do so themselves.
 * @param tests paths from the root
 */
export function reachedTests(
  tests: readonly string[],
  { texts, changed, everything }: Pick<LastPass, 'texts' | 'changed' | 'everything'>,
): string[] {
  if (everything) return [...tests];
  if (changed.size === 0) return [];
  const isOther = [...changed].some((file) => !SOURCE.test(file));
  const readsFiles = (file: string) => READS_FILES.test(texts.get(file) ?? '');
  return tests.filter(
    (test) =>
      readsFiles(test) ||
      [...closureOf(test, texts)].some(
        (file) => changed.has(file) || (isOther && readsFiles(file)),
      ),
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
