/** Errors of functions that ask for a session: the shape of all functions, `{code, message}`. */

import type { Context } from 'hono';
import { AuthRefused } from '../auth/refused.ts';
import { CallRefused } from '../errors.ts';

/** Sessions that are none, or none any more: the client refreshes once, and else goes on without. */
const ENDED = new Set(['no_authorization', 'bad_jwt', 'session_not_found', 'user_not_found']);

/** @returns undefined where the error is a fault */
export function functionRefusal(c: Context, error: unknown): Response | undefined {
  if (error instanceof CallRefused) return c.json(error.body, error.status);
  if (!(error instanceof AuthRefused)) return undefined;
  const { code, message } = error;
  // As the table calls answer a token that means nothing.
  if (ENDED.has(code)) return c.json({ code: 'PGRST301', message }, 401);
  return c.json({ code, message }, error.status);
}
