/** Second factors: enrolled, challenged, verified and removed. factor-kind.ts is the interface of each kind. */

import { languageOf } from '../letters/account-language.ts';
import { randomUUID } from 'node:crypto';
import type { AuthStore } from '#store/sessions/auth-store.ts';
import { type Factor, type FactorType, UNVERIFIED_MS } from '#store/sessions/factors.ts';
import type { AuthSession } from '#store/sessions/sessions.ts';
import { isUuid } from '#store/storable.ts';
import type { User } from '#store/sessions/users.ts';
import {
  CHALLENGE_MS,
  type Challenged,
  type AskedChallenge,
  type Enrolled,
  type Enrolment,
  type FactorAnswer,
  type FactorKind,
  FactorRefused,
} from './factor-kind.ts';
import type { FactorTries } from './factor-tries.ts';
import type { LetterPort } from '../letters/letter-port.ts';
import { methodsOf, type Sessions } from '../tokens/sessions.ts';

/** Most factors of one user. */
const MOST = 10;

/**
 * Wrong codes without a right one: then the user gets a notice, and sessions that came only by letter have one try a
 * day.
 */
const GUESSED = 25;
const SLOWED = 100;

export type FactorsOptions = {
  store: AuthStore;
  sessions: Sessions;
  /** Undefined: that kind is off. */
  kinds: Record<FactorType, FactorKind | undefined>;
  tries: FactorTries;
  letters: Pick<LetterPort, 'notify'>;
  /** Milliseconds since 1970. */
  now: () => number;
};

export type NewFactor = Enrolment & { type: FactorType; name: string | null };

export function createFactors({ store, now, sessions, letters, tries, kinds }: FactorsOptions) {
  return {
    isOn(type: FactorType): boolean {
      return kinds[type] !== undefined;
    },
    /** @throws FactorRefused */
    async enrol(
      session: AuthSession,
      user: User,
      { type, name, ...enrolment }: NewFactor,
    ): Promise<{ id: string; enrolled: Enrolled }> {
      const kind = kindOf(type);
      await demandAal2(session);
      await store.factors.deleteUnverified(user.id, now() - UNVERIFIED_MS);
      const id = randomUUID();
      const { sealed, enrolled } = kind.enrol(id, user, enrolment);
      const factor = { id, userId: user.id, name, type, sealed, createdAt: now(), ...FRESH };
      if (!(await store.factors.insert(factor))) throw new FactorRefused({ reason: 'name_taken' });
      // Counted after the insert, so that two at the same moment cannot exceed the limit.
      if ((await store.factors.of(user.id)).length > MOST) {
        await store.factors.delete(id, user.id);
        throw new FactorRefused({ reason: 'too_many' });
      }
      return { id, enrolled };
    },
    /** @throws FactorRefused */
    async challenge(
      session: AuthSession,
      user: User,
      factorId: string,
      asked: AskedChallenge,
    ): Promise<Challenged & { id: string; type: FactorType; until: number }> {
      const factor = await find(session, factorId);
      const kind = kindOf(factor.type);
      if (!factor.verified) await demandAal2(session);
      const id = randomUUID();
      const challenged = await kind.challenge(id, factor, user, asked);
      const until = now() + CHALLENGE_MS;
      await store.factors.insertChallenge({
        id,
        // Bound to the session, and not to an IP address, which changes when a person moves.
        sessionId: session.id,
        factorId,
        value: challenged.value,
        until,
      });
      return { ...challenged, id, type: factor.type, until };
    },
    /** @returns the session, raised to aal2 @throws FactorRefused */
    async verify(
      session: AuthSession,
      user: User,
      factorId: string,
      { challengeId, answer }: { challengeId: string; answer: FactorAnswer },
    ): Promise<AuthSession | undefined> {
      const found = await find(session, factorId);
      const kind = kindOf(found.type);
      // Otherwise an intruder with only the mailbox could enrol a factor just before the owner, and sign in by it later.
      if (!found.verified) await demandAal2(session);
      const challenge = isUuid(challengeId)
        ? await store.factors.findChallenge(challengeId)
        : undefined;
      if (challenge?.factorId !== found.id || challenge.sessionId !== session.id) {
        throw new FactorRefused({ reason: 'no_challenge' });
      }
      if (challenge.until <= now()) throw new FactorRefused({ reason: 'challenge_expired' });
      return tries.inTurn(found.id, session, async () => {
        // Read again: a copy of the answer may have been accepted before this one's turn.
        const factor = await find(session, factorId);
        const seconds = await tries.take(factor.id, session, isSlowed(factor, session));
        if (seconds > 0) throw new FactorRefused({ reason: 'locked', seconds });
        const verified = await kind.verify(factor, challenge, answer);
        const accepted = verified === 'accepted';
        if (verified === 'wrong') await countWrong(factor, user);
        else await tries.giveBack(factor.id, session, accepted);
        if (!accepted) {
          // Another first factor was verified at this moment.
          if (!factor.verified) await demandAal2(session);
          throw new FactorRefused({ reason: 'wrong', type: factor.type });
        }
        const raised = await sessions.raise(session, kind.method, !factor.verified);
        if (!factor.verified && user.email !== null)
          letters.notify('factor-added', user.email, languageOf(user));
        return raised;
      });
    },
    /** The sessions that have shown it fall to aal1 at once, their tokens at the next refresh. @throws FactorRefused */
    async remove(session: AuthSession, user: User, factorId: string): Promise<void> {
      const factor = await find(session, factorId);
      if (factor.verified) await demandAal2(session);
      if (!(await store.factors.delete(factor.id, user.id))) {
        throw new FactorRefused({ reason: 'not_found' });
      }
      sessions.changed();
      if (factor.verified && user.email !== null)
        letters.notify('factor-removed', user.email, languageOf(user));
    },
    demandAal2,
  };

  /**
   * Someone who reads the mailbox begins session after session, and tries codes in all of them: the owner gets a
   * notice.
   */
  async function countWrong({ id, type, verified }: Factor, user: User): Promise<void> {
    // A signature cannot be guessed, and a failed enrolment is the user's own.
    if (type === 'webauthn' || !verified) return;
    const wrong = await store.factors.countWrong(id);
    if (wrong !== GUESSED || user.email === null) return;
    letters.notify('factor-guessed', user.email, languageOf(user));
  }

  /** The session of a user with a verified factor must have shown one. @throws FactorRefused */
  async function demandAal2({ userId, aal }: AuthSession): Promise<void> {
    if (aal === 2) return;
    const factors = await store.factors.of(userId);
    if (factors.some(({ verified }) => verified)) {
      throw new FactorRefused({ reason: 'below_aal2' });
    }
  }

  function kindOf(type: FactorType): FactorKind {
    const kind = kinds[type];
    if (kind === undefined) throw new FactorRefused({ reason: 'off', type });
    return kind;
  }

  async function find({ userId }: AuthSession, id: string): Promise<Factor> {
    const factor = isUuid(id) ? await store.factors.find(id) : undefined;
    const since = now() - UNVERIFIED_MS;
    const ended = factor !== undefined && !factor.verified && factor.createdAt <= since;
    if (factor?.userId === userId && !ended) return factor;
    throw new FactorRefused({ reason: 'not_found' });
  }
}

/**
 * Access to the mailbox alone leads no further; a session that has shown a passkey or a factor before does not count as
 * such.
 */
const isSlowed = ({ tries }: Factor, session: AuthSession): boolean =>
  tries >= SLOWED && methodsOf(session).every(({ method }) => method === 'otp');

const FRESH = { verified: false, lastStep: 0, credential: null, tries: 0 };
