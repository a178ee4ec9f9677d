/** Redeems a link or a code: checks its proof, and carries out its purpose. */

import { maskedAddress } from '#rules/address.ts';
import type { AuthStore } from '#store/sessions/auth-store.ts';
import type { OneTime, OneTimeKind } from '#store/sessions/one-time.ts';
import type { AddressProof } from '#store/sessions/users.ts';
import type { Accounts } from './accounts.ts';
import type { AddressChanges, Typist } from './address-changes.ts';
import { languageOf } from '../letters/account-language.ts';
import type { LetterPort } from '../letters/letter-port.ts';
import { letterKindOf, type OneTimeCodes, takesBack } from '../tokens/one-time-codes.ts';
import type { OwnedAliases } from '../aliases/owned-aliases.ts';
import type { Redeemed } from './redeemed.ts';
import type { UndoneChanges } from './undone-changes.ts';
import type { GivenBack, WaysBack } from './ways-back.ts';

/**
 * The caller's name for the kind of a letter. `email` fits every letter that begins a session for the address: a
 * stranger's address change needs its own name, and never accepts a code for one's own alias.
 */
export const REDEEMABLE: Record<string, readonly OneTimeKind[]> = {
  email: ['magiclink', 'magiclink_own', 'signup', 'recovery', 'recovery_own', 'device'],
  magiclink: ['magiclink', 'magiclink_own'],
  signup: ['signup'],
  recovery: ['recovery', 'recovery_own'],
  email_change: ['email_change_current', 'email_change_new'],
};

/** Letters to the address of an alias, which its reader may report as unwanted. */
const DECLINABLE: readonly OneTimeKind[] = [
  'magiclink',
  'magiclink_own',
  'signup',
  'recovery',
  'recovery_own',
];

export type RedeemingOptions = {
  store: AuthStore;
  codes: OneTimeCodes;
  accounts: Accounts;
  changes: AddressChanges;
  undone: UndoneChanges;
  waysBack: WaysBack;
  letters: LetterPort;
  aliases: OwnedAliases;
  /** Milliseconds since 1970. */
  now: () => number;
};

/** The result of 'I did not ask for this' and 'This was not me'; `void`: the link is wrong, used or expired. */
export type Declined = 'declined' | GivenBack;

