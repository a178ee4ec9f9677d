/** Folders and disks of tests. Small or read-only disks: only root may create them, on a Linux that allows it. */

import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statfsSync,
  symlinkSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Octets: databases, queues of mail servers and images of several tests at once. */
const ROOM = 4 * 1024 ** 3;

/** The hook of the test or suite that owns what is made. */
export type After = (cleanUp: () => Promise<void> | void) => void;

/** @param place folder to make it in; named by tests that need a disk */
export function tempFolder(after: After, place: string = inMemory() ?? tmpdir()): string {
  const folder = mkdtempSync(join(place, 'veilpost-'));
  // A program that has not ended yet may add a file meanwhile.
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/**
 * The file system in memory, if Linux has one with enough room that allows programs to run; TMPDIR sets another place. On a disk each
 * commit waits some milliseconds, and only a loss of power would make a difference, which is not tested.
 */
function inMemory(): string | undefined {
  if (process.platform !== 'linux' || process.env.TMPDIR !== undefined) return undefined;
  const mounts = readFileSync('/proc/self/mounts', 'utf8');
  const options = / \/dev\/shm tmpfs (\S+)/.exec(mounts)?.[1]?.split(',') ?? ['ro'];
  if (options.includes('ro') || options.includes('noexec')) return undefined;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize > ROOM ? '/dev/shm' : undefined;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What `copySources` copies. */
export const COPIED = [
  'src',
  'web',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** @param folder an empty folder @returns the path of one of its files */
export function copySources(folder: string): (file: string) => string {
  for (const name of COPIED) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return (file) => join(folder, file);
}

/** Runs a program of the system. @returns whether it succeeded */
export function succeeds(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** An empty disk, in memory. @returns its mount point, or undefined if this user may not mount */
export function smallDisk(mebibytes: number, after: After): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'veilpost-disk-'));
  after(() => {
    succeeds('umount', '--lazy', folder);
    rmdirSync(folder);
  });
  const options = `size=${mebibytes}m,mode=700`;
  return succeeds('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder) ? folder : undefined;
}
