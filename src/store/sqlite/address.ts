/** The address of the database: its file and folder, before they hold a database. */

import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseUnusable } from '../errors.ts';

/**
 * The file that `sqlite:./a`, `sqlite:/a` or `sqlite:///a` names.
 * @throws DatabaseUnusable
 */
export function sqlitePath(databaseUrl: string): string {
  const path = databaseUrl.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');
  if (path === '') throw new DatabaseUnusable('The database address sqlite: does not name a file.');
  return path;
}

/** Whether the file exists. @throws DatabaseUnusable if that cannot be determined */
export function exists(file: string): boolean {
  try {
    return isThere(file);
  } catch (error) {
    throw cannotBeWritten(file, error);
  }
}

/** Creates a missing file, for its owner alone, and the folders above it. @throws DatabaseUnusable */
export function makeFile(file: string): void {
  try {
    makeFolder(dirname(file));
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    throw cannotBeWritten(file, error);
  }
}

/** mkdir's `recursive` of Node never ends if the system fails a folder with ENOENT, as below /proc. */
function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let above = folder; !isThere(above) && above !== dirname(above); above = dirname(above)) {
    missing.push(above);
  }
  for (const one of missing.toReversed()) {
    try {
      mkdirSync(one, { mode: 0o700 });
    } catch (error) {
      // Another process has created it meanwhile.
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

function cannotBeWritten(file: string, error: unknown): DatabaseUnusable {
  const code = codeOf(error);
  return new DatabaseUnusable(`Cannot write the database file ${file}${code && ` (${code})`}.`);
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';
