/** An API key of an owner in a running service, made with the calls of the screen. */

import assert from 'node:assert/strict';
import { isObject } from '#api/body.ts';
import type { ApiKeyScope } from '#rules/api-key.ts';

export type KeyWish = {
  /** The real address. */
  email: string;
  scope: ApiKeyScope;
  /** Resolves with the text of the email that the service sends to the address. */
  letter: () => Promise<string>;
};

/** Signs the owner in by the link in the email. @param site URL without a slash at its end @returns the key */
export async function ownersKey(site: string, { email, scope, letter }: KeyWish): Promise<string> {
  await call(site, '/auth/v1/otp', { email, create_user: true });
  const text = await letter();
  const [, token_hash] = /#confirm=([\w-]{43})/.exec(text) ?? assert.fail(text);
  const session = await call(site, '/auth/v1/verify', { type: 'email', token_hash });
  const wish = { name: 'Bitwarden', scope };
  const made = await call(site, '/functions/v1/api-keys', wish, String(session.access_token));
  return String(made.key);
}

async function call(
  site: string,
  path: string,
  body: object,
  token?: string,
): Promise<Record<string, unknown>> {
  const page = await (await fetch(site)).text();
  const apikey = /"key":"([^"]+)"/.exec(page)?.[1] ?? '';
  const response = await fetch(`${site}${path}`, {
    method: 'POST',
    headers: {
      apikey,
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const json: unknown = await response.json();
  assert.ok(response.ok && isObject(json), JSON.stringify(json));
  return json;
}
