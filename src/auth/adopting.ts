/** Another address takes the place of a user's own, and the confirmed aliases go with it. */

import type { AuthStore } from '#store/auth/auth-store.ts';
import type { User } from '#store/auth/users.ts';
import type { OwnedAliases } from './owned-aliases.ts';

export type AdoptingOptions = {
  store: Pick<AuthStore, 'users'>;
  aliases: OwnedAliases;
  /** Milliseconds since 1970. */
  now: () => number;
};

/** Whether nobody who proved the address has a user or an alias there. */
export async function isFree(
  { store, aliases }: Pick<AdoptingOptions, 'store' | 'aliases'>,
  email: string,
): Promise<boolean> {
  const user = await store.users.byEmail(email);
  return user?.confirmedAt == null && !(await aliases.hasConfirmed(email));
}

/**
 * @param user as it was before
 * @param change the statement that gives the user the address, unless somebody else has it
 * @returns false where the address is not free: all stays as it was
 */
export async function adopt(
  options: AdoptingOptions,
  user: User,
  email: string,
  change: () => Promise<User | undefined>,
): Promise<boolean> {
  const { store, aliases, now } = options;
  if (!(await isFree(options, email))) return false;
  // A user whose address was typed and never proven does not count.
  await store.users.deleteUnconfirmed(email);
  const { email: before } = user;
  if (before === null) return (await change()) !== undefined;
  // Asked in one turn, so that a process that is killed here has done both or neither.
  const [changed, moved] = await Promise.all([change(), aliases.move(before, email)]);
  if (changed !== undefined && moved) return true;
  // Another request took the address since the question above.
  if (changed !== undefined) await store.users.setEmail(user.id, email, before, now());
  if (moved) await aliases.move(email, before);
  return false;
}
