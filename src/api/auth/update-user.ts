/** PUT user: address, password and metadata; GET reauthenticate. */

import type { Context } from 'hono';
import { adopt, isFree } from '#auth/accounts/change-address.ts';
import type { Facility } from '#auth/facility.ts';
import {
  hashPassword,
  isPassword,
  LEAST_PASSWORD,
  MOST_PASSWORD,
} from '#auth/accounts/passwords.ts';
import type { AuthSession } from '#store/sessions/sessions.ts';
import type { User, WithChange } from '#store/sessions/users.ts';
import type { AuthParts } from './auth-call.ts';
import {
  codeChallenge,
  data,
  email,
  type Fields,
  optionalText,
  readFields,
} from './wire/fields.ts';
import { answered, withinTime } from './otp.ts';
import { AuthRefused, invalid } from './wire/refused.ts';
import { userShape } from './wire/shapes.ts';
import { personOf } from './wire/signed-in.ts';
import { demandSecondFactor } from './user.ts';
import { emailExists } from './verify.ts';

/** PUT user. */
export async function updateUserCall(c: Context, parts: AuthParts): Promise<Response> {
  const session = await parts.demand(c);
  const fields = await readFields(c);
  if (fields.app_metadata !== undefined) {
    throw new AuthRefused(403, 'not_admin', 'app_metadata is not for users to change.');
  }
  const { user } = await personOf(parts.accounts, session);
  const wanted = fields.email ? email(fields, parts.ours) : undefined;
  const password = optionalPassword(fields);
  if (wanted !== undefined || password !== undefined) {
    await demandSecondFactor(parts, session, 401);
  }
  // All that can be rejected comes first, so that a rejected call has changed nothing.
  const change: { password?: string; meta?: string } = {};
  if (fields.data !== undefined) change.meta = merged(user, data(fields));
  // It is checked but not kept: no letter of a change begins a session in a browser.
  codeChallenge(fields);
  if (password !== undefined) {
    const nonce = optionalText(fields, 'nonce', 64);
    if (nonce !== undefined) await demandNonce(parts, user, nonce);
    change.password = await hashOfNew(parts, user, password);
  }
  if (wanted !== undefined && wanted !== user.email) {
    await changeAddress(c, parts, user, wanted, session);
  }
  const { store, sessions, now } = parts;
  if (Object.keys(change).length > 0) await store.users.update(user.id, change, now());
  // Other sessions, perhaps of intruders with the old password, end.
  if (password !== undefined) await sessions.endOf(user.id, session.id);
  return c.json(userShape(await personOf(parts.accounts, session)));
}

/** GET reauthenticate: a code to the user's address, for a change of the password. */
export async function reauthenticateCall(c: Context, parts: AuthParts): Promise<Response> {
  const { user } = await personOf(parts.accounts, await parts.demand(c));
  if (!parts.switches.passwords) throw passwordsOff();
  const { email: to } = user;
  if (to === null) {
    const message = 'Reauthentication requires the user to have an email or a phone number';
    throw invalid(message);
  }
  const wait = await parts.letters.spend([to], parts.requesterOf(c));
  if (wait !== undefined) return answered(c, { kind: 'wait', wait });
  const sent = parts.signInLetters.send(user, 'reauthentication', to, NOWHERE);
  return answered(c, await withinTime(sent.then((verdict) => ({ kind: 'sent', verdict }))));
}

const NOWHERE = { redirectTo: null, challenge: null };

const passwordsOff = () =>
  new AuthRefused(422, 'feature_disabled', 'Passwords are not offered here.');

/** @throws AuthRefused weak_password, with its reasons */
export function checkedPassword(value: unknown): string {
  if (typeof value !== 'string') throw invalid('password must be a string.');
  if (Buffer.byteLength(value) > MOST_PASSWORD) {
    throw invalid(`Password cannot be longer than ${MOST_PASSWORD} octets.`);
  }
  if (Array.from(value).length >= LEAST_PASSWORD) return value;
  const message = `Password should be at least ${LEAST_PASSWORD} characters.`;
  throw new AuthRefused(422, 'weak_password', message, { weak_password: { reasons: ['length'] } });
}

function optionalPassword(fields: Fields): string | undefined {
  const { password } = fields;
  if (password === undefined || password === null || password === '') return undefined;
  return checkedPassword(password);
}

/** @throws AuthRefused if it is the present one, or passwords are off */
async function hashOfNew({ switches }: Facility, user: User, password: string): Promise<string> {
  if (!switches.passwords) throw passwordsOff();
  if (user.password !== null && (await isPassword(password, user.password))) {
    const message = 'New password should be different from the old password.';
    throw new AuthRefused(422, 'same_password', message);
  }
  return hashPassword(password);
}

/** @returns the new metadata, JSON */
function merged(user: User, changes: Record<string, unknown>): string {
  const before: Record<string, unknown> = JSON.parse(user.meta);
  // GoTrue: null removes a member.
  const kept = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null);
  return JSON.stringify(data({ data: Object.fromEntries(kept) }));
}

/**
 * The address changes once the letter to the old one is confirmed, and the code in the letter to the new one typed.
 * Without letters only an anonymous user gets one, by auto-confirm.
 */
async function changeAddress(
  c: Context,
  parts: AuthParts,
  user: User,
  wanted: string,
  session: AuthSession,
): Promise<void> {
  const { store, letters, signInLetters, switches, now } = parts;
  const atOnce = switches.autoconfirm && user.anonymous;
  const redirectTo = parts.redirects.allowed(c.req.query('redirect_to'));
  const free = await isFree(parts, wanted);
  // Even if no letter will be sent: a list of addresses must not be tried faster. A taken one keeps its own budget.
  const own = user.email ?? wanted;
  const counted = free ? [...new Set([own, wanted])] : [own];
  const requester = { ...parts.requesterOf(c), change: { session: session.id, to: wanted } };
  const wait = atOnce ? undefined : await letters.spend(counted, requester);
  if (wait !== undefined) return void answered(c, { kind: 'wait', wait });
  if (!free) throw emailExists();
  const pending = await store.users.update(user.id, { newEmail: wanted, newEmailStep: 0 }, now());
  if (pending === undefined) return;
  if (atOnce) {
    const change = (along: WithChange) =>
      store.users.adoptEmail(user.id, wanted, 0, now(), session.id, along);
    if (!(await adopt(parts, user, wanted, change))) throw emailExists();
    return;
  }
  const destination = { redirectTo, challenge: null };
  // In parallel: the server of an abandoned mailbox may be silent for minutes.
  const toBoth = Promise.all([
    signInLetters.send(pending, 'email_change_new', wanted, destination),
    user.email && signInLetters.send(pending, 'email_change_current', user.email, destination),
  ]);
  answered(c, await withinTime(toBoth.then(([verdict]) => ({ kind: 'sent', verdict }))));
}

/** Checks the nonce of a reauthentication, if present. @throws AuthRefused */
async function demandNonce({ codes }: Facility, user: User, nonce: string): Promise<void> {
  if ((await codes.redeemCode(user.id, nonce, ['reauthentication'])) !== undefined) return;
  throw new AuthRefused(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
}
