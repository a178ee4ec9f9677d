/**
 * 'This was not me', in the notice to the earlier address of a change. Someone who read the mailbox for a minute can
 * move the account away; its owner gets it back with one press. The earlier address is kept sealed for seven days, and
 * only for this.
 */

import type { AuthStore } from '#store/sessions/auth-store.ts';
import { type OneTime, WAYS_BACK } from '#store/sessions/one-time.ts';
import type { User } from '#store/sessions/users.ts';
import { languageOf } from '../letters/account-language.ts';
import type { KnownBrowsers } from '../letters/known-browsers.ts';
import type { LetterPort } from '../letters/letter-port.ts';
import { earlierAddress, sealedEarlierAddress } from '../tokens/earlier-address.ts';
import { noticeRow, type OneTimeCodes, UNDO_MS } from '../tokens/one-time-codes.ts';
import type { OwnedAliases } from '../aliases/owned-aliases.ts';
import type { Sealing } from '#secrets/sealing.ts';
import type { Sessions } from '../tokens/sessions.ts';

/**
 * A younger factor does not count as the owner's: someone who reads the mailbox can add one, a passkey or a linked
 * account first, and use it to change the address.
 */
const OWNERS_MS = UNDO_MS;

export type WaysBackOptions = {
  store: AuthStore;
  codes: OneTimeCodes;
  sealing: Sealing;
  sessions: Sessions;
  browsers: KnownBrowsers;
  letters: Pick<LetterPort, 'notify'>;
  aliases: OwnedAliases;
  /** Milliseconds since 1970. */
  now: () => number;
};

export type WaysBack = ReturnType<typeof createWaysBack>;

/**
 * `void`: the link is wrong, used or expired; `taken`: the earlier address has another confirmed alias by now, and
 * nothing has changed.
 */
export type GivenBack = 'returned' | 'void' | 'taken';

export function createWaysBack(options: WaysBackOptions) {
  const { store, codes, sealing, sessions, browsers, letters, aliases, now } = options;
  return {
    /**
     * The row from which the notice is sent, due at once: as it is written with the change, the notice is sent even if
     * the process ends.
     * @param user before the change
     * @returns undefined if the change was made with a second factor, or three changes of the last seven days can
     * already be undone
     */
    async noticeOf({ id, email, confirmedAt }: User): Promise<OneTime | undefined> {
      if (email === null || confirmedAt === null) return undefined;
      const factors = await store.factors.of(id);
      // The call requires a second factor if the user has one.
      const before = now() - OWNERS_MS;
      if (factors.some(({ verified, createdAt }) => verified && createdAt <= before))
        return undefined;
      const kind = await freeWay(id);
      if (kind === undefined) return undefined;
      const challenge = sealedEarlierAddress(sealing, { userId: id, kind }, email);
      return noticeRow(id, kind, { linkUntil: now() + UNDO_MS, challenge, now: now() });
    },
    /** The account and its aliases get the earlier address back; the address that they had gets a notice. */
    async giveBack(token: string): Promise<GivenBack> {
      const way = await codes.findLink(token);
      const to = way && earlierAddress(sealing, way);
      if (way === undefined || to === undefined || way.linkUntil <= now()) return 'void';
      const user = await store.users.byId(way.userId);
      if (user === undefined || user.email === to) return 'void';
      if (await aliases.hasConfirmed(to)) return 'taken';
      const since = way.linkUntil - UNDO_MS - OWNERS_MS;
      const moving = user.email === null ? undefined : aliases.moving(user.email, to);
      // The holder of the link reads that mailbox: a newer account there, without an alias, is theirs and is deleted.
      // The change back uses up the link: after an interruption the button can be pressed again.
      const returned = await store.users.returnEmail(user.id, user.email, to, now(), {
        way,
        since,
        aliases: moving,
      });
      if (returned === undefined) return (await aliases.hasConfirmed(to)) ? 'taken' : 'void';
      moving?.moved();
      // Including the sessions of the thief, who has signed in by the mailbox.
      await browsers.forget(to);
      sessions.changed();
      if (user.email !== null) letters.notify('address-taken-back', user.email, languageOf(user));
      return 'returned';
    },
  };

  async function freeWay(userId: string) {
    for (const kind of WAYS_BACK) {
      const row = await store.oneTime.find(userId, kind);
      if (row === undefined || row.linkUntil <= now()) return kind;
    }
    return undefined;
  }
}
