/** Builds the screen when it is missing or older than what it is made from. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const DIST = join(ROOT, 'dist');
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');

/** Written last, so that a build that was broken off is made again. */
const STAMP = join(DIST, '.made-from');

/** What the build reads: the screen, the rules that it shares with the server, and the versions of its tools. */
const INPUTS = ['web', join('src', 'rules'), 'package-lock.json'];

/** @returns whether the folder DIST holds the screen; where not, the reason has been printed */
export function screenIsReady(): boolean {
  const inputs = hashOfInputs();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs) return true;
  if (existsSync(VITE)) {
    console.log('Building the screen (once) ...');
    return build(inputs);
  }
  // Installed without the tools (npm ci --omit=dev): what was built before has to do.
  const built = existsSync(join(DIST, 'index.html'));
  console.error(
    built
      ? 'The screen is older than its sources: run npm run build where the tools are installed.'
      : 'The screen is not built: run npm run build where the tools are installed.',
  );
  return built;
}

/** Builds in any case. @returns whether it succeeded; where not, the tools have said why */
export function buildScreen(): boolean {
  return build(hashOfInputs());
}

function build(inputs: string): boolean {
  const run = spawnSync(process.execPath, [VITE, 'build', 'web', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (run.status !== 0) return false;
  writeFileSync(STAMP, inputs);
  return true;
}

/** Of contents and names, not of times: a clone sets modification times at will. */
function hashOfInputs(): string {
  const hash = createHash('sha256');
  for (const file of INPUTS.flatMap(filesUnder).toSorted()) {
    if (!file.endsWith('.test.ts')) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  }
  for (const name of Object.keys(process.env).toSorted()) {
    // Vite puts these into the page.
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}\0`);
  }
  return hash.digest('hex');
}

function filesUnder(path: string): string[] {
  const full = join(ROOT, path);
  if (path.includes('.')) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length));
}
