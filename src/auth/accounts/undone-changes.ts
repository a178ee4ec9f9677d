/**
 * 'This was not me', in the notice to the new address of a change: someone tricked into typing the code for a stranger
 * gets the address back, and the account gets its earlier one. The earlier address is kept sealed for that long, and
 * only for this.
 */

import type { AuthStore } from '#store/sessions/auth-store.ts';
import type { OneTime } from '#store/sessions/one-time.ts';
import type { User } from '#store/sessions/users.ts';
import { isFree } from './change-address.ts';
import { languageOf } from '../letters/account-language.ts';
import type { KnownBrowsers } from '../letters/known-browsers.ts';
import type { LetterPort } from '../letters/letter-port.ts';
import { noticeRow, type OneTimeCodes, UNDO_MS } from '../tokens/one-time-codes.ts';
import type { OwnedAliases } from '../aliases/owned-aliases.ts';
import type { Sealing } from '#secrets/sealing.ts';
import type { Sessions } from '../tokens/sessions.ts';

export type UndoneChangesOptions = {
  store: AuthStore;
  codes: OneTimeCodes;
  sealing: Sealing;
  sessions: Sessions;
  browsers: KnownBrowsers;
  letters: LetterPort;
  aliases: OwnedAliases;
  /** Milliseconds since 1970. */
  now: () => number;
};

export type UndoneChanges = ReturnType<typeof createUndoneChanges>;

export function createUndoneChanges(options: UndoneChangesOptions) {
  const { sealing, now, store, codes, sessions, browsers, letters, aliases } = options;
  return {
    /**
     * The row from which the notice is sent, due at once: as it is written with the change, the notice is sent even if
     * the process ends.
     * @param user before the change
     */
    noticeOf({ id, email }: User, wanted: string): OneTime {
      const challenge = sealing.seal(ownerOf(id, wanted), email ?? '');
      return noticeRow(id, 'not_me', { linkUntil: now() + UNDO_MS, challenge, now: now() });
    },
    /**
     * The account and its aliases get the earlier address back, or none if another user has it by now. All sessions
     * end, and letters to the wrongly claimed address stop.
     * @returns false if the link is wrong, used or expired, or the account has yet another address
     */
    async undo(token: string): Promise<boolean> {
      const entry = await codes.findLink(token);
      if (entry?.kind !== 'not_me' || entry.linkUntil <= now()) return false;
      const user = await store.users.byId(entry.userId);
      const email = user?.email ?? '';
      const before = sealing.open(ownerOf(entry.userId, email), entry.challenge ?? '')?.text;
      if (user === undefined || before === undefined) return false;
      // The change back uses up the link: after an interruption the button can be pressed again.
      await letters.declined(email, false);
      await browsers.forget(email);
      if (await giveBack(user, email, before)) {
        letters.notify('address-returned', before, languageOf(user));
      } else if (!(await takeAway(user, email))) return false;
      sessions.changed();
      return true;
    },
  };

  async function giveBack(user: User, from: string, to: string): Promise<boolean> {
    if (to === '' || !(await isFree(options, to))) return false;
    await store.users.deleteUnconfirmed(to);
    const moving = aliases.moving(from, to);
    const along = { sessions: 'end', aliases: moving } as const;
    const changed = await store.users.setEmail(user.id, from, to, now(), along);
    if (changed !== undefined) moving.moved();
    return changed !== undefined;
  }

  /** No one else's mail may be forwarded to an address whose reader has declined it. */
  async function takeAway(user: User, from: string): Promise<boolean> {
    const { forget, forgotten } = aliases.forgetting();
    const along = { sessions: 'end', aliases: { move: () => forget(user) } } as const;
    const changed = await store.users.setEmail(user.id, from, null, now(), along);
    forgotten();
    return changed !== undefined;
  }
}

/** The sealed text opens only while the account has the address to which the notice went. */
const ownerOf = (userId: string, email: string) => `${userId} ${email}`;
