/** The files of the repository that a release is made of. */

import { cpSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const SOURCES = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  '.dockerignore',
  'tsconfig.json',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'UPGRADING.md',
  '.env.example',
  'src',
  'web',
  'scripts',
  'deploy',
  'docs',
];

/** @param to is made */
export function copySources(root: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const path of SOURCES) {
    cpSync(join(root, path), join(to, path), {
      recursive: true,
      filter: (source) => basename(source) !== 'node_modules',
    });
  }
}
