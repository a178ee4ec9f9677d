/** The imports between files of ours, read from their texts. */

import { dirname, join } from 'node:path';

const IMPORTED = /(?:from|import|import\()\s*'([#.][^']+)'/g;

/**
 * The files of ours that a source imports, types included.
 * @param file path from the root
 * @returns paths from the root
 */
export function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(IMPORTED)].map(([, path = '']) =>
    path.startsWith('#support')
      ? path.replace('#', 'test/')
      : path.startsWith('#')
        ? path.replace('#', 'src/')
        : join(dirname(file), path),
  );
}
