/** A confirmed alias in an api in memory, and its owner's calls. */

import assert from 'node:assert/strict';
import type { Alias } from '#store/store.ts';
import { type AuthUnderTest, type AuthUnderTestOptions, authUnderTest } from './auth.ts';
import type { Send } from './api.ts';
import { signedIn, type Visitor } from './signed-in.ts';

export const JANE = 'jane@mailbox.test';

export type Owner = {
  under: AuthUnderTest;
  alias: Alias;
  visitor: Visitor;
  /** A call with the owner's session, and with the given headers. */
  call: Send;
};

/** @param after the hook of the test or suite that owns it */
export async function ownerOf(
  after: (cleanUp: () => Promise<void> | void) => void,
  options: AuthUnderTestOptions = {},
): Promise<Owner> {
  const under = await authUnderTest(after, {
    ownership: { mode: 'confirmed', since: 1 },
    ...options,
  });
  const made = await under.store.insertAlias({
    real_email: JANE,
    alias_email: 'alias-1000@a.test',
  });
  assert.ok(made.kind === 'created');
  const visitor = await signedIn(under, JANE);
  // In `open` the session confirms nothing.
  await under.store.owners.confirm(JANE, under.time.now);
  under.switched.length = 0;
  const authorization = `Bearer ${await accessToken(visitor)}`;
  const call: Send = (method, path, body, headers = {}) =>
    under.send(method, path, body, { authorization, ...headers });
  return { under, alias: made.alias, visitor, call };
}

/** The user's present session. */
export async function accessToken({ client }: Visitor): Promise<string> {
  const token = (await client.getSession()).data.session?.access_token;
  assert.ok(token);
  return token;
}
