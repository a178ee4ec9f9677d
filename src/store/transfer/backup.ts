/** Copies of the embedded database, each in one file, made while a server works on it. */

import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite';
import { openToCopy } from '../sqlite/opening.ts';
import { DatabaseUnusable } from '../errors.ts';
import { brokenOff } from './broken-off.ts';

/** All pages in one step: readers and writers continue meanwhile, and their writes do not restart the copy. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Writes the copy, checks it, and only then gives it its name.
 * @param from path of the embedded database
 * @param to path of a file that does not exist yet; it is readable for its owner alone
 * @returns the number of aliases in the copy
 * @throws DatabaseUnusable
 */
export async function backup(from: string, to: string): Promise<number> {
  if (existsSync(to)) {
    throw new DatabaseUnusable(`The file ${to} already exists: choose another name.`);
  }
  const db = openToCopy(from);
  try {
    return await copyTo(to, db);
  } catch (error) {
    throw brokenOff(`Cannot write the backup ${to}`, error);
  } finally {
    db.close();
  }
}

async function copyTo(to: string, db: DatabaseSync): Promise<number> {
  const unfinished = `${to}.unfinished`;
  makeEmpty(unfinished);
  try {
    await copyDatabase(db, unfinished, { rate: ALL_PAGES });
    const aliases = checkedCopy(unfinished);
    // Content and name are on the disk when this resolves: older backups may be deleted next.
    toDisk(unfinished);
    renameSync(unfinished, to);
    toDisk(dirname(resolve(to)));
    return aliases;
  } finally {
    for (const file of [unfinished, `${unfinished}-journal`]) rmSync(file, { force: true });
  }
}

/** For its owner alone, from the first octet on: SQLite would make a file that all may read. */
function makeEmpty(file: string): void {
  rmSync(file, { force: true });
  closeSync(openSync(file, 'wx', 0o600));
}

/** Flushes a file, or the names in a folder. */
export function toDisk(path: string): void {
  const fd = openSync(path, 'r');
  fsyncSync(fd);
  closeSync(fd);
}

function checkedCopy(file: string): number {
  const copy = new DatabaseSync(file);
  try {
    // One file, without a log beside it.
    copy.exec('PRAGMA journal_mode = DELETE');
    const { integrity_check } = copy.prepare('PRAGMA integrity_check').get() ?? {};
    if (integrity_check !== 'ok') {
      throw new DatabaseUnusable(
        'The copy is damaged, and the database may be too: run npx veilpost status.',
      );
    }
    return Number(copy.prepare('SELECT count(*) AS rows FROM aliases').get()?.rows);
  } finally {
    copy.close();
  }
}

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
