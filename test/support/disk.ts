/** Disks of a test's own that are small or read-only: what only root may make, on a Linux that lets it. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type After = (cleanUp: () => void) => void;

/** Runs a program of the system. @returns whether it succeeded */
function succeeds(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/**
 * An empty disk, in memory.
 * @param mebibytes how much goes into it
 * @returns the folder where it is mounted, or undefined where this user may not mount
 */
export function smallDisk(mebibytes: number, after: After): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'veilpost-disk-'));
  after(() => {
    succeeds('umount', '--lazy', folder);
    rmdirSync(folder);
  });
  const options = `size=${mebibytes}m,mode=700`;
  return succeeds('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder) ? folder : undefined;
}

/** Makes a file system that nobody writes to read-only, or takes that back. @returns whether it is done */
export function remount(folder: string, access: 'ro' | 'rw'): boolean {
  return succeeds('mount', '-o', `remount,${access}`, folder);
}

/**
 * Has the system refuse every write to files, those that are open included, as after an error of the disk.
 * @returns whether the file system knows that, and this user may
 */
export function setImmutable(files: string[], immutable: boolean): boolean {
  return succeeds('chattr', immutable ? '+i' : '-i', ...files);
}
