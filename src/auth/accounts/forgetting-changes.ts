import type { AuthStore } from '#store/sessions/auth-store.ts';

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
