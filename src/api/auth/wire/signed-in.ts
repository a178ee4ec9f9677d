/** The caller: the access token in `Authorization`, and its session. */

import type { Context } from 'hono';
import type { AccessTokens } from '#auth/tokens/access-token.ts';
import type { Accounts } from '#auth/accounts/accounts.ts';
import type { Sessions } from '#auth/tokens/sessions.ts';
import type { Person } from '#store/sessions/people.ts';
import type { AuthSession } from '#store/sessions/sessions.ts';
import { bearerToken } from '../../key.ts';
import { AuthRefused } from './refused.ts';

/** Reads who is signed in. It throws AuthRefused if no one is. */
export type Demand = (c: Context) => Promise<AuthSession>;

export type SignedInOptions = {
  tokens: AccessTokens;
  sessions: Sessions;
  accounts: Accounts;
  /** The public anonymous key: as a token it means that no one is signed in. */
  anonKey: string;
};

/** `known`: of a second ago, perhaps. `present`: for what lasts longer than the session that makes it. */
type Read = 'known' | 'present';

/** The session of an access token; `foreign`: the token is not one of ours, or has expired. */
export async function signedIn(
  token: string,
  { tokens, sessions }: Pick<SignedInOptions, 'tokens' | 'sessions'>,
  read: Read = 'known',
): Promise<AuthSession | 'foreign' | 'ended'> {
  const verified = await tokens.read(token);
  if (verified === undefined) return 'foreign';
  const { sessionId } = verified;
  const session = await (read === 'known' ? sessions.find(sessionId) : sessions.reread(sessionId));
  return session?.userId === verified.userId ? session : 'ended';
}

export function signedInDemand(options: SignedInOptions, read: Read): Demand {
  return async (c) => {
    const token = bearerToken(c.req.header('authorization') ?? '');
    if (token === '' || token === options.anonKey) {
      throw new AuthRefused(401, 'no_authorization', 'This endpoint requires a Bearer token');
    }
    const session = await signedIn(token, options, read);
    if (session === 'foreign') {
      throw new AuthRefused(403, 'bad_jwt', 'The access token is not valid, or has expired.');
    }
    // The client drops its session on this response: it is sent only if the session has ended.
    if (session === 'ended') {
      throw new AuthRefused(403, 'session_not_found', 'The session has ended.');
    }
    return session;
  };
}

/** The session of a call for which it is optional. */
export async function sessionIfAny(c: Context, demand: Demand): Promise<AuthSession | undefined> {
  try {
    return await demand(c);
  } catch (error) {
    if (error instanceof AuthRefused) return undefined;
    throw error;
  }
}

/** The user of a session. @throws AuthRefused if the user was deleted a moment ago */
export async function personOf(accounts: Accounts, session: AuthSession): Promise<Person> {
  const person = await accounts.person(session.userId);
  if (person === undefined) throw new AuthRefused(403, 'user_not_found', 'The user is gone.');
  return person;
}

/** The same for a user who is not anonymous. @throws AuthRefused */
export async function knownPerson(accounts: Accounts, session: AuthSession): Promise<Person> {
  const person = await personOf(accounts, session);
  if (!person.user.anonymous) return person;
  const message = 'Anonymous user not allowed to perform these actions';
  throw new AuthRefused(403, 'no_authorization', message);
}
