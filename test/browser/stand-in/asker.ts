/** The headers that identify a call's caller, and the planned faults for the call. */

import type { Context } from 'hono';
import type { CallName } from './faults.ts';

export type Headers = Record<string, string>;

/** Records the call; its result, if any, replaces the right answer. */
export type Meet = (call: CallName, c: Context) => Promise<Response | undefined>;

export const isTicket = (value: string | undefined) => /^[\w-]{43}$/.test(value ?? '');

type Claims = { email?: string; sub?: string; aal?: string };

/** Of the caller's session; empty if there is none. */
export function claimsOf({ authorization = '' }: Headers): Claims {
  const [, claims] = authorization.replace('Bearer ', '').split('.');
  return claims === undefined ? {} : JSON.parse(Buffer.from(claims, 'base64url').toString());
}

/** Address of the caller's session; undefined if there is none. */
export const emailOf = (headers: Headers): string | undefined => claimsOf(headers).email;

/** The value of a PostgREST filter `eq.`. */
export const equals = (filter: string | undefined) => filter?.replace(/^eq\./, '') ?? '';
