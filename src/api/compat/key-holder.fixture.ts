/** An owner with an API key, in an api in memory, and calls with the key as the clients of either API send it. */

import assert from 'node:assert/strict';
import { isObject } from '#api/body.ts';
import type { ApiKeyScope } from '#rules/api-key.ts';
import type { Answer } from '#support/api.ts';
import type { AuthUnderTestOptions } from '#support/auth.ts';
import { type Owner, SECRET, severalAliases } from '#support/owner.ts';
import { SignedNames } from './options.ts';

export const PUBLIC_URL = 'http://veilpost.test';

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

export type KeyHolder = Owner & {
  key: string;
  /** A call under `/api` with the key as SimpleLogin's clients send it. */
  simpleLogin: Call;
  /** The same as addy.io's clients do, under `/api/v1`. */
  addy: Call;
};

/** @param change of the module of aliases; otherwise `perOwner` is 3 */
export async function keyHolder(
  after: (cleanUp: () => Promise<void> | void) => void,
  scope: ApiKeyScope = 'delete',
  change: Parameters<typeof severalAliases>[1] = {},
  options: AuthUnderTestOptions = {},
): Promise<KeyHolder> {
  // The test's clock only exists once the api does: suggestions of another day are tested beside their file.
  const signedNames = new SignedNames([SECRET], Date.now);
  const owner = await severalAliases(after, change, {
    ...options,
    api: { signedNames, ...options.api },
  });
  const key = await newKey(owner, scope);
  const call =
    (base: string, header: Record<string, string>): Call =>
    (method, path, body) =>
      owner.under.send(
        method,
        `${base}${path}`,
        body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
        header,
      );
  return {
    ...owner,
    key,
    simpleLogin: call('/api', { authentication: key }),
    addy: call('/api/v1', { authorization: `Bearer ${key}` }),
  };
}

/** The text of a new key. */
export async function newKey({ call }: Owner, scope: ApiKeyScope): Promise<string> {
  const body = JSON.stringify({ name: 'Bitwarden', scope });
  const { status, json } = await call('POST', '/functions/v1/api-keys', body);
  assert.equal(status, 201);
  return typeof json.key === 'string' ? json.key : assert.fail('the answer shows the key');
}

/** The aliases in an answer to SimpleLogin's clients. */
export const listed = ({ json }: Answer): Record<string, unknown>[] =>
  Array.isArray(json.aliases) ? json.aliases.filter(isObject) : [];
