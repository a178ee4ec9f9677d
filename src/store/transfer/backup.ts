/** A copy of the embedded database in one file, made while a server works on it. */

import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
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

function toDisk(path: string): void {
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
