/** POST signup, and the password grant. */

import type { Context } from 'hono';
import { newEmailIdentity, newUser, type TokenAnswer } from '#auth/accounts/accounts.ts';
import { hashPassword, isPassword } from '#auth/accounts/passwords.ts';
import type { Facility } from '#auth/facility.ts';
import { readRealAddress } from '#domains/real-address.ts';
import type { Person } from '#store/sessions/people.ts';
import type { User } from '#store/sessions/users.ts';
import type { AuthParts } from './auth-call.ts';
import { demandCaptcha } from './captcha.ts';
import { data, type Fields, readFields } from './wire/fields.ts';
import { answered, refusePhone, requestOf } from './otp.ts';
import { AuthRefused, invalid } from './wire/refused.ts';
import { sessionAnswer, userShape } from './wire/shapes.ts';
import { checkedPassword } from './update-user.ts';

const NEITHER = 'You must provide either an email or phone number and a password';

/** POST signup: with an address and a password; without both an anonymous user. */
export async function signupCall(c: Context, parts: AuthParts): Promise<Response> {
  const { accounts, switches, signInLetters } = parts;
  const fields = await readFields(c);
  refusePhone(fields);
  const anonymous = !fields.email && !fields.password;
  if (anonymous && !switches.anonymous) {
    const message = 'Anonymous sign-ins are disabled';
    throw new AuthRefused(422, 'anonymous_provider_disabled', message);
  }
  if (!anonymous && !switches.passwords) {
    throw new AuthRefused(422, 'email_provider_disabled', 'Email signups are disabled');
  }
  const meta = data(fields);
  if (anonymous) {
    await demandCaptcha(parts, fields);
    const user = await accounts.make(null, meta, null);
    return c.json(await signedIn(c, parts, user?.id, 'anonymous'));
  }
  const request = requestOf(c, fields, parts);
  const password = checkedPassword(fields.password ?? '');
  await demandCaptcha(parts, fields, request);
  // A known address costs as much work as an unknown one.
  const hash = await hashPassword(password);
  if (switches.autoconfirm) {
    const user = await accounts.make(request.email, meta, hash);
    if (user === undefined) {
      throw new AuthRefused(422, 'user_already_exists', 'User already registered');
    }
    return c.json(await signedIn(c, parts, user.id, 'password'));
  }
  const wait = await parts.letters.spend([request.email], request.requester);
  if (wait !== undefined) return answered(c, { kind: 'wait', wait });
  const made = await accounts.make(request.email, {}, hash);
  if (made) await parts.askedData.keep(made, request.challenge, meta);
  // It does not wait for the server's verdict: a known address gets no letter.
  if (made) signInLetters.sendLater(made, 'signup', request.email, request);
  const user = made ?? newUser(request.email, {}, parts.now());
  const shape = userShape((await accounts.person(user.id)) ?? madeUp(user));
  // The caller's own words, which are not in the row.
  return c.json({ ...shape, user_metadata: meta });
}

async function signedIn(
  c: Context,
  parts: AuthParts,
  userId: string | undefined,
  method: string,
): Promise<Record<string, unknown>> {
  const proof = method === 'password' ? 'of-sign-up' : false;
  const answer =
    userId === undefined ? undefined : await parts.accounts.signIn(userId, method, proof);
  if (answer === undefined) throw new AuthRefused(403, 'user_not_found', 'The user is gone.');
  return sessionAnswer(c, parts, answer);
}

/** A fictitious user: the response must not reveal that an address is known. */
const madeUp = (user: User): Person => ({
  user,
  identities: [newEmailIdentity(user)],
  factors: [],
});

/** The password grant: one refusal for every reason except an unconfirmed address. */
export async function passwordGrant(
  { store, switches, accounts }: Facility,
  fields: Fields,
): Promise<TokenAnswer> {
  refusePhone(fields);
  const wrong = () => new AuthRefused(400, 'invalid_credentials', 'Invalid login credentials');
  if (!switches.passwords) throw wrong();
  const { password } = fields;
  if (typeof password !== 'string' || typeof fields.email !== 'string') throw invalid(NEITHER);
  const address = readRealAddress(fields.email)?.canonical ?? '';
  const user = await store.users.byEmail(address);
  const right = await isPassword(password.slice(0, 4096), user?.password);
  if (user === undefined || !right) throw wrong();
  if (user.confirmedAt === null) {
    throw new AuthRefused(400, 'email_not_confirmed', 'Email not confirmed');
  }
  const answer = await accounts.signIn(user.id, 'password', false);
  if (answer === undefined) throw wrong();
  return answer;
}
