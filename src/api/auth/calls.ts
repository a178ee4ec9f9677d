/** All calls of auth/v1 and their routes. */

import type { Context, Hono } from 'hono';
import type { Facility } from '#auth/facility.ts';
import type { OwnNames } from '#rules/own-domain.ts';
import { CallRefused } from '../errors.ts';
import { addressOf, type RouteGuard, type RouteOptions, guard } from '../guard.ts';
import { deviceCookie } from './wire/device-cookie.ts';
import { challengeCall, enrolCall, removeFactorCall, verifyFactorCall } from './factors/factors.ts';
import { authorizeCall, linkIdentityCall } from './authorize.ts';
import { callbackCall } from './callback.ts';
import { captchaDemand } from './captcha.ts';
import { unlinkIdentityCall } from './identities.ts';
import { keySetCall } from './key-set.ts';
import { samlCall } from './wire/not-offered.ts';
import { type LetterCallOptions, otpCall, recoverCall, resendCall } from './otp.ts';
import { passkeyCalls } from './factors/passkeys.ts';
import { AuthRefused, writeRefusal } from './wire/refused.ts';
import { healthCall, settingsCall } from './settings.ts';
import { logoutCall } from './logout.ts';
import { signedInDemand } from './wire/signed-in.ts';
import { signupCall } from './signup.ts';
import { tokenCall } from './token.ts';
import { reauthenticateCall, updateUserCall } from './update-user.ts';
import { deleteUserCall, getUserCall } from './user.ts';
import { verifyCall } from './verify.ts';
import { verifyForm, verifyPage } from './verify-page.ts';

export type AuthCallOptions = RouteOptions & {
  /** The facility itself; the calls translate. */
  facility: Facility;
  /** Our own domains. */
  ours: OwnNames;
};

/** Octets of path and query. */
const URL_LENGTH = 2048;
/** For calls that a browser opens directly. */
const PAGE_URL_LENGTH = 4096;

type Answer = (c: Context) => Promise<Response>;

export function addAuthCalls(api: Hono, options: AuthCallOptions): void {
  const { facility, ours } = options;
  const guarded = guard(options, {
    key: 'with-token',
    urlLength: URL_LENGTH,
    refusal: authRefusal,
  });
  const demand = signedInDemand({ ...facility, anonKey: options.anonKey });
  const add = (method: string, path: string, answer: Answer, through: RouteGuard = guarded) =>
    api.on(method, `/auth/v1/${path}`, through(answer));

  const letterCalls: LetterCallOptions = {
    facility,
    ours,
    requesterOf: (c) => ({
      address: options.rateLimits ? addressOf(c, options) : undefined,
      browser: deviceCookie(c, facility),
    }),
    redirectOf: (wanted) => facility.redirects.allowed(wanted),
    demandCaptcha: captchaDemand(facility.captcha),
  };
  add('POST', 'otp', otpCall(letterCalls));
  add('POST', 'magiclink', otpCall(letterCalls));
  add('POST', 'recover', recoverCall(letterCalls));
  add('POST', 'resend', resendCall(letterCalls));
  add('POST', 'signup', signupCall(letterCalls));
  add('POST', 'token', tokenCall(facility));
  add('GET', 'user', getUserCall(facility, demand));
  add('PUT', 'user', updateUserCall(letterCalls, demand));
  add('GET', 'reauthenticate', reauthenticateCall(letterCalls, demand));
  add('DELETE', 'user', deleteUserCall(facility, demand));
  add('POST', 'logout', logoutCall(facility, demand));
  add('POST', 'factors', enrolCall(facility, demand));
  add(
    'POST',
    'factors/:factorId/challenge',
    challengeCall(facility, demand, (c) => letterCalls.requesterOf(c).address),
  );
  add('POST', 'factors/:factorId/verify', verifyFactorCall(facility, demand));
  add('DELETE', 'factors/:factorId', removeFactorCall(facility, demand));
  for (const [method, path, answer] of passkeyCalls(facility, demand)) {
    add(method, `passkeys${path}`, answer);
  }
  add('GET', 'settings', settingsCall(facility));
  const pages = {
    facility,
    redirectOf: letterCalls.redirectOf,
    codeFor: (userId: string, challenge: string) =>
      facility.exchangeCodes.issue(userId, challenge, 'otp'),
  };
  const [form, json] = [verifyForm(pages), verifyCall(letterCalls, demand)];
  const open = guard(options, { key: 'none', urlLength: PAGE_URL_LENGTH, refusal: authRefusal });
  add('GET', 'health', healthCall(), open);
  add('GET', 'authorize', authorizeCall(facility), open);
  add('GET', 'callback', callbackCall(facility), open);
  const longer = guard(options, {
    key: 'with-token',
    urlLength: PAGE_URL_LENGTH,
    refusal: authRefusal,
  });
  add('GET', 'user/identities/authorize', linkIdentityCall(facility, demand), longer);
  add('DELETE', 'user/identities/:id', unlinkIdentityCall(facility, demand));
  add('POST', 'sso', samlCall);
  add('GET', 'verify', verifyPage(pages), open);
  // The form of the page comes without a key.
  add('POST', 'verify', form, (answer) => {
    const [withKey, without] = [guarded(json), open(answer)];
    const isForm = /^application\/x-www-form-urlencoded/i;
    return (c, next) =>
      (isForm.test(c.req.header('content-type') ?? '') ? without : withKey)(c, next);
  });
  api.get('/auth/v1/.well-known/jwks.json', keySetCall(facility));
  api.all(
    '/auth/v1/*',
    guarded(async () => {
      throw new AuthRefused(404, 'not_found', 'There is no such call.');
    }),
  );
}

/** Refusals by the key guard keep their usual shape. */
function authRefusal(c: Context, error: unknown): Response | undefined {
  const written = writeRefusal(c, error);
  if (written !== undefined) return written;
  return error instanceof CallRefused ? c.json(error.body, error.status) : undefined;
}
