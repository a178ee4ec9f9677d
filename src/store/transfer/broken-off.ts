/**
 * Errors of the system, of SQLite and of a server's connection that interrupt a copy, as a sentence for the operator.
 */

import { DatabaseUnusable, StoreUnavailable } from '../errors.ts';

const ROOM = 'free some space on its disk';
const RIGHTS = 'give this user permission for it';
const WAIT = 'another program holds its lock, so try again';

/** What to do, by the code of the system. */
const OF_SYSTEM: Record<string, string> = {
  ENOENT: 'create its folder first',
  ENOTDIR: 'choose a file in a folder',
  EISDIR: 'choose a file, as this is a folder',
  EACCES: RIGHTS,
  EPERM: RIGHTS,
  EROFS: 'its disk is read-only',
  ENOSPC: ROOM,
  EDQUOT: ROOM,
};

/** What to do, by the primary result code of SQLite: https://sqlite.org/rescode.html */
const OF_SQLITE: Record<number, string> = {
  5: WAIT,
  6: WAIT,
  8: RIGHTS,
  11: 'npx veilpost status shows what is damaged',
  13: ROOM,
  26: 'npx veilpost status shows what is damaged',
};

/**
 * @param what a sentence without its end: what failed, with the names of the files
 * @returns the same error if it is a sentence already, or a fault of ours
 */
export function brokenOff(what: string, error: unknown): unknown {
  if (error instanceof DatabaseUnusable || !(error instanceof Error)) return error;
  if (error instanceof StoreUnavailable) {
    const { cause } = error;
    const reason = cause instanceof Error ? cause.message : error.message;
    return new DatabaseUnusable(`${what} (${oneLine(reason)}): check the server and try again.`);
  }
  if ('errcode' in error) {
    const remedy = OF_SQLITE[Number(error.errcode) & 0xff] ?? 'check the disk and try again';
    return new DatabaseUnusable(`${what} (${oneLine(error.message)}): ${remedy}.`);
  }
  if (!('syscall' in error) || !('code' in error)) return error;
  const code = String(error.code);
  return new DatabaseUnusable(
    `${what} (${code}): ${OF_SYSTEM[code] ?? 'choose another location'}.`,
  );
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
