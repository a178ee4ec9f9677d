/** All calls of auth/v1 and their routes. */

import type { Context, Hono } from 'hono';
import type { Facility } from '#auth/facility.ts';
import type { OwnNames } from '#rules/own-domain.ts';
import { CallRefused } from '../errors.ts';
import { addressOf, type RouteGuard, type RouteOptions, guard } from '../guard.ts';
import type { KeyRule } from '../key.ts';
import type { AuthCall, AuthParts } from './auth-call.ts';
import { deviceCookie } from './wire/cookies.ts';
import { pageStyle, STYLE_PATH } from './wire/plain-page.ts';
import { challengeCall, enrolCall, removeFactorCall, verifyFactorCall } from './factors/factors.ts';
import { authorizeCall, callbackCall, linkIdentityCall, unlinkIdentityCall } from './providers.ts';
import { isExcused } from './excused.ts';
import { otpCall, recoverCall, resendCall } from './otp.ts';
import { PASSKEY_CALLS } from './factors/passkeys.ts';
import { AuthRefused, notOffered, writeRefusal } from './wire/refused.ts';
import { healthCall, keySetCall, settingsCall } from './settings.ts';
import { signedInDemand } from './wire/signed-in.ts';
import { signupCall } from './signup.ts';
import { tokenCall } from './token.ts';
import { reauthenticateCall, updateUserCall } from './update-user.ts';
import { deleteUserCall, getUserCall, logoutCall } from './user.ts';
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

export function addAuthCalls(api: Hono, options: AuthCallOptions): void {
  const { facility, ours } = options;
  const parts: AuthParts = {
    ...facility,
    ours,
    demand: signedInDemand({ ...facility, anonKey: options.anonKey }, 'present'),
    demandKnown: signedInDemand({ ...facility, anonKey: options.anonKey }, 'known'),
    requesterOf: (c) => {
      const browser = deviceCookie(c, facility);
      return options.rateLimits ? { address: addressOf(c, options), browser } : { browser };
    },
  };
  const guardOf = (key: KeyRule, urlLength: number) =>
    guard(options, {
      key,
      urlLength,
      refusal: authRefusal,
      isExcused: (c) => isExcused(c, facility),
    });
  const guarded = guardOf('with-token', URL_LENGTH);
  const open = guardOf('none', PAGE_URL_LENGTH);
  const add = (method: string, path: string, call: AuthCall, through: RouteGuard = guarded) =>
    api.on(
      method,
      `/auth/v1/${path}`,
      through((c) => call(c, parts)),
    );
  add('POST', 'otp', otpCall);
  add('POST', 'magiclink', otpCall);
  add('POST', 'recover', recoverCall);
  add('POST', 'resend', resendCall);
  add('POST', 'signup', signupCall);
  add('POST', 'token', tokenCall);
  add('GET', 'user', getUserCall);
  add('PUT', 'user', updateUserCall);
  add('GET', 'reauthenticate', reauthenticateCall);
  add('DELETE', 'user', deleteUserCall);
  add('POST', 'logout', logoutCall);
  add('POST', 'factors', enrolCall);
  add('POST', 'factors/:factorId/challenge', challengeCall);
  add('POST', 'factors/:factorId/verify', verifyFactorCall);
  add('DELETE', 'factors/:factorId', removeFactorCall);
  for (const [method, path, call] of PASSKEY_CALLS) add(method, `passkeys${path}`, call);
  add('GET', 'settings', settingsCall);
  add('GET', 'health', healthCall, open);
  add('GET', 'authorize', authorizeCall, open);
  add('GET', 'callback', callbackCall, open);
  const longer = guardOf('with-token', PAGE_URL_LENGTH);
  add('GET', 'user/identities/authorize', linkIdentityCall, longer);
  add('DELETE', 'user/identities/:id', unlinkIdentityCall);
  add('POST', 'sso', notOffered(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'));
  add('GET', 'verify', verifyPage, open);
  // The form of the page comes without a key.
  const isForm = /^application\/x-www-form-urlencoded/i;
  const [withKey, without] = [
    guarded((c) => verifyCall(c, parts)),
    open((c) => verifyForm(c, parts)),
  ];
  api.post('/auth/v1/verify', (c, next) =>
    (isForm.test(c.req.header('content-type') ?? '') ? without : withKey)(c, next),
  );
  api.get(STYLE_PATH, pageStyle);
  api.get('/auth/v1/.well-known/jwks.json', (c) => keySetCall(c, parts));
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
