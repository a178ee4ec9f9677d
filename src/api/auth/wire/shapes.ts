/** Users and token responses in the stock client's format. */

import type { Context } from 'hono';
import { appMetadata, objectOf, type TokenAnswer } from '#auth/accounts/accounts.ts';
import { type OwnedAliases, provenAddress } from '#auth/aliases/owned-aliases.ts';
import { shownAddress } from '#domains/real-address.ts';
import type { Factor } from '#store/sessions/factors.ts';
import type { Identity } from '#store/sessions/identities.ts';
import type { Person } from '#store/sessions/people.ts';
import { ticketOf } from '../../key.ts';

/** Addresses are as in the rows of rest/v1: the screen compares both to recognize an alias's owner. */
export function userShape(person: Person): Record<string, unknown> {
  const { user, identities, factors } = person;
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email === null ? '' : shownAddress(user.email),
    ...(user.newEmail !== null && { new_email: shownAddress(user.newEmail) }),
    ...(user.confirmedAt !== null && {
      email_confirmed_at: time(user.confirmedAt),
      confirmed_at: time(user.confirmedAt),
    }),
    phone: '',
    ...(user.lastSignInAt !== null && { last_sign_in_at: time(user.lastSignInAt) }),
    app_metadata: appMetadata(person),
    user_metadata: objectOf(user.meta),
    identities: identities.map(identityShape),
    ...(factors.length > 0 && { factors: factors.map(factorShape) }),
    created_at: time(user.createdAt),
    updated_at: time(user.updatedAt),
    is_anonymous: user.anonymous,
  };
}

/**
 * The tokens of a session that begins or is refreshed. The alias that this browser made for the session's address
 * becomes confirmed, and no other (rules/ownership.ts).
 */
export async function sessionAnswer(
  c: Context,
  { aliases }: { aliases: OwnedAliases },
  answer: TokenAnswer,
): Promise<Record<string, unknown>> {
  const ticket = ticketOf(c.req);
  const email = provenAddress(answer.person.user);
  if (ticket !== undefined && email !== undefined) {
    await aliases.confirm(email, ({ state }) => state.ticket === ticket);
  }
  return {
    access_token: answer.accessToken,
    token_type: 'bearer',
    expires_in: answer.expiresIn,
    expires_at: answer.expiresAt,
    refresh_token: answer.refreshToken,
    user: userShape(answer.person),
  };
}

/** The same in the fragment of an address; the page requests the user. */
export const sessionFragment = (answer: TokenAnswer): Record<string, string> => ({
  access_token: answer.accessToken,
  expires_at: String(answer.expiresAt),
  expires_in: String(answer.expiresIn),
  refresh_token: answer.refreshToken,
  token_type: 'bearer',
});

function identityShape(identity: Identity): Record<string, unknown> {
  const { id, userId, provider, subject, createdAt, lastSignInAt } = identity;
  const claims = objectOf(identity.data);
  return {
    identity_id: id,
    id: subject,
    user_id: userId,
    identity_data: claims,
    provider,
    ...(lastSignInAt !== null && { last_sign_in_at: time(lastSignInAt) }),
    created_at: time(createdAt),
    updated_at: time(lastSignInAt ?? createdAt),
    ...(typeof claims.email === 'string' && { email: claims.email }),
  };
}

function factorShape({ id, name, type, verified, createdAt }: Factor): Record<string, unknown> {
  return {
    id,
    ...(name !== null && { friendly_name: name }),
    factor_type: type,
    status: verified ? 'verified' : 'unverified',
    created_at: time(createdAt),
    updated_at: time(createdAt),
  };
}

/** Milliseconds since 1970 as RFC 3339, and as whole seconds. */
export const seconds = (ms: number) => Math.floor(ms / 1000);
export const time = (ms: number) => new Date(ms).toISOString();
