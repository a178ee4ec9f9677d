/** Errors of the system, of SQLite and of a server's connection that break off a copy, as a sentence for the operator. */

import { DatabaseUnusable, StoreUnavailable } from '../errors.ts';

const ROOM = 'make room on its disk';
const RIGHTS = 'give this user the right to it';
const WAIT = 'another program holds its lock, so try again';

/** Remedies by the code of the system. */
const OF_SYSTEM: Record<string, string> = {
  ENOENT: 'make its folder first',
  ENOTDIR: 'name a place in a folder',
  EISDIR: 'name a file, as this is a folder',
  EACCES: RIGHTS,
  EPERM: RIGHTS,
  EROFS: 'its disk is read-only',
  ENOSPC: ROOM,
  EDQUOT: ROOM,
};

/** Remedies by the primary result code of SQLite: https://sqlite.org/rescode.html */
const OF_SQLITE: Record<number, string> = {
  5: WAIT,
  6: WAIT,
  8: RIGHTS,
  11: 'npx veilpost check says what is damaged',
  13: ROOM,
  26: 'npx veilpost check says what is damaged',
};

/**
 * @param what a sentence without its end: what was not done, with the names of the files
 * @returns the same error where it is a sentence already, or a fault of ours
 */
export function brokenOff(what: string, error: unknown): unknown {
  if (error instanceof DatabaseUnusable || !(error instanceof Error)) return error;
  if (error instanceof StoreUnavailable) {
    const { cause } = error;
    const reason = cause instanceof Error ? cause.message : error.message;
    return new DatabaseUnusable(`${what} (${oneLine(reason)}): see to the server and try again.`);
  }
  if ('errcode' in error) {
    const remedy = OF_SQLITE[Number(error.errcode) & 0xff] ?? 'see to the disk and try again';
    return new DatabaseUnusable(`${what} (${oneLine(error.message)}): ${remedy}.`);
  }
  if (!('syscall' in error) || !('code' in error)) return error;
  const code = String(error.code);
  return new DatabaseUnusable(`${what} (${code}): ${OF_SYSTEM[code] ?? 'name another place'}.`);
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
