import type { AuthStore } from '#store/auth/auth-store.ts';

/**
 * Ends requested changes to an address whose person is deleted: the rows of those who requested them would keep it.
 * @param email canonical
 * @returns their number
 */
export async function forgetChangesTo(
  { users, oneTime }: Pick<AuthStore, 'users' | 'oneTime'>,
  email: string,
  now: number,
): Promise<number> {
  for (let count = 0; ; count += 1) {
    const changing = await users.byNewEmail(email);
    if (changing === undefined) return count;
    await users.update(changing.id, { newEmail: null, newEmailStep: 0 }, now);
    await oneTime.delete(changing.id, 'email_change_current');
    await oneTime.delete(changing.id, 'email_change_new');
  }
}
