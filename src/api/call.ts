/** The names of the product's calls, for limits and metrics. */

/**
 * `none`: a request that is not a call of the product; `auth_...` are groups of calls of auth/v1, `key_...` of those with an API
 * key, and `key_wrong` is one whose key is wrong.
 */
export const CALLS = [
  'create',
  'lookup',
  'exists',
  'switch',
  'test_mail',
  'state',
  'history',
  'owner',
  'off',
  'auth_token',
  'auth_verify',
  'auth_letter',
  'auth_factor',
  'auth_browser',
  'auth_other',
  'key_create',
  'key_list',
  'key_change',
  'key_wrong',
  'none',
] as const;

export type Call = (typeof CALLS)[number];

const AUTH = '/auth/v1/';
const API = '/api/';

const OWNER_CALLS: Partial<Record<string, Call>> = {
  'GET /rest/v1/alias_states': 'state',
  'PATCH /rest/v1/alias_states': 'state',
  'GET /rest/v1/unconfirmed_aliases': 'state',
  'PATCH /rest/v1/unconfirmed_aliases': 'state',
  'DELETE /rest/v1/unconfirmed_aliases': 'state',
  'DELETE /rest/v1/aliases': 'owner',
  'GET /functions/v1/aliases': 'history',
  'POST /functions/v1/aliases': 'owner',
  'PATCH /functions/v1/aliases': 'state',
  'GET /functions/v1/history': 'history',
  'GET /functions/v1/senders': 'history',
  'POST /functions/v1/senders': 'state',
  'GET /functions/v1/my-data': 'owner',
  'POST /functions/v1/new-switch-off-link': 'owner',
  'POST /functions/v1/reply-address': 'owner',
  'GET /functions/v1/api-keys': 'owner',
  'POST /functions/v1/api-keys': 'owner',
  'DELETE /functions/v1/api-keys': 'owner',
};

/**
 * The call that a request addresses; the call itself checks the rest.
 * @param path without escapes, as the routes are matched: `%6ftp` reaches the same call as `otp`
 */
export function callOf(sent: string, path: string, query: string): Call {
  // RFC 9110 section 9.3.2: HEAD does the same work as GET.
  const method = sent === 'HEAD' ? 'GET' : sent;
  if (path.startsWith(AUTH)) return authCallOf(method, path.slice(AUTH.length));
  if (path.startsWith(API)) return keyCallOf(method, path.slice(API.length));
  if (path === '/functions/v1/send-test-mail') return method === 'POST' ? 'test_mail' : 'none';
  // One makes a code, the other uses up a link, as in auth/v1.
  if (path === '/functions/v1/device-code') return method === 'POST' ? 'auth_other' : 'none';
  if (/^\/functions\/v1\/(?:not-me|asked-for)$/.test(path))
    return method === 'POST' ? 'auth_verify' : 'none';
  if (path.startsWith('/off/')) return method === 'GET' || method === 'POST' ? 'off' : 'none';
  const owners = OWNER_CALLS[`${method} ${path}`];
  if (owners !== undefined) return owners;
  if (path !== '/rest/v1/aliases') return 'none';
  switch (method) {
    case 'POST':
      return 'create';
    case 'PATCH':
      return 'switch';
    case 'GET':
      return new URLSearchParams(query).has('real_email') ? 'lookup' : 'exists';
    default:
      return 'none';
  }
}

/** The redirects to a provider and back: each request begins or ends a flow. */
const BROWSER = new Set(['authorize', 'callback', 'user/identities/authorize']);
const LETTERS = new Set(['otp', 'magiclink', 'signup', 'recover', 'resend', 'reauthenticate']);

function authCallOf(method: string, path: string): Call {
  if (path === 'token') return 'auth_token';
  if (path === 'verify' && method === 'POST') return 'auth_verify';
  if (BROWSER.has(path)) return 'auth_browser';
  if (LETTERS.has(path)) return 'auth_letter';
  if (/^(?:factors|passkeys)(?:\/|$)/.test(path) && method !== 'GET') return 'auth_factor';
  return 'auth_other';
}

/** The paths at which clients of either API make an alias. */
const MAKING = /^(?:alias\/random\/new|v[23]\/alias\/custom\/new|v1\/aliases)$/;

function keyCallOf(method: string, path: string): Call {
  if (method === 'GET' || method === 'OPTIONS' || path === 'v2/aliases') return 'key_list';
  return method === 'POST' && MAKING.test(path) ? 'key_create' : 'key_change';
}
