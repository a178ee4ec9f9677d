/** The form of errors of rest/v1 and functions/v1: PostgREST's four members, for every source of the error. */

import type { Context } from 'hono';
import { AuthRefused } from './auth/wire/refused.ts';
import { CallRefused, type ErrorBody } from './errors.ts';

/** @returns undefined for an unexpected error */
export function writeCallRefusal(c: Context, error: unknown): Response | undefined {
  if (error instanceof CallRefused) return c.json(error.body, error.status);
  if (!(error instanceof AuthRefused)) return undefined;
  const { code, message, status } = error;
  return c.json({ code, message, details: null, hint: null } satisfies ErrorBody, status);
}
