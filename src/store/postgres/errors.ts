/** SQLSTATE codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */

import postgres from 'postgres';

const CHECK_VIOLATION = '23514';

/** Classes whose messages speak of the server, never of a value in a row. */
const ABOUT_THE_SERVER = ['08', '25', '28', '3D', '42', '53', '57', '58'];

const { PostgresError } = postgres;

/** The SQLSTATE of an error that the server sent, or the code of one that its connection met. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The name of the CHECK constraint that refused a row, or undefined where the error is another one. */
export function failedCheck(error: unknown): string | undefined {
  if (!(error instanceof PostgresError) || error.code !== CHECK_VIOLATION) return undefined;
  return error.constraint_name ?? '';
}

/** What may be logged of an error: no value of a row, no statement, no parameter. */
export function causeOf(error: unknown): Error {
  if (!(error instanceof PostgresError)) {
    return new Error(error instanceof Error ? error.message || codeOf(error) : String(error));
  }
  const isHarmless = ABOUT_THE_SERVER.some((prefix) => error.code.startsWith(prefix));
  return new Error(`${isHarmless ? `${error.message} ` : ''}(SQLSTATE ${error.code})`);
}
