/** The screen's calls at a running service: an owner signs in by email, and makes an API key. */

import assert from 'node:assert/strict';
import { isObject } from '#api/body.ts';
import type { ApiKeyScope } from '#rules/api-key.ts';

/** Resolves with the text of the email that the service sends to the real address. */
type Letter = () => Promise<string>;

/** Signs the owner in by the link in the email. @param site URL without a slash at its end @returns the key */
export async function ownersKey(
  site: string,
  { email, scope, letter }: { email: string; scope: ApiKeyScope; letter: Letter },
): Promise<string> {
  const { call, signIn } = browserAt(site);
  await signIn(email, letter);
  const { json } = await call('POST', '/functions/v1/api-keys', { name: 'Bitwarden', scope });
  assert.ok(isObject(json));
  return String(json.key);
}

/** A browser, whose calls carry its session once it has one. @param more headers */
export function browserAt(site: string, more: Record<string, string> = {}) {
  let token = '';
  const call = async (method: string, path: string, body?: object) => {
    const page = await (await fetch(site)).text();
    const answer = await fetch(`${site}${path}`, {
      method,
      headers: {
        apikey: /"key":"([^"]+)"/.exec(page)?.[1] ?? '',
        'Content-Type': 'application/json',
        ...more,
        ...(token !== '' && { Authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: answer.status, json };
  };
  /** By the link in the email. */
  const signIn = async (email: string, letter: Letter) => {
    await call('POST', '/auth/v1/otp', { email, create_user: true });
    const text = await letter();
    const [, token_hash] = /#confirm=([\w-]{43})/.exec(text) ?? assert.fail(text);
    const { json } = await call('POST', '/auth/v1/verify', { type: 'email', token_hash });
    assert.ok(isObject(json) && 'access_token' in json, JSON.stringify(json));
    token = String(json.access_token);
  };
  return { call, signIn };
}
