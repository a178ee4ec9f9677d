/** Passkeys: discoverable WebAuthn credentials that are enough for a sign-in, without an address. */

import { languageOf } from '../letters/account-language.ts';
import { randomUUID } from 'node:crypto';
import type { AuthStore } from '#store/sessions/auth-store.ts';
import type { Challenge } from '#store/sessions/factors.ts';
import type { Passkey } from '#store/sessions/passkeys.ts';
import type { AuthSession } from '#store/sessions/sessions.ts';
import { isUuid } from '#store/storable.ts';
import type { User } from '#store/sessions/users.ts';
import type { Accounts, TokenAnswer } from '../accounts/accounts.ts';
import { CHALLENGE_MS } from './factor-kind.ts';
import type { LetterPort } from '../letters/letter-port.ts';
import type { AssertionResponse, AttestationResponse, Ceremony, RelyingParty } from './webauthn.ts';

/** Most passkeys of one user. */
const MOST = 10;

export type PasskeyRefusal =
  | 'no_challenge'
  | 'challenge_expired'
  | 'wrong'
  | 'known'
  | 'too_many'
  | 'session_ended';

/** The refusal of a passkey's registration or use. */
export class PasskeyRefused extends Error {
  override readonly name = 'PasskeyRefused';
  readonly reason: PasskeyRefusal;

  constructor(reason: PasskeyRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/** `until`: milliseconds since 1970. */
export type PasskeyCeremony = { challengeId: string; publicKey: object; until: number };

export type PasskeysOptions = {
  store: AuthStore;
  accounts: Accounts;
  site: RelyingParty;
  letters: Pick<LetterPort, 'notify'>;
  /** Milliseconds since 1970. */
  now: () => number;
};

export type Passkeys = ReturnType<typeof createPasskeys>;

export function createPasskeys({ store, site, letters, now, accounts }: PasskeysOptions) {
  return {
    async registration(session: AuthSession, user: User): Promise<PasskeyCeremony> {
      const known = await store.passkeys.of(user.id);
      if (known.length >= MOST) throw new PasskeyRefused('too_many');
      const ceremony = await site.registration('passkey', {
        userHandle: user.id,
        userName: user.email ?? user.id,
        known: known.map(({ credential }) => ({ id: credential, transports: [] })),
      });
      return keep(ceremony, session.id);
    },
    /** @throws PasskeyRefused */
    async register(
      session: AuthSession,
      user: User,
      challengeId: string,
      response: AttestationResponse,
    ): Promise<Passkey> {
      const { value } = await take(challengeId, session.id);
      const credential = await site.registered('passkey', value, response);
      if (credential === undefined) throw new PasskeyRefused('wrong');
      const passkey: Passkey = {
        id: randomUUID(),
        userId: user.id,
        credential: credential.id,
        publicKey: credential.publicKey,
        counter: credential.counter,
        name: null,
        createdAt: now(),
        lastUsedAt: null,
      };
      const insertion = await store.passkeys.insert(passkey, session.id);
      if (insertion !== 'made') throw new PasskeyRefused(insertion);
      // Counted after the insert, so that two at the same moment cannot exceed the limit.
      if ((await store.passkeys.of(user.id)).length > MOST) {
        await store.passkeys.delete(passkey.id, user.id);
        throw new PasskeyRefused('too_many');
      }
      if (user.email !== null) letters.notify('passkey-added', user.email, languageOf(user));
      return passkey;
    },
    /** Before any sign-in, and without an address. */
    async authentication(): Promise<PasskeyCeremony> {
      return keep(await site.authentication('passkey', []), null);
    },
    /** @throws PasskeyRefused */
    async signIn(challengeId: string, response: AssertionResponse): Promise<TokenAnswer> {
      const { value } = await take(challengeId, null);
      const passkey = await store.passkeys.byCredential(response.id);
      // WebAuthn section 7.2 step 6: a user who was not identified before must be named by the credential.
      if (passkey === undefined || handleOf(response) !== passkey.userId) {
        throw new PasskeyRefused('wrong');
      }
      const credential = { ...passkey, id: passkey.credential };
      const counter = await site.authenticated('passkey', value, response, credential);
      if (counter === undefined) throw new PasskeyRefused('wrong');
      if (!(await store.passkeys.used(passkey.id, counter, now())))
        throw new PasskeyRefused('wrong');
      const by = { passkey: passkey.id };
      const answer = await accounts.signIn(passkey.userId, 'passkey', false, by);
      if (answer === undefined) throw new PasskeyRefused('wrong');
      return answer;
    },
    /** Oldest first. */
    of(userId: string): Promise<Passkey[]> {
      return store.passkeys.of(userId);
    },
    /** @returns undefined if the user does not have one with that id */
    async rename(user: User, id: string, name: string): Promise<Passkey | undefined> {
      return isUuid(id) ? store.passkeys.rename(id, user.id, name) : undefined;
    },
    /** @returns false if the user does not have one with that id */
    async remove(user: User, id: string): Promise<boolean> {
      if (!isUuid(id) || !(await store.passkeys.delete(id, user.id))) return false;
      if (user.email !== null) letters.notify('passkey-removed', user.email, languageOf(user));
      return true;
    },
  };

  async function keep(ceremony: Ceremony, sessionId: string | null): Promise<PasskeyCeremony> {
    const { challenge: value, options } = ceremony;
    const challengeId = randomUUID();
    const until = now() + CHALLENGE_MS;
    const row: Challenge = { id: challengeId, sessionId, factorId: null, value, until };
    await store.factors.insertChallenge(row);
    return { challengeId, publicKey: options.publicKey, until };
  }

  /** A challenge accepts one answer, correct or wrong. */
  async function take(id: string, sessionId: string | null): Promise<Challenge> {
    const challenge = isUuid(id) ? await store.factors.takeChallenge(id) : undefined;
    if (challenge?.factorId !== null || challenge.sessionId !== sessionId) {
      throw new PasskeyRefused('no_challenge');
    }
    if (challenge.until <= now()) throw new PasskeyRefused('challenge_expired');
    return challenge;
  }
}

/** The user handle that our registration gave to the credential: the user's id. */
function handleOf({ userHandle = '' }: AssertionResponse): string {
  return Buffer.from(userHandle, 'base64url').toString('utf8');
}
