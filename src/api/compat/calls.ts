/**
 * The calls of SimpleLogin and addy.io that their clients and Bitwarden make, for the owner of an API key. Every
 * response is JSON, none is a redirect, and any origin may read it: without a key there is nothing to read.
 */

import type { Context, Handler, Hono } from 'hono';
import type { ApiKeyScope } from '#rules/api-key.ts';
import type { Facility } from '#auth/facility.ts';
import { guard, type RouteOptions } from '../guard.ts';
import * as addy from './addy.ts';
import { hasRightKey, keyOwner } from './key.ts';
import type { CompatParts, KeyCall } from './parts.ts';
import { ApiRefused, writeApiRefusal } from './refusal.ts';
import * as simpleLogin from './simplelogin.ts';
import * as account from './simplelogin-account.ts';

type Answer = (call: KeyCall) => Promise<Response>;
type Route = [method: string, path: string, scope: ApiKeyScope, answer: Answer];

const ALIAS = '/api/aliases/:id{\\d+}';
const ADDY = '/api/v1/aliases/:id';

/** Every call, and the scope that it requires. */
const ROUTES: readonly Route[] = [
  ['GET', '/api/user_info', 'create', account.userInfo],
  ['POST', '/api/alias/random/new', 'create', simpleLogin.newRandomAlias],
  ['GET', '/api/v4/alias/options', 'manage', simpleLogin.aliasOptions],
  ['GET', '/api/v5/alias/options', 'manage', simpleLogin.aliasOptions],
  ['POST', '/api/v2/alias/custom/new', 'manage', simpleLogin.newCustomAlias],
  ['POST', '/api/v3/alias/custom/new', 'manage', simpleLogin.newCustomAlias],
  ['GET', '/api/v2/aliases', 'manage', simpleLogin.listAliases],
  ['POST', '/api/v2/aliases', 'manage', simpleLogin.listAliases],
  ['GET', ALIAS, 'manage', simpleLogin.oneAlias],
  ['PUT', ALIAS, 'manage', simpleLogin.changeAlias],
  ['PATCH', ALIAS, 'manage', simpleLogin.changeAlias],
  ['DELETE', ALIAS, 'delete', simpleLogin.deleteAlias],
  ['POST', `${ALIAS}/toggle`, 'manage', simpleLogin.toggleAlias],
  ['GET', `${ALIAS}/activities`, 'manage', account.noActivities],
  ['GET', `${ALIAS}/contacts`, 'manage', account.noContacts],
  ['POST', `${ALIAS}/contacts`, 'manage', simpleLogin.newContact],
  ['GET', '/api/mailboxes', 'manage', account.mailboxes],
  ['GET', '/api/v2/mailboxes', 'manage', account.mailboxes],
  ['GET', '/api/stats', 'manage', account.stats],
  ['GET', '/api/setting', 'manage', account.setting],
  ['GET', '/api/v2/setting/domains', 'create', account.settingDomains],
  ['GET', '/api/custom_domains', 'manage', account.noCustomDomains],
  ['GET', '/api/notifications', 'manage', account.noNotifications],
  ['GET', '/api/logout', 'create', account.logout],

  ['POST', '/api/v1/aliases', 'create', addy.newAlias],
  ['GET', '/api/v1/aliases', 'manage', addy.listAliases],
  ['GET', ADDY, 'manage', addy.oneAlias],
  ['PATCH', ADDY, 'manage', addy.changeAlias],
  ['DELETE', ADDY, 'delete', addy.deleteAlias],
  ['DELETE', `${ADDY}/forget`, 'delete', addy.forgetAlias],
  ['POST', '/api/v1/active-aliases', 'manage', addy.activateAlias],
  ['DELETE', '/api/v1/active-aliases/:id', 'manage', addy.deactivateAlias],
  ['POST', '/api/v1/pinned-aliases', 'manage', addy.pinAlias],
  ['DELETE', '/api/v1/pinned-aliases/:id', 'manage', addy.unpinAlias],
  ['GET', '/api/v1/domain-options', 'create', addy.domainOptions],
  ['GET', '/api/v1/recipients', 'manage', addy.recipients],
  ['GET', '/api/v1/api-token-details', 'create', addy.tokenDetails],
];

/** Calls of SimpleLogin that no key may make. */
const NOT_FOR_KEYS = [
  '/api/api_key',
  '/api/sudo',
  '/api/user',
  '/api/user/*',
  '/api/user_info',
  '/api/mailboxes',
  '/api/mailboxes/*',
  '/api/setting',
  '/api/export/*',
  '/api/phone/*',
  '/api/apple/*',
];

/** A page's address may be in `hostname`, unescaped. */
const URL_LENGTH = 8192;

export type CompatOptions = RouteOptions & CompatParts & { facility: Facility };

export function addCompatCalls(api: Hono, options: CompatOptions): void {
  const { facility, aliases, publicUrl } = options;
  const guarded = guard(options, {
    key: 'none',
    urlLength: URL_LENGTH,
    refusal: writeApiRefusal,
    isExcused: (c) => hasRightKey(c, facility.apiKeys),
  });
  const open =
    (answer: (c: Context) => Promise<Response>): Handler =>
    (c, next) => {
      admitEveryOrigin(c);
      return guarded(async () => {
        // After the operator has turned the feature off, existing keys still work.
        const exists = (await aliases.isOffered()) || (await facility.apiKeys.any());
        if (!exists) throw new ApiRefused(404, 'Not found');
        return answer(c);
      })(c, next);
    };
  const withKey = (scope: ApiKeyScope, answer: Answer) =>
    open(async (c) => {
      const owner = await keyOwner(c, scope, facility.apiKeys, options);
      return answer({ ...options, c, owner });
    });

  api.options('/api/*', open(preflight));
  for (const [method, path, scope, answer] of ROUTES) api.on(method, path, withKey(scope, answer));
  for (const path of NOT_FOR_KEYS) api.all(path, withKey('create', account.notForKeys));
  // SimpleLogin's extension shows 403 here as the advice to sign in with a key, and these clients read either member.
  for (const path of ['/api/auth/login', '/api/auth/mfa']) {
    api.post(
      path,
      open(async (c) => {
        const error = `Sign in with an API key: make one on ${publicUrl}.`;
        return c.json({ error, message: error }, 403);
      }),
    );
  }
  for (const path of new Set(ROUTES.map(([, one]) => one))) {
    const methods = ROUTES.filter(([, one]) => one === path).map(([method]) => method);
    api.all(
      path,
      open(async (c) => {
        c.header('Allow', methods.join(', '));
        throw new ApiRefused(405, `Only ${methods.join(' and ')} may be used here.`);
      }),
    );
  }
  api.all(
    '/api/*',
    open(async () => {
      throw new ApiRefused(404, 'There is no such call.');
    }),
  );
}

/** A wildcard for headers would not cover `Authorization` (Fetch standard, CORS-safelisted request-header). */
const ALLOWED_HEADERS = [
  'authentication',
  'authorization',
  'content-type',
  'accept',
  'x-requested-with',
  'x-requested-from',
  'x-sl-allowcookies',
];

/** Without credentials: a page gets nothing that it could not request itself. */
function admitEveryOrigin(c: Context): void {
  c.header('Access-Control-Allow-Origin', '*');
  c.header('Access-Control-Expose-Headers', 'Retry-After');
}

/** A browser asks before a call, without the key. */
async function preflight(c: Context): Promise<Response> {
  c.header('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
  c.header('Access-Control-Allow-Headers', ALLOWED_HEADERS.join(', '));
  c.header('Access-Control-Max-Age', '86400');
  return c.body(null, 204);
}
