/** The caller: the browser's ticket, and the address of the session in `Authorization`. */

import type { Context, Handler } from 'hono';
import { isExpired } from '#auth/tokens/access-token.ts';
import type { Facility } from '#auth/facility.ts';
import { provenAddress } from '#auth/aliases/owned-aliases.ts';
import type { AliasRequester } from '#rules/ownership.ts';
import type { AuthSession } from '#store/sessions/sessions.ts';
import type { User } from '#store/sessions/users.ts';
import { signedIn } from './auth/wire/signed-in.ts';
import { CallRefused } from './errors.ts';
import { bearerToken, ticketOf } from './key.ts';

export type Caller = {
  asker: AliasRequester;
  /** Undefined if no one is signed in. */
  signedIn: { session: AuthSession; user: User } | undefined;
};

/** A call that may carry a ticket or a session. */
export type CallOfCaller = (c: Context, caller: Caller) => Promise<Response>;

/** Guards such a call, and reads its caller. */
export type ForCallers = (call: CallOfCaller) => Handler;

type SignedIn = NonNullable<Caller['signedIn']>;

/**
 * @param anonKey the public anonymous key: as a token it means that no one is signed in
 * @param facility undefined: every token is invalid
 * @returns a function that reads the caller; it throws CallRefused 401 for a token that is invalid or has ended
 */
export function callerReader(
  anonKey: string,
  facility: Facility | undefined,
): (c: Context) => Promise<Caller> {
  return async (c) => {
    const ticket = ticketOf(c.req);
    const authorization = c.req.header('authorization');
    const token = authorization === undefined ? anonKey : bearerToken(authorization);
    if (token === anonKey) return { asker: { ticket }, signedIn: undefined };
    if (facility === undefined) throw sessionEnded();
    const found = await sessionOf(token, facility);
    return { asker: { ticket, email: provenAddress(found.user) }, signedIn: found };
  };
}

async function sessionOf(token: string, facility: Facility): Promise<SignedIn> {
  const session = await signedIn(token, facility);
  const user =
    typeof session === 'object' ? await facility.store.users.byId(session.userId) : undefined;
  if (typeof session === 'object' && user !== undefined) return { session, user };
  // The client refreshes once, or else drops its session and repeats the call with the public key.
  throw isExpired(token, facility.now())
    ? new CallRefused(401, 'PGRST303', 'JWT expired')
    : sessionEnded();
}

/** Also for a token of another issuer: the client drops its session. */
export const sessionEnded = () => new CallRefused(401, 'PGRST301', 'Invalid API key');
