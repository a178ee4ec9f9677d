/** The headers that identify a call's caller, and the planned faults for the call. */

import type { Context, Hono } from 'hono';
import type { CallName } from './faults.ts';

export type Headers = Record<string, string>;

/** Records the call; its result, if any, replaces the right answer. */
export type Meet = (call: CallName, c: Context) => Promise<Response | undefined>;

/** Adds a call: `answer` is the right one. */
export type AddCall = (
  method: string,
  path: string,
  call: CallName,
  answer: (c: Context) => Response | Promise<Response>,
) => void;

export const adding =
  (api: Hono, meet: Meet): AddCall =>
  (method, path, call, answer) =>
    void api.on(method, path, async (c) => (await meet(call, c)) ?? answer(c));

export const notFound = (c: Context) =>
  c.json({ code: 'not_found', message: 'There is none.' }, 404);

export const isTicket = (value: string | undefined) => /^[\w-]{43}$/.test(value ?? '');

/** Address of the caller's session; undefined if there is none. */
export function emailOf({ authorization = '' }: Headers): string | undefined {
  const [, claims] = authorization.replace('Bearer ', '').split('.');
  if (claims === undefined) return undefined;
  const { email }: { email?: string } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  return email;
}

/** The value of a PostgREST filter `eq.`. */
export const equals = (filter: string | undefined) => filter?.replace(/^eq\./, '') ?? '';
