/** Errors of the compatible calls, in the format that the clients of each API read. */

import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { CallRefused } from '../errors.ts';

/** The API whose clients use a path. */
export type Face = 'simplelogin' | 'addy';

/** addy.io's API is under `/api/v1`; SimpleLogin has no such base. */
export const faceOf = (path: string): Face =>
  path === '/api/v1' || path.startsWith('/api/v1/') ? 'addy' : 'simplelogin';

/** A refused call: one sentence that clients show to their user. */
export class ApiRefused extends Error {
  override readonly name = 'ApiRefused';
  readonly status: ContentfulStatusCode;
  /** The wrong member of the body, if it is one. */
  readonly field: string | undefined;

  constructor(status: ContentfulStatusCode, message: string, field?: string) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

/** The response for an alias of another owner, and for an unknown one: a key does not reveal which of the two. */
export const notTheirs = (face: Face) =>
  face === 'addy'
    ? new ApiRefused(404, 'There is no such alias.')
    : new ApiRefused(403, 'Forbidden');

/** @throws ApiRefused 429 with Retry-After */
export function tooMany(c: Context, seconds: number): ApiRefused {
  c.header('Retry-After', String(seconds));
  return new ApiRefused(429, `Too many requests. Please wait ${seconds} seconds.`);
}

const RETRY_SECONDS = 30;

/** @returns undefined for an unexpected error */
export function writeApiRefusal(c: Context, error: unknown): Response | undefined {
  if (!(error instanceof ApiRefused || error instanceof CallRefused)) return undefined;
  const { status, message } = error;
  if (status === 503) c.header('Retry-After', String(RETRY_SECONDS));
  // Never `error` and `message` in one body: Bitwarden would show the sentence twice.
  if (faceOf(c.req.path) === 'simplelogin') return c.json({ error: message }, status);
  const field = error instanceof ApiRefused ? error.field : undefined;
  return c.json(
    field === undefined ? { message } : { message, errors: { [field]: [message] } },
    status,
  );
}
