import { call } from '../manage/call.ts';
import type { Run } from '../manage/outcome.ts';

/** Here, or everywhere. */
export type SignOutScope = { scope: 'local' | 'global' };

/** @throws if the server has not ended the other sessions */
export const signOutOf: Run<SignOutScope> = async (parts, _, { scope }) => {
  if (scope === 'global') {
    // Without the server's answer the other sessions continue: the owner sees that, and can try again.
    await call(parts, 'POST', 'auth/v1/logout?scope=global');
    parts.sessions.drop();
  } else await parts.signOut();
  parts.leave(undefined);
};
