/** The calls of a user about the account itself: read it, delete it, sign out. */

import type { Context } from 'hono';
import type { Facility } from '#auth/facility.ts';
import { forgetChangesTo } from '#auth/accounts/change-address.ts';
import { provenAddress } from '#auth/aliases/owned-aliases.ts';
import type { AuthSession } from '#store/sessions/sessions.ts';
import type { AuthParts } from './auth-call.ts';
import { clearDeviceCookie } from './wire/cookies.ts';
import { invalid, keepingHeaders, notEnough } from './wire/refused.ts';
import { userShape } from './wire/shapes.ts';
import { personOf } from './wire/signed-in.ts';

/** GET user. */
export async function getUserCall(c: Context, parts: AuthParts): Promise<Response> {
  return c.json(userShape(await personOf(parts.accounts, await parts.demandKnown(c))));
}

/**
 * DELETE user: deletes every row of the person. Names of aliases that carried mail, and the budget of letters, stay.
 */
export async function deleteUserCall(c: Context, parts: AuthParts): Promise<Response> {
  const session = await parts.demand(c);
  await demandSecondFactor(parts, session, 403);
  const { store, aliases, sessions, now } = parts;
  const user = await store.users.byId(session.userId);
  const email = user && provenAddress(user);
  // First: after an interruption the person can still sign in and try again.
  if (email !== undefined) await forgetChangesTo(store, email, now());
  const { forget, forgotten } = aliases.forgetting();
  await store.users.delete(session.userId, forget);
  forgotten();
  sessions.changed();
  clearDeviceCookie(c, parts);
  return c.body(null, 204);
}

/**
 * POST logout?scope=: global (also without a scope) ends all sessions and API keys of the user, local this session,
 * others all but this one.
 */
export async function logoutCall(c: Context, parts: AuthParts): Promise<Response> {
  const { demand, sessions } = parts;
  const scope = c.req.query('scope') ?? 'global';
  // Also if the session has already ended: a sign-out leaves nothing in this browser.
  if (scope === 'local') clearDeviceCookie(c, parts);
  const session = await demand(c).catch(keepingHeaders);
  switch (scope) {
    case 'global':
      clearDeviceCookie(c, parts);
      await forgetBrowsers(parts, session.userId);
      await sessions.endEverything(session.userId);
      break;
    case 'local':
      await sessions.end(session.id);
      break;
    case 'others':
      await sessions.endOf(session.userId, session.id);
      break;
    default:
      throw invalid('scope must be global, local or others.');
  }
  return c.body(null, 204);
}

/** The user's browsers no longer have their own budget of letters. */
async function forgetBrowsers({ store, browsers }: Facility, userId: string): Promise<void> {
  const user = await store.users.byId(userId);
  if (user?.email) await browsers.forget(user.email);
}

/** The session of a user with a verified factor must have shown it. @throws AuthRefused insufficient_aal */
export async function demandSecondFactor(
  { store }: Facility,
  { userId, aal }: AuthSession,
  status: 401 | 403 | 422,
): Promise<void> {
  if (aal === 2) return;
  const factors = await store.factors.of(userId);
  if (factors.some(({ verified }) => verified)) throw notEnough(status);
}
