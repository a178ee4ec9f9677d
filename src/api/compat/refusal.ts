/** Errors of the compatible calls, in the format that the clients of each API read. */

import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { CallRefused } from '../errors.ts';

/** Whether a path is addy.io's, under `/api/v1`; SimpleLogin has no such base. */
export const isAddy = (path: string): boolean => path === '/api/v1' || path.startsWith('/api/v1/');

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

export const wrongMember = (name: string, rule: string) =>
  new ApiRefused(400, `${name} ${rule}`, name);

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
  if (!isAddy(c.req.path)) return c.json({ error: message }, status);
  const field = error instanceof ApiRefused ? error.field : undefined;
  if (field === undefined) return c.json({ message }, status);
  // Laravel, and so addy.io's clients, expect 422 for a wrong member; SimpleLogin's expect 400.
  return c.json({ message, errors: { [field]: [message] } }, 422);
}
