/** All calls of auth/v1: which route leads where. */

import type { Context, Hono } from 'hono';
import type { Facility } from '#auth/facility.ts';
import { CallRefused } from '../errors.ts';
import { type Guarded, type GuardOptions, guard } from '../guard.ts';
import { keySetCall } from './key-set.ts';
import { AuthRefused, writeRefusal } from './refused.ts';
import { healthCall, settingsCall } from './settings.ts';
import { logoutCall } from './logout.ts';
import { signedInDemand } from './signed-in.ts';
import { tokenCall } from './token.ts';
import { deleteUserCall, getUserCall } from './user.ts';

export type AuthCallOptions = GuardOptions & {
  /** Everything that the facility does; the calls translate. */
  facility: Facility;
};

/** Octets of path and query. */
const URL_LENGTH = 2048;

type Answer = (c: Context) => Promise<Response>;

export function addAuthCalls(api: Hono, options: AuthCallOptions): void {
  const { facility } = options;
  const guarded = guard(options, {
    key: 'with-token',
    urlLength: URL_LENGTH,
    refusal: authRefusal,
  });
  const demand = signedInDemand({ ...facility, anonKey: options.anonKey });
  const add = (method: string, path: string, answer: Answer, through: Guarded = guarded) =>
    api.on(method, `/auth/v1/${path}`, through(answer));

  add('POST', 'token', tokenCall(facility));
  add('GET', 'user', getUserCall(facility, demand));
  add('DELETE', 'user', deleteUserCall(facility, demand));
  add('POST', 'logout', logoutCall(facility, demand));
  add('GET', 'settings', settingsCall(facility));
  add('GET', 'health', healthCall());
  api.get('/auth/v1/.well-known/jwks.json', keySetCall(facility));
  add('*', '*', async () => {
    throw new AuthRefused(404, 'not_found', 'There is no such call.');
  });
}

/** The key's refusals keep the shape that they have everywhere. */
function authRefusal(c: Context, error: unknown): Response | undefined {
  const written = writeRefusal(c, error);
  if (written !== undefined) return written;
  return error instanceof CallRefused ? c.json(error.body, error.status) : undefined;
}
