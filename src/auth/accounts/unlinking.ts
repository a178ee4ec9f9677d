/** Removes an identity of a user: never the last one, and never the address with it unless another one replaces it. */

import type { AuthStore } from '#store/sessions/auth-store.ts';
import type { Identity } from '#store/sessions/identities.ts';
import type { WithChange } from '#store/sessions/users.ts';
import { objectOf } from './accounts.ts';
import { adopt, type ChangeAddressOptions } from './change-address.ts';

export type Unlinked = 'unlinked' | 'single' | 'unknown' | 'conflict';

/** @returns `conflict` if the address came by this identity, and no other one has a free and proven address */
export async function unlink(
  options: ChangeAddressOptions & { store: AuthStore },
  userId: string,
  identityId: string,
): Promise<Unlinked> {
  const { identities, users } = options.store;
  const [all, user] = await Promise.all([identities.of(userId), users.byId(userId)]);
  const identity = all.find(({ id }) => id === identityId);
  if (user === undefined || identity === undefined) return 'unknown';
  if (all.length === 1) return 'single';
  const email = user.email;
  const left = all.filter(({ id }) => id !== identityId).map((one) => provenEmail(one, email));
  if (email !== null && provenEmail(identity, email) === email && !left.includes(email)) {
    const next = left.find((address) => address !== undefined);
    if (next === undefined) return 'conflict';
    const change = (along: WithChange) => users.setEmail(userId, email, next, options.now(), along);
    if (!(await adopt(options, user, next, change))) return 'conflict';
  }
  return (await identities.delete(identityId, userId)) ? 'unlinked' : 'single';
}

/** The proven address of an identity, if any. That of `email` is the user's own. */
function provenEmail({ provider, data }: Identity, own: string | null): string | undefined {
  if (provider === 'email') return own ?? undefined;
  const { email, email_verified: proven } = objectOf(data);
  return proven === true && typeof email === 'string' ? email : undefined;
}
