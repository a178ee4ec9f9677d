/** SQLite's result codes: https://sqlite.org/rescode.html */
/** Its extended codes have more bits above these eight. */
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_FULL = 13;
/** Extended codes of SQLITE_IOERR: of a write, a flush, a cut, and of more memory for the index of the log. */
const FAILED_WRITES = [778, 1034, 1546, 4874];
const SQLITE_NOTADB = 26;
const SQLITE_CONSTRAINT_CHECK = 275;

const resultCode = (error: unknown) =>
  error instanceof Error && 'errcode' in error ? error.errcode : undefined;

/** The name of the CHECK constraint that refused a row, or undefined for any other error. */
export function failedCheck(error: unknown): string | undefined {
  if (!(error instanceof Error) || resultCode(error) !== SQLITE_CONSTRAINT_CHECK) return undefined;
  return error.message.replace('CHECK constraint failed: ', '');
}

/** Whether another process holds the lock. */
export function isBusy(error: unknown): boolean {
  return (Number(resultCode(error)) & 0xff) === SQLITE_BUSY;
}

/** Whether the opened file is something other than a database. */
export function isNotADatabase(error: unknown): boolean {
  return resultCode(error) === SQLITE_NOTADB;
}

/** A sentence with the reason why the disk does not accept writes; undefined for any other error. */
export function refusedWrite(error: unknown): string | undefined {
  const code = Number(resultCode(error));
  const kind = code & 0xff;
  if (kind === SQLITE_FULL) return 'The disk of the database is full.';
  if (kind === SQLITE_READONLY) return 'The database file is read-only.';
  return FAILED_WRITES.includes(code)
    ? 'The disk of the database does not accept writes.'
    : undefined;
}
