/** Users, their identities, and the token response at the end of a sign-in. */

import { randomUUID } from 'node:crypto';
import type { AuthStore } from '#store/sessions/auth-store.ts';
import { UNVERIFIED_MS } from '#store/sessions/factors.ts';
import { emailClaims, type Identity } from '#store/sessions/identities.ts';
import type { Person } from '#store/sessions/people.ts';
import type { AuthSession } from '#store/sessions/sessions.ts';
import type { SignInProof } from '#store/sessions/standing-session.ts';
import type { AddressProof, User } from '#store/sessions/users.ts';
import { type AccessTokens, TOKEN_SECONDS } from '../tokens/access-token.ts';
import { languageOf, withLanguage } from '../letters/account-language.ts';
import { methodsOf, type Sessions } from '../tokens/sessions.ts';

/** The response to a sign-in or a refresh. */
export type TokenAnswer = {
  accessToken: string;
  /** The lifetime in seconds, and its end (seconds since 1970). */
  expiresIn: number;
  expiresAt: number;
  refreshToken: string;
  person: Person;
};

export type AccountsOptions = {
  store: AuthStore;
  sessions: Sessions;
  tokens: AccessTokens;
  /** Milliseconds since 1970. */
  now: () => number;
};

/** A user before any sign-in. @param email canonical; null: anonymous @param now milliseconds since 1970 */
export function newUser(email: string | null, meta: Record<string, unknown>, now: number): User {
  return {
    id: randomUUID(),
    email,
    confirmedAt: null,
    newEmail: null,
    newEmailStep: 0,
    app: '{}',
    meta: JSON.stringify(meta),
    password: null,
    anonymous: email === null,
    createdAt: now,
    updatedAt: now,
    lastSignInAt: null,
  };
}

/** The address as a way to sign in. */
export function newEmailIdentity({ id, email, createdAt }: User): Identity {
  return {
    id: randomUUID(),
    userId: id,
    provider: 'email',
    subject: id,
    data: emailClaims(id, email),
    createdAt,
    lastSignInAt: null,
  };
}

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts({ store, sessions, now, tokens }: AccountsOptions) {
  return {
    /** @param email canonical */
    async find(email: string): Promise<User | undefined> {
      return store.users.byEmail(email);
    },
    /** The user with this address, created if it is missing. @param email canonical */
    async findOrMake(email: string): Promise<User> {
      const { user, made } = await foundOrMade(email, {});
      if (made) await addEmailIdentity(user);
      return user;
    },
    /** The same without an identity, for a sign-in by a provider. @param email canonical */
    async findOrMakeBare(email: string, meta: Record<string, unknown>): Promise<User> {
      return (await foundOrMade(email, meta)).user;
    },
    /** @param password encoded; null: none. @returns undefined if the address has a user */
    async make(
      email: string | null,
      meta: Record<string, unknown>,
      password: string | null,
    ): Promise<User | undefined> {
      const user = { ...newUser(email, meta, now()), password };
      if (!(await store.users.insert(user))) return undefined;
      if (email !== null) await addEmailIdentity(user);
      return user;
    },
    /**
     * Begins a session.
     * @param proof whether this sign-in proves the user's address
     * @param by absent: a proof that cannot end meanwhile
     * @returns undefined if the user no longer exists, or its proof has ended
     */
    async signIn(
      userId: string,
      method: string,
      proof: AddressProof,
      by?: SignInProof,
    ): Promise<TokenAnswer | undefined> {
      const user = await store.users.signedIn(userId, now(), proof);
      if (user === undefined) return undefined;
      if (by === undefined) return answer(await sessions.begin(user.id, method));
      const session = await sessions.beginOn(user.id, method, by);
      return session && answer(session);
    },
    answer,
    /** Adds data to the person's metadata; those that they have already stay. */
    async describe(userId: string, data: Record<string, unknown>): Promise<void> {
      const { users } = store;
      const user = Object.keys(data).length > 0 ? await users.byId(userId) : undefined;
      if (user === undefined) return;
      const meta = JSON.stringify({ ...data, ...objectOf(user.meta) });
      await users.update(userId, { meta }, now());
    },
    /**
     * Keeps the language of the first page that requested a letter. From then on an account with a proven address keeps
     * its own: strangers can request letters too, and must not change it.
     */
    async speaks(user: User, language: string | undefined): Promise<void> {
      const known = languageOf(user);
      if (language === undefined || language === known) return;
      if (known !== undefined && user.confirmedAt !== null) return;
      const app = withLanguage(user.app, language);
      await store.users.update(user.id, { app }, now());
    },
    person: personOf,
  };

  /**
   * The token response for a session in its present state.
   * @param known the session's user, if it was just read
   * @returns undefined if its user no longer exists
   */
  async function answer(session: AuthSession, known?: Person): Promise<TokenAnswer | undefined> {
    const person = known ? asTold(known) : await personOf(session.userId);
    if (person === undefined) return undefined;
    const { user } = person;
    const { token, expiresAt } = await tokens.write({
      sub: user.id,
      email: user.email ?? '',
      phone: '',
      app_metadata: appMetadata(person),
      user_metadata: objectOf(user.meta),
      aal: session.aal === 2 ? 'aal2' : 'aal1',
      amr: methodsOf(session),
      session_id: session.id,
      is_anonymous: user.anonymous,
    });
    return {
      accessToken: token,
      expiresIn: TOKEN_SECONDS,
      expiresAt,
      refreshToken: sessions.tokenOf(session),
      person,
    };
  }

  async function personOf(userId: string): Promise<Person | undefined> {
    const person = await store.people.byId(userId);
    return person && asTold(person);
  }

  /** Without factors that were not verified in time. */
  function asTold({ factors, ...rest }: Person): Person {
    const since = now() - UNVERIFIED_MS;
    return {
      ...rest,
      factors: factors.filter(({ verified, createdAt }) => verified || createdAt > since),
    };
  }

  async function foundOrMade(
    email: string,
    meta: Record<string, unknown>,
  ): Promise<{ user: User; made: boolean }> {
    const { users } = store;
    const known = await users.byEmail(email);
    if (known !== undefined) return { user: known, made: false };
    const user = newUser(email, meta, now());
    if (await users.insert(user)) return { user, made: true };
    // Another request has created the user in between.
    return { user: (await users.byEmail(email)) ?? user, made: false };
  }

  async function addEmailIdentity(user: User): Promise<void> {
    await store.identities.insert(newEmailIdentity(user));
  }
}

/** `provider`: that of the first sign-in; `providers`: all. */
export function appMetadata({ user, identities }: Person): Record<string, unknown> {
  const providers = [...new Set(identities.map(({ provider }) => provider))];
  return { ...objectOf(user.app), provider: providers[0], providers };
}

/** A JSON object from our own database. */
export function objectOf(json: string): Record<string, unknown> {
  const value: Record<string, unknown> = JSON.parse(json);
  return value;
}
