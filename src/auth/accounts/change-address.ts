/** Changes a user's address, and moves the confirmed aliases with it. */

import type { AuthStore } from '#store/sessions/auth-store.ts';
import type { User, WithChange } from '#store/sessions/users.ts';
import { newEmailIdentity } from './accounts.ts';
import { languageOf } from '../letters/account-language.ts';
import type { LetterPort } from '../letters/letter-port.ts';
import type { OwnedAliases } from '../aliases/owned-aliases.ts';
import type { WaysBack } from './ways-back.ts';

export type ChangeAddressOptions = {
  store: Pick<AuthStore, 'users' | 'identities'>;
  aliases: OwnedAliases;
  /** The earlier address gets a notice. */
  letters: Pick<LetterPort, 'notify' | 'sendAgain'>;
  /** The notice can undo the change if it was made without a second factor. */
  waysBack: Pick<WaysBack, 'noticeOf'>;
  /** Milliseconds since 1970. */
  now: () => number;
};

/** Whether the address has no confirmed user and no confirmed alias. */
export async function isFree(
  { store, aliases }: Pick<ChangeAddressOptions, 'store' | 'aliases'>,
  email: string,
): Promise<boolean> {
  const user = await store.users.byEmail(email);
  return user?.confirmedAt == null && !(await aliases.hasConfirmed(email));
}

/**
 * Voids letters and codes of the earlier address.
 * @param user in its earlier state
 * @param change the transaction that gives the user the address, unless another user has it: it writes the notices and
 * moves the aliases as well
 * @returns false if the address is not free: nothing has changed
 */
export async function adopt(
  options: ChangeAddressOptions,
  user: User,
  email: string,
  change: (along: WithChange) => Promise<User | undefined>,
): Promise<boolean> {
  const { store, letters, waysBack, aliases } = options;
  if (!(await isFree(options, email))) return false;
  // A user with an unproven address does not count.
  await store.users.deleteUnconfirmed(email);
  const { email: before } = user;
  const notice = await waysBack.noticeOf(user);
  const moving = before === null ? undefined : aliases.moving(before, email);
  const notices = notice === undefined ? [] : [notice];
  if ((await change({ notices, aliases: moving })) === undefined) return false;
  moving?.moved();
  // An anonymous user until now.
  if (before === null) await store.identities.insert(newEmailIdentity({ ...user, email }));
  // After the response: the remote server may be slow.
  else if (notice !== undefined) void letters.sendAgain();
  else letters.notify('address-changed', before, languageOf(user));
  return true;
}

/**
 * Ends requested changes to an address whose user is deleted: the rows of the requesters would otherwise keep it.
 * @param email canonical
 * @returns their number
 */
export async function forgetChangesTo(
  { users, oneTime }: Pick<AuthStore, 'users' | 'oneTime'>,
  email: string,
  now: number,
): Promise<number> {
  for (let count = 0; ; ) {
    const changing = await users.byNewEmail(email);
    if (changing.length === 0) return count;
    for (const { id } of changing) {
      await users.update(id, { newEmail: null, newEmailStep: 0 }, now);
      await oneTime.delete(id, 'email_change_current');
      await oneTime.delete(id, 'email_change_new');
    }
    count += changing.length;
  }
}
