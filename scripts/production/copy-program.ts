/** The files of the program on a server, without tests and without the tools that build the screen. */

import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths from the root of the repository. */
const PROGRAM = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'LICENSE',
  'src',
  'dist',
  'scripts/start.mjs',
  'scripts/veilpost.mjs',
  'scripts/health.mjs',
  'scripts/ensure-deps.mjs',
  'scripts/installed-packages.mjs',
  'scripts/screen.ts',
  'scripts/mail.ts',
];

const isTestCode = (path: string) => /\.(?:test|contract|fixture)\.tsx?$/.test(path);

/** @param to an existing, empty folder */
export function copyProgram(root: string, to: string): void {
  mkdirSync(join(to, 'scripts'));
  for (const path of PROGRAM) {
    cpSync(join(root, path), join(to, path), {
      recursive: true,
      filter: (source) => !isTestCode(source),
    });
  }
}
