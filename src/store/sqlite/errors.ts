/** SQLite's result codes: https://sqlite.org/rescode.html */
/** Its extended codes have more bits above these eight. */
const SQLITE_BUSY = 5;
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
