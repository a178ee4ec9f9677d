/** Small or read-only disks for a test: only root may create them, on a Linux that allows it. */

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
 * @param mebibytes its size
 * @returns its mount point, or undefined if this user may not mount
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

/** Makes a file system without open writers read-only, or reverts that. @returns whether it succeeded */
export function remount(folder: string, access: 'ro' | 'rw'): boolean {
  return succeeds('mount', '-o', `remount,${access}`, folder);
}

/**
 * Makes the system refuse every write to files, open ones included, as after a disk error.
 * @returns whether the file system supports that, and this user may
 */
export function setImmutable(files: string[], immutable: boolean): boolean {
  return succeeds('chattr', immutable ? '+i' : '-i', ...files);
}
