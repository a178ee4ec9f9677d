/** The files on a server: the program, without tests and without the tools that build the screen, and the guide. */

import { chmodSync, cpSync, globSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
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

/** What operators need in addition: units, settings of other programs, and the pages. Globs from the root. */
const GUIDE = ['deploy', 'docs/*.md', 'README.md', 'CHANGELOG.md', 'UPGRADING.md', '.env.example'];

/** @param to the folder of the program */
export function copyGuide(root: string, to: string): void {
  for (const path of globSync(GUIDE, { cwd: root })) {
    cpSync(join(root, path), join(to, path), { recursive: true });
  }
}

const EXECUTABLE = 0o111;

/** Gives every file and folder the mode that it has under the usual umask: a checkout under another umask gives the same build. */
export function setModes(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) continue;
    const isOpen = stat.isDirectory() || (stat.mode & EXECUTABLE) !== 0;
    chmodSync(path, isOpen ? 0o755 : 0o644);
  }
}
