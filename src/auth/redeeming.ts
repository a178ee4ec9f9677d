/** Redeems a link or a code: checks its proof, and carries out its purpose. */

import type { AuthStore } from '#store/auth/auth-store.ts';
import type { OneTime, OneTimeKind } from '#store/auth/one-time.ts';
import type { Proof, User } from '#store/auth/users.ts';
import type { Accounts, TokenAnswer } from './accounts.ts';
import { adopt } from './adopting.ts';
import type { LetterPort } from './letter-port.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
import type { OwnedAliases } from './owned-aliases.ts';

/**
 * The caller's name for the kind of a letter. `email` fits every letter that begins a session for the address: a
 * stranger's address change needs its own name, and never accepts a code for one's own alias.
 */
export const REDEEMABLE: Record<string, readonly OneTimeKind[]> = {
  email: ['magiclink', 'signup', 'recovery', 'device'],
  magiclink: ['magiclink'],
  signup: ['signup'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
};

/** Letters to the address of an alias, which its reader may report as unwanted. */
const DECLINABLE: readonly OneTimeKind[] = ['magiclink', 'signup', 'recovery'];

export type Redeemed =
  /** The link was requested with a code challenge: the holder of its verifier gets the session. */
  | { kind: 'proven'; userId: string; challenge: string }
  | { kind: 'signed-in'; answer: TokenAnswer; entry: OneTime }
  /** The first of the two letters of an address change. */
  | { kind: 'half' }
  /** Wrong, used, expired, or its user is gone. */
  | { kind: 'expired' }
  /** Another user has the new address by now. */
  | { kind: 'taken' };

export type RedeemingOptions = {
  store: AuthStore;
  codes: OneTimeCodes;
  accounts: Accounts;
  letters: LetterPort;
  aliases: OwnedAliases;
  /** Milliseconds since 1970. */
  now: () => number;
};

export class Redeeming {
  readonly #options: RedeemingOptions;

  constructor(options: RedeemingOptions) {
    this.#options = options;
  }

  /** @param inBrowser the answer is in the address bar: with a code challenge it is a code instead of a session */
  async link(token: string, kinds: readonly OneTimeKind[], inBrowser = false): Promise<Redeemed> {
    const { codes, now } = this.#options;
    const found = await codes.findLink(token);
    const isForChange: IsForChange = (userId, change) => codes.isForChange(token, userId, change);
    // Before the link is used up: after an interruption the next letter must not wait half a year.
    if (found !== undefined && kinds.includes(found.kind) && found.linkUntil > now()) {
      await this.#countUse(found, isForChange);
    }
    return this.#redeem(await codes.redeemLink(token, kinds), inBrowser, isForChange);
  }

  /** @param email canonical: the letter's recipient */
  async code(email: string, code: string, kinds: readonly OneTimeKind[]): Promise<Redeemed> {
    const { store, codes } = this.#options;
    const owner = await store.users.byEmail(email);
    // An address that was never proven belongs to nobody yet, even after a request for a letter to it.
    const changing =
      owner?.confirmedAt == null && kinds.includes('email_change_new')
        ? await store.users.byNewEmail(email)
        : undefined;
    const user = changing ?? owner;
    const change = user?.newEmail ?? null;
    // A letter of an address change is found by its recipient's address.
    const fitting = kinds.filter((kind) =>
      changing === undefined ? kind !== 'email_change_new' : kind === 'email_change_new',
    );
    if (fitting.length === 0) return { kind: 'expired' };
    // For nobody as well: the time of the answer does not tell whether the address has a user.
    const userId = user?.id ?? codes.nobodyAt(email);
    const entry = await codes.redeemCode(userId, code, fitting, change);
    const isForChange: IsForChange = (_, to) => to === change;
    if (entry !== undefined) await this.#countUse(entry, isForChange);
    return this.#redeem(entry, false, isForChange);
  }

  /**
   * The reader at the address reports the letter with this link as unwanted: the unconfirmed aliases of the address are
   * deleted, and letters to it stop.
   * @returns false where the link is wrong, used or expired
   */
  async decline(token: string): Promise<boolean> {
    const { store, codes, letters, aliases, now } = this.#options;
    const entry = await codes.findLink(token);
    if (entry === undefined || !DECLINABLE.includes(entry.kind) || entry.linkUntil <= now()) {
      return false;
    }
    const email = (await store.users.byId(entry.userId))?.email;
    if (email === null || email === undefined) return false;
    // The link is used up last: after an interruption the report can be repeated.
    await letters.declined(email, await aliases.hasConfirmed(email));
    await aliases.decline(email);
    await codes.redeemLink(token, DECLINABLE);
    await store.users.deleteUnconfirmed(email);
    return true;
  }

  async #redeem(
    entry: OneTime | undefined,
    inBrowser: boolean,
    isForChange: IsForChange,
  ): Promise<Redeemed> {
    if (entry === undefined) return { kind: 'expired' };
    const user = await this.#options.store.users.byId(entry.userId);
    if (user === undefined) return { kind: 'expired' };
    if (entry.kind === 'email_change_current' || entry.kind === 'email_change_new') {
      return isForChange(user.id, user.newEmail ?? '')
        ? this.#changeAddress(entry, user, inBrowser)
        : { kind: 'expired' };
    }
    return this.#signIn(entry, inBrowser);
  }

  async #signIn(entry: OneTime, inBrowser: boolean): Promise<Redeemed> {
    const { store, accounts, now } = this.#options;
    const { userId, challenge } = entry;
    if (inBrowser && challenge !== null) {
      await store.users.signedIn(userId, now(), proofOf(entry));
      return { kind: 'proven', userId, challenge };
    }
    const answer = await accounts.signIn(userId, 'otp', proofOf(entry));
    return answer === undefined ? { kind: 'expired' } : { kind: 'signed-in', answer, entry };
  }

  /** A used letter raises the budget of its address. */
  async #countUse(entry: OneTime, isForChange: IsForChange): Promise<void> {
    if (!byLetter(entry)) return;
    const { store, letters } = this.#options;
    const user = await store.users.byId(entry.userId);
    const ofChange = entry.kind === 'email_change_new';
    const to = ofChange ? user?.newEmail : user?.email;
    if (to === null || to === undefined) return;
    // A letter of an earlier change went to another address than the pending one.
    if (!ofChange || isForChange(entry.userId, to)) await letters.used(to);
  }

  /** Both addresses must agree: the old one, if any, and the new one. */
  async #changeAddress(entry: OneTime, user: User, inBrowser: boolean): Promise<Redeemed> {
    const { store, now } = this.#options;
    const { newEmail: wanted } = user;
    if (wanted === null) return { kind: 'expired' };
    const only = user.email === null || user.confirmedAt === null;
    const [agreed, other] =
      entry.kind === 'email_change_current' ? ([1, 2] as const) : ([2, 1] as const);
    if (!only) {
      const half = await store.users.confirmStep(user.id, wanted, agreed, now());
      if (half !== undefined) return { kind: 'half' };
      // Either the other address has agreed, or another change has begun meanwhile, to which nobody has.
      const pending = await store.users.byId(user.id);
      const agree = pending?.newEmail === wanted && pending.newEmailStep === other;
      if (!agree) return { kind: 'expired' };
    }
    const adopted = await adopt(this.#options, user, wanted, () =>
      store.users.adoptEmail(user.id, wanted, only ? 0 : other, now()),
    );
    return adopted ? this.#signIn(entry, inBrowser) : { kind: 'taken' };
  }
}

/** Whether the proof was made for the change of this user's address to that one. */
type IsForChange = (userId: string, change: string) => boolean;

/** A code for another browser comes from a session, and from no letter. */
const byLetter = ({ kind }: OneTime): boolean => kind !== 'device';

const proofOf = (entry: OneTime): Proof =>
  entry.kind === 'signup' ? 'of-sign-up' : byLetter(entry);
