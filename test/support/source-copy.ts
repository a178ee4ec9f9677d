/** The sources in a separate folder, where a test may change them. */

import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** @param folder an empty folder @returns the path of one of its files */
export function copySources(folder: string): (file: string) => string {
  for (const name of [
    'src',
    'web',
    'scripts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ]) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return (file) => join(folder, file);
}
