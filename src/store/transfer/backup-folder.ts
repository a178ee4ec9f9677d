/** Backups in a folder of their own: each under the time at which it was made, the oldest deleted in the end. */

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backup } from './backup.ts';

/** Only what has such a name was made by `backupInto`; nothing else in the folder is ever deleted. */
const NAME = /^veilpost-\d{8}T\d{6}Z\.sqlite$/;

export type BackupIntoOptions = {
  /** Path of the embedded database. */
  from: string;
  /** A folder that is there. */
  folder: string;
  /** The number of backups that stay, the new one among them; undefined: all. */
  keep: number | undefined;
  /** Milliseconds since 1970. */
  now: number;
};

/**
 * Older backups go only once the new one is whole and on the disk. One whose name is of a time to come stays too: the clock may have
 * been wrong, and nobody knows which of them is the newest.
 * @returns the path of the new one, the number of its aliases, and the names of those that are gone
 * @throws DatabaseUnusable; the folder is as it was
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
  const deleted = keep === undefined ? [] : older.slice(keep - 1);
  for (const one of deleted) rmSync(join(folder, one));
  return { file, aliases, deleted };
}

/** `veilpost-20261122T113000Z.sqlite`: sorted by name they are sorted by time. */
function nameOf(now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `veilpost-${time}Z.sqlite`;
}
