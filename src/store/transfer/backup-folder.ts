/** Backups in a folder of their own: each named by its time, the oldest deleted in the end. */

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backup } from './backup.ts';
import { brokenOff } from './broken-off.ts';

/** Names that `backupInto` gives; files with other names are never deleted. */
const NAME = /^veilpost-\d{8}T\d{6}Z\.sqlite$/;

export type BackupIntoOptions = {
  /** Path of the embedded database. */
  from: string;
  /** An existing folder. */
  folder: string;
  /** The number of backups to keep, including the new one; Infinity: all. */
  keep: number;
  /** Milliseconds since 1970. */
  now: number;
};

/**
 * Older backups are deleted only once the new one is complete and on the disk. A backup with a future time in its name
 * stays too: the clock may have been wrong, so the newest is unknown.
 * @returns the path of the new one, the number of its aliases, and the names of the deleted ones
 * @throws DatabaseUnusable; the folder is unchanged
 */
export async function backupInto(
  options: BackupIntoOptions,
): Promise<{ file: string; aliases: number; deleted: string[] }> {
  const { from, folder, keep, now } = options;
  const name = nameOf(now);
  const file = join(folder, name);
  const aliases = await backup(from, file);
  const names = readdirSync(folder).filter((one) => NAME.test(one) && one < name);
  const older = names.toSorted((a, b) => (a < b ? 1 : -1));
  const deleted = older.slice(keep - 1);
  try {
    for (const one of deleted) rmSync(join(folder, one));
  } catch (error) {
    throw brokenOff(`Wrote ${file}, but could not delete older backups in ${folder}`, error);
  }
  return { file, aliases, deleted };
}

/** `veilpost-20261122T113000Z.sqlite`: the order of names is the order of times. */
function nameOf(now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `veilpost-${time}Z.sqlite`;
}
