/** A sign-in email that is due for a retry. */

import { oneTime, user } from '#store/sessions/auth-rows.fixture.ts';
import type { AuthStore } from '#store/sessions/auth-store.ts';

const DAY = 86_400_000;

/** A user with this address, and an email to them that a remote server deferred. */
export async function dueLetter(store: AuthStore, address: string): Promise<void> {
  const person = user(address);
  await store.users.insert(person);
  const until = Date.now() + DAY;
  const times = { linkUntil: until, codeUntil: until, retryAt: Date.now() - 1 };
  await store.oneTime.put(oneTime(person.id, times));
}