export function createRedeeming({
  codes,
  changes,
  now,
  store,
  letters,
  aliases,
  undone,
  waysBack,
  accounts,
}: RedeemingOptions) {
  return {
    /** @param inBrowser the response is in the address bar: with a code challenge it is a code instead of a session */
    async link(token: string, kinds: readonly OneTimeKind[], inBrowser = false): Promise<Redeemed> {
      if (kinds.includes('email_change_current')) return changes.link(token);
      const found = await codes.findLink(token);
      const email = found && (await store.users.byId(found.userId))?.email;
      // Before the link is used up: after an interruption the next letter must not wait half a year.
      if (found !== undefined && kinds.includes(found.kind) && found.linkUntil > now()) {
        await countUse(found);
        await confirmNamed(found, (id) => codes.isAbout(token, found.userId, id));
      }
      return signIn(await codes.redeemLink(token, kinds, 'stays'), email ?? '', inBrowser);
    },
    /** @param email canonical: the letter's recipient */
    async code(
      email: string,
      code: string,
      kinds: readonly OneTimeKind[],
      typist: Typist,
    ): Promise<Redeemed> {
      if (kinds.includes('email_change_new')) return changes.code(email, code, typist);
      if (kinds.length === 0) return { kind: 'expired' };
      const user = await store.users.byEmail(email);
      const ids = await aliases.idsOf(email);
      // Also without a user: the response time does not reveal whether the address has one.
      const entry = await codes.redeemCode(user?.id ?? codes.nobodyAt(email), code, kinds, ids);
      if (entry !== undefined) {
        await countUse(entry);
        await confirmNamed(entry, (id) => id === entry.subject);
      }
      return signIn(entry, email, false);
    },
    /**
     * What a letter's link would confirm, for the question before it is used; it stays unused.
     * @returns the masked address, and the alias that the letter names; undefined if the link is wrong, used or expired
     */
    async asksFor(token: string): Promise<{ address: string; alias: string | null } | undefined> {
      const entry = await codes.findLink(token);
      if (entry === undefined || !DECLINABLE.includes(entry.kind) || entry.linkUntil <= now()) {
        return undefined;
      }
      const email = (await store.users.byId(entry.userId))?.email;
      if (email === null || email === undefined) return undefined;
      const waiting = await aliases.unconfirmed(email);
      const named = waiting.find(({ alias }) => codes.isAbout(token, entry.userId, alias.id));
      return { address: maskedAddress(email), alias: named?.alias.alias_email ?? null };
    },
    /**
     * The reader at the address reports the letter with this link as unwanted: the unconfirmed aliases of the address are
     * deleted, and letters to it stop. The notices to both addresses of a change undo the change.
     */
    async decline(token: string): Promise<Declined> {
      const entry = await codes.findLink(token);
      if (entry?.kind === 'not_me') return (await undone.undo(token)) ? 'declined' : 'void';
      if (entry !== undefined && takesBack(entry.kind)) return waysBack.giveBack(token);
      if (entry === undefined || !DECLINABLE.includes(entry.kind) || entry.linkUntil <= now()) {
        return 'void';
      }
      const email = (await store.users.byId(entry.userId))?.email;
      if (email === null || email === undefined) return 'void';
      // The link is used up last: after an interruption the report can be repeated.
      await letters.declined(email, await aliases.hasConfirmed(email));
      await aliases.decline(email);
      await codes.redeemLink(token, DECLINABLE);
      await store.users.deleteUnconfirmed(email);
      return 'declined';
    },
  };

  /** @param email the letter's recipient, read before its link or code was used up */
  async function signIn(
    entry: OneTime | undefined,
    email: string,
    inBrowser: boolean,
  ): Promise<Redeemed> {
    if (entry === undefined) return { kind: 'expired' };
    const { userId, challenge } = entry;
    if (inBrowser && challenge !== null) {
      const user = await store.users.signedIn(userId, now(), proofOf(entry));
      return user === undefined ? { kind: 'expired' } : { kind: 'proven', userId, challenge };
    }
    const from = byLetter(entry) ? null : challenge;
    const by = from === null ? { address: email } : { session: from };
    const answer = await accounts.signIn(userId, 'otp', proofOf(entry), by);
    if (answer === undefined) return { kind: 'expired' };
    const { user } = answer.person;
    // Nothing else would report it: no letter requested this session.
    if (from !== null && user.email !== null) {
      letters.notify('session-by-code', user.email, languageOf(user));
    }
    return { kind: 'signed-in', answer, by: letterKindOf(entry.kind) };
  }

  /** The letter's reader has confirmed the alias that the letter names, and no other. */
  async function confirmNamed(
    { userId }: OneTime,
    isNamed: (aliasId: string) => boolean,
  ): Promise<void> {
    const email = (await store.users.byId(userId))?.email;
    if (email !== null && email !== undefined) {
      await aliases.confirm(email, ({ alias }) => isNamed(alias.id));
    }
  }

  /** A used letter raises the budget of its address. */
  async function countUse(entry: OneTime): Promise<void> {
    if (!byLetter(entry)) return;
    const email = (await store.users.byId(entry.userId))?.email;
    if (email !== null && email !== undefined) await letters.used(email);
  }
}

/** A code for another browser comes from a session, not from a letter. */
const byLetter = ({ kind }: OneTime): boolean => kind !== 'device';

const proofOf = (entry: OneTime): AddressProof =>
  entry.kind === 'signup' ? 'of-sign-up' : byLetter(entry);
