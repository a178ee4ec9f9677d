/** Whether the built screen exists and matches its present inputs. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const DIST = join(ROOT, 'dist');

/** Written last, so that an interrupted build is repeated. */
const STAMP = join(DIST, '.made-from');

/** The inputs of the build: the screen, its shared code with the server, the build scripts, the tools' versions. */
const INPUTS = [
  'web',
  'src/rules',
  'src/languages',
  'src/app/http/page.ts',
  'scripts/build.ts',
  'scripts/build',
  'package-lock.json',
];

/** Builds the screen if needed. @returns whether DIST holds it; if not, the reason has been printed */
export function screenIsReady(): boolean {
  // A production install has the built screen but not its sources (scripts/build-production.ts).
  if (!existsSync(join(ROOT, 'web')) && existsSync(STAMP)) return true;
  if (isCurrent()) return true;
  if (existsSync(join(ROOT, 'node_modules', 'vite'))) {
    // Standard output is the service's.
    console.error('Building the screen (first start, and when its sources have changed) ...');
    const build = [join(ROOT, 'scripts', 'build.ts')];
    return (
      spawnSync(process.execPath, build, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
    );
  }
  // Installed without the tools (npm ci --omit=dev): an earlier build is used.
  const built = existsSync(join(DIST, 'index.html'));
  const state = built ? 'older than its sources' : 'not built';
  console.error(`The screen is ${state}: run npm run build on a machine with the tools installed.`);
  return built;
}

/** Whether the last build was made from the present inputs. */
export const isCurrent = (): boolean =>
  existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashOfInputs();

/** Call this after a complete build. */
export function stampScreen(): void {
  writeFileSync(STAMP, hashOfInputs());
}

/** A hash of names and contents, not of times: a clone sets modification times at will. */
export function hashOfInputs(
  root = ROOT,
  inputs: readonly string[] = INPUTS,
  env: Record<string, string | undefined> = process.env,
): string {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesUnder(root, input)).toSorted()) {
    if (!file.includes('.test.')) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  for (const name of Object.keys(env).toSorted()) {
    // These become part of the page in a build for a static host.
    if (name.startsWith('VITE_')) hash.update(`${name}=${env[name]}\0`);
  }
  return hash.digest('hex');
}

/** Paths from the root; `path` is a file or a folder. */
function filesUnder(root: string, path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
