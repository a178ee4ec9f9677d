/** What a server has: the program, without tests and without the tools that build the screen, its packages, and the guide. */

import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
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

/**
 * Documents, type declarations and source maps; and the bundled Node's C headers, which only compilers of addons read.
 * Licences stay in place.
 */
const NEVER_READ = [
  'node_modules/node-*/{include,share,CHANGELOG.md,README.md}',
  'node_modules/**/*.{map,d.ts,d.mts,d.cts,md,markdown}',
];
const LICENCE = /licen[cs]e|notice|copying/i;

/**
 * Installs the packages for run time, including the bundled Node, without files that no program reads.
 * @param folder with package.json and package-lock.json
 * @throws if npm fails
 */
export function installPackages(folder: string): void {
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error('Please run this through npm: npm run build:production');
  const install = [npm, 'ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync(process.execPath, install, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ci ended with ${status}.`);
  // If it does not run (musl), the folder is for machines like this one, and the system's Node runs it.
  for (const node of globSync('node_modules/node-*', { cwd: folder })) {
    const { status: runs } = spawnSync(join(folder, node, 'bin/node'), ['--version']);
    if (runs === 0) continue;
    rmSync(join(folder, node), { recursive: true });
    rmSync(join(folder, 'node_modules/.bin/node'), { force: true });
  }
  for (const path of NEVER_READ.flatMap((pattern) => globSync(pattern, { cwd: folder }))) {
    if (!LICENCE.test(path)) rmSync(join(folder, path), { recursive: true, force: true });
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
