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
import { bearerToken } from './key.ts';
import { ticketOf } from './ticket.ts';

export type Caller = {
  asker: AliasRequester;
  /** Undefined if no one is signed in. */
  signedIn: { session: AuthSession; user: User } | undefined;
};

/** A call that may carry a ticket or a session. */
export type CallOfCaller = (c: Context, caller: Caller) => Promise<Response>;

/** Guards such a call, and reads its caller. */
export type ForCallers = (call: CallOfCaller) => Handler;

export type CallerOptions = {
  /** The public anonymous key: as a token it means that no one is signed in. */
  anonKey: string;
  /** The session facility; undefined: there are no sessions, and every token is ignored. */
  facility: Facility | undefined;
};

/** @returns a function that reads the caller; it throws CallRefused 401 for a token that is invalid or has ended */
export function callerReader({
  anonKey,
  facility,
}: CallerOptions): (c: Context) => Promise<Caller> {
  return async (c) => {
    const ticket = ticketOf(c.req);
    const authorization = c.req.header('authorization');
    if (authorization === undefined) return { asker: { ticket }, signedIn: undefined };
    const token = bearerToken(authorization);
    if (token === anonKey) return { asker: { ticket }, signedIn: undefined };
    const session = facility && (await signedIn(token, facility));
    if (typeof session !== 'object') throw unauthorized(token, facility);
    const user = await facility?.store.users.byId(session.userId);
    if (user === undefined) throw unauthorized(token, facility);
    return { asker: { ticket, email: provenAddress(user) }, signedIn: { session, user } };
  };
}

/** The client refreshes once, or else drops its session and repeats the call with the public key. */
function unauthorized(token: string, facility: Facility | undefined): CallRefused {
  return facility !== undefined && isExpired(token, facility.now())
    ? new CallRefused(401, 'PGRST303', 'JWT expired')
    : new CallRefused(401, 'PGRST301', 'Invalid API key');
}
