import type { AliasRow } from '../../../client/alias-row.ts';
import { call } from '../manage/call.ts';
import type { ManageParts } from '../manage/script.ts';

/** Here, or everywhere. */
export type SignOutScope = { scope: 'local' | 'global' };

/** @throws if the server has not ended the other sessions */
export async function signOutOf(
  parts: ManageParts,
  _: AliasRow,
  { scope }: SignOutScope,
): Promise<void> {
  if (scope === 'global') {
    // Without the server's answer the other sessions continue: the owner sees that, and can try again.
    await call(parts, 'POST', 'auth/v1/logout?scope=global');
    parts.sessions.drop();
  } else await parts.signOut();
  parts.leave(undefined);
}
