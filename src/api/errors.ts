/** Errors of the table calls in PostgREST's wire format: https://docs.postgrest.org/en/stable/references/errors.html */

import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** The body of an error; `code` is PostgREST's (PGRST...) or PostgreSQL's SQLSTATE. */
export type ErrorBody = {
  code: string;
  message: string;
  details: string | null;
  hint: string | null;
};

/** An error response: thrown at its cause, written by the api's error handler. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly status: ContentfulStatusCode;
  readonly body: ErrorBody;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    details: string | null = null,
  ) {
    super(message);
    this.status = status;
    this.body = { code, message, details, hint: null };
  }
}

/** The query is not one of the four calls. */
export const unknownQuery = () =>
  new CallRefused(400, 'PGRST100', 'The query is none of the calls that this service answers.');

/** No table and no function has this name. */
export const nothingHere = () =>
  new CallRefused(
    404,
    'PGRST205',
    'There is nothing here but the tables aliases and alias_states.',
  );

/** PostgREST's response to `Accept: application/vnd.pgrst.object+json` without exactly one row. */
export const notOneRow = (rows: number) =>
  new CallRefused(
    406,
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
    `The result contains ${rows} rows`,
  );

/** A value that a CHECK constraint rejects; the message names the mistake in plain words. */
export const checkViolated = (message: string) => new CallRefused(400, '23514', message);

/** A value that a unique index already holds. The message does not repeat it. */
export const alreadyExists = (column: string) =>
  new CallRefused(
    409,
    '23505',
    'duplicate key value violates unique constraint',
    `Key (${column})=(...) already exists.`,
  );
