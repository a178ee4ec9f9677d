/** A confirmed alias in an api in memory, and its owner's calls. */

import assert from 'node:assert/strict';
import { generateSync } from 'otplib';
import { type AuthUnderTest, type AuthUnderTestOptions, authUnderTest } from './auth.ts';
import type { Send } from './api.ts';
import { newSession } from './signed-in.ts';
import type { After } from './temp-folder.ts';

export const JANE = 'jane@mailbox.test';

export type Owner = Awaited<ReturnType<typeof ownerOf>>;

export async function ownerOf(after: After, options: AuthUnderTestOptions = {}) {
  const under = await authUnderTest(after, {
    ownership: { mode: 'confirmed', since: 1 },
    ...options,
  });
  const made = await under.store.insertAlias({
    real_email: JANE,
    alias_email: 'alias-1000@a.test',
  });
  assert.ok(made.kind === 'created');
  // The access token, and the stock client in the owner's session.
  const { userId, token, visitor } = await newSession(under, JANE);
  // In `open` the session confirms nothing.
  await under.store.owners.confirm(JANE, under.time.now);
  under.switched.length = 0;
  const authorization = `Bearer ${token}`;
  /** A call with the owner's session, and with the given headers. */
  const call: Send = (method, path, body, headers = {}) =>
    under.send(method, path, body, { authorization, ...headers });
  return { under, alias: made.alias, userId, token, visitor, call };
}

/** The token of another session of a user. */
export const newToken = async (
  under: Pick<AuthUnderTest, 'facility' | 'browser'>,
  email: string,
): Promise<string> => (await newSession(under, email)).token;

/**
 * The owner sets up an authenticator app.
 * @returns the tokens of the session that has shown it, and of one that has not
 */
export async function withSecondFactor({
  under,
  visitor,
}: Owner): Promise<{ raised: string; below: string }> {
  const { client } = await visitor();
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
  assert.ok(data);
  const code = generateSync({ secret: data.totp.secret, epoch: Math.floor(under.time.now / 1000) });
  const { error } = await client.mfa.challengeAndVerify({ factorId: data.id, code });
  assert.equal(error, null);
  const raised = (await client.getSession()).data.session?.access_token ?? assert.fail();
  return { raised, below: await newToken(under, JANE) };
}
