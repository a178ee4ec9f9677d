/** The packages for run time, including the bundled Node, without files that no program reads. */

import { spawnSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

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
