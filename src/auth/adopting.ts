/** Changes a user's address, and moves the confirmed aliases with it. */

import type { AuthStore } from '#store/auth/auth-store.ts';
import type { User } from '#store/auth/users.ts';
import type { OwnedAliases } from './owned-aliases.ts';

export type AdoptingOptions = {
  store: Pick<AuthStore, 'users'>;
  aliases: OwnedAliases;
  /** Milliseconds since 1970. */
  now: () => number;
};

/** Whether the address has no confirmed user and no confirmed alias. */
export async function isFree(
  { store, aliases }: Pick<AdoptingOptions, 'store' | 'aliases'>,
  email: string,
): Promise<boolean> {
  const user = await store.users.byEmail(email);
  return user?.confirmedAt == null && !(await aliases.hasConfirmed(email));
}

/**
 * @param user in its earlier state
 * @param change the statement that gives the user the address, unless another user has it
 * @returns false where the address is not free: nothing has changed
 */
export async function adopt(
  options: AdoptingOptions,
  user: User,
  email: string,
  change: () => Promise<User | undefined>,
): Promise<boolean> {
  const { store, aliases, now } = options;
  if (!(await isFree(options, email))) return false;
  // A user with an unproven address does not count.
  await store.users.deleteUnconfirmed(email);
  const { email: before } = user;
  if (before === null) return (await change()) !== undefined;
  // Both are sent in one turn, so that a process that is killed here has done both or neither.
  const [changed, moved] = await Promise.all([change(), aliases.move(before, email)]);
  if (changed !== undefined && moved) return true;
  // Another request took the address after the check above.
  if (changed !== undefined) await store.users.setEmail(user.id, email, before, now());
  if (moved) await aliases.move(email, before);
  return false;
}
