/** SQLSTATE codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */

import postgres from 'postgres';

const CHECK_VIOLATION = '23514';

/** Classes whose messages are about the server, never about a value in a row. */
const ABOUT_THE_SERVER = ['08', '25', '28', '3D', '42', '53', '57', '58'];

const { PostgresError } = postgres;

/** The SQLSTATE of a server's error, or the code of a connection's error. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The name of the CHECK constraint that refused a row, or undefined for any other error. */
export function failedCheck(error: unknown): string | undefined {
  if (!(error instanceof PostgresError) || error.code !== CHECK_VIOLATION) return undefined;
  return error.constraint_name ?? '';
}

/** The part of an error that may be logged: no value of a row, no statement, no parameter. Its `code` is codeOf's. */
export function causeOf(error: unknown): Error {
  const code = codeOf(error);
  if (!(error instanceof PostgresError)) {
    const message = error instanceof Error ? error.message : String(error);
    return Object.assign(new Error(message || code), { code });
  }
  const isHarmless = ABOUT_THE_SERVER.some((prefix) => code.startsWith(prefix));
  const message = `${isHarmless ? `${error.message} ` : ''}(SQLSTATE ${code})`;
  return Object.assign(new Error(message), { code });
}

/**
 * The server shut down, or closed the connection, before it responded; 57P01: admin_shutdown, 57P02: crash_shutdown.
 */
const BROKEN = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P02',
]);

/** Whether the connection broke, so that a new one may work. @param error the driver's, or the result of causeOf */
export function isBroken(error: unknown): boolean {
  return BROKEN.has(codeOf(error));
}

/** Whether the server has responded with this error. @param error the driver's */
export const isFromServer = (error: unknown): boolean => error instanceof PostgresError;

/**
 * Whether a statement got no response, as its connection is closed. @param error the driver's: it names the statement
 */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && 'query' in error && !(error instanceof PostgresError);
}

const READ_ONLY = '25006';

/** Whether the server does not accept writes: it has become a replica, or read-only. Nothing was executed. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === READ_ONLY;
}

const DISK_FULL = '53100';

/** A sentence with the reason why the server does not accept writes; undefined for any other error. */
export function refusedWrite(error: unknown): string | undefined {
  if (codeOf(error) === DISK_FULL) return 'The disk of the database is full.';
  return isReadOnly(error)
    ? 'The database does not accept writes: it is a replica or read-only.'
    : undefined;
}

/** The error of a server that reports itself read-only. */
export const readOnly = (): Error =>
  Object.assign(new Error('transaction_read_only is on'), { code: READ_ONLY });

/**
 * The server is not available, perhaps only for now: classes of PostgreSQL for connections, resources and intervention
 * (start or shutdown); an unknown name (a container's exists once it runs); a missing socket file.
 */
const UNREACHABLE =
  /^(?:08|53|57P0)|^(?:CONNECT_TIMEOUT|E(?:AI_\w+|NOTFOUND|NOENT|CONNREFUSED|CONNRESET|HOSTDOWN|HOSTUNREACH|NETDOWN|NETUNREACH|PIPE|TIMEDOUT))$/;

/** Whether the server may be reached later with the same configuration. */
export function isUnreachable(error: unknown): boolean {
  return UNREACHABLE.test(codeOf(error)) || isBroken(error);
}
