/**
 * Changes of a user's address. The old address agrees by link or code; the new one only by a code that is typed where the
 * change was asked for, as a link would let a reader agree who never asked (docs/decisions/ownership.md). Neither begins a session,
 * but for the code that completes the change: all earlier sessions end then.
 */

import { RowLimiter, type RowLimiterOptions } from '#limits/row-limiter.ts';
import { addressBlock } from '#rules/address-block.ts';
import type { AuthStore } from '#store/sessions/auth-store.ts';
import type { OneTime } from '#store/sessions/one-time.ts';
import type { AuthSession } from '#store/sessions/sessions.ts';
import type { User } from '#store/sessions/users.ts';
import type { Accounts } from './accounts.ts';
import { adopt } from './change-address.ts';
import type { LetterPort } from '../letters/letter-port.ts';
import type { OneTimeCodes } from '../tokens/one-time-codes.ts';
import type { OwnedAliases } from '../aliases/owned-aliases.ts';
import type { Redeemed } from './redeemed.ts';
import type { Sessions } from '../tokens/sessions.ts';
import type { UndoneChanges } from './undone-changes.ts';
import type { WaysBack } from './ways-back.ts';

export type AddressChangesOptions = {
  store: AuthStore;
  codes: OneTimeCodes;
  /** Counts the tries of codes. */
  counted: RowLimiterOptions;
  accounts: Accounts;
  sessions: Sessions;
  letters: LetterPort;
  aliases: OwnedAliases;
  undone: UndoneChanges;
  waysBack: WaysBack;
  /** Milliseconds since 1970. */
  now: () => number;
};

/** Tries of the code to the new address by one address block, for the longest lifetime of a code, on all nodes together. */
export const CHANGE_TRIES = [{ most: 5, ms: 86_400_000 }];

/** The person who types a code. */
export type Typist = {
  /** IP address; undefined: not limited. */
  requester: string | undefined;
  /** The session of the access token in the request. */
  session: AuthSession | undefined;
};

export type AddressChanges = ReturnType<typeof createAddressChanges>;

export function createAddressChanges(options: AddressChangesOptions) {
  const { store, codes, letters, now, accounts, sessions, undone } = options;
  const rows = new RowLimiter(options.counted);
  return {
    /** The link in the letter to the old address. */
    async link(token: string): Promise<Redeemed> {
      const found = await codes.findLink(token);
      if (found?.kind !== 'email_change_current' || found.linkUntil <= now()) return EXPIRED;
      const user = await store.users.byId(found.userId);
      if (user === undefined || !codes.isAbout(token, user.id, user.newEmail ?? '')) {
        return EXPIRED;
      }
      // Before the link is used up: after an interruption the next letter must not wait half a year.
      if (user.email !== null) await letters.used(user.email);
      const entry = await codes.redeemLink(token, ['email_change_current']);
      return entry === undefined ? EXPIRED : oldAgrees(user, entry);
    },
    /** @param email canonical: the letter's recipient, whose code may be for any of the changes to this address */
    async code(email: string, code: string, typist: Typist): Promise<Redeemed> {
      const { users } = store;
      const [owner, changing] = await Promise.all([users.byEmail(email), users.byNewEmail(email)]);
      // Also without a user: the response time does not reveal whether the address has one.
      const id = owner?.id ?? codes.nobodyAt(email);
      const pending = owner?.newEmail == null ? [] : [owner.newEmail];
      const old = await codes.redeemCode(id, code, ['email_change_current'], pending);
      if (owner !== undefined && old !== undefined) {
        await letters.used(email);
        return oldAgrees(owner, old);
      }
      for (const user of changing) {
        if ((await redeemNew(user, code, typist)) === undefined) continue;
        await letters.used(email);
        return newAgrees(user, typist.session);
      }
      return EXPIRED;
    },
  };

  async function redeemNew(
    { id, newEmail }: User,
    code: string,
    { requester }: Typist,
  ): Promise<OneTime | undefined> {
    const letter = await store.oneTime.find(id, 'email_change_new');
    if (letter === undefined || !(await mayTry(letter, requester))) return undefined;
    return codes.redeemCode(id, code, ['email_change_new'], newEmail === null ? [] : [newEmail]);
  }

  /** Counts a try before the code is compared: a hundred at the same moment count as five. @returns false: none is left */
  async function mayTry({ code }: OneTime, requester: string | undefined): Promise<boolean> {
    if (requester === undefined) return true;
    const name = `${addressBlock(requester)} ${code}`;
    const { ms } = await rows.take([rows.claim('tries of a change', name, CHANGE_TRIES)]);
    return ms === 0;
  }

  async function oldAgrees(user: User, { challenge: staying }: OneTime): Promise<Redeemed> {
    const agreed = await agree(user, 1, staying);
    return agreed ?? { kind: 'changed' };
  }

  async function newAgrees(user: User, session: AuthSession | undefined): Promise<Redeemed> {
    if (session?.userId === user.id) await store.oneTime.noteStaying(user.id, session.id);
    const agreed = await agree(user, 2, null);
    if (agreed !== undefined) return agreed;
    const answer = await accounts.signIn(user.id, 'otp', true);
    return answer === undefined ? EXPIRED : { kind: 'signed-in', answer, by: 'email_change_new' };
  }

  /** Both addresses must agree: the old one, if any (1), and the new one (2). @returns undefined if both have */
  async function agree(
    user: User,
    step: 1 | 2,
    staying: string | null,
  ): Promise<Redeemed | undefined> {
    const { newEmail: wanted } = user;
    if (wanted === null) return EXPIRED;
    const only = user.email === null || user.confirmedAt === null;
    const other = step === 1 ? 2 : 1;
    if (!only) {
      const half = await store.users.confirmStep(user.id, wanted, step, now());
      if (half !== undefined) return { kind: 'half' };
      // Either the other address has agreed, or another change has begun meanwhile, to which neither has.
      const pending = await store.users.byId(user.id);
      if (pending?.newEmail !== wanted || pending.newEmailStep !== other) return EXPIRED;
    }
    const notice = undone.noticeOf(user, wanted);
    const adopted = await adopt(options, user, wanted, ({ notices = [], aliases }) =>
      store.users.adoptEmail(user.id, wanted, only ? 0 : other, now(), staying, {
        notices: [notice, ...notices],
        aliases,
      }),
    );
    sessions.changed();
    if (!adopted) return { kind: 'taken' };
    // After the response: the remote server may be slow.
    void letters.sendAgain();
    return undefined;
  }
}

const EXPIRED: Redeemed = { kind: 'expired' };
