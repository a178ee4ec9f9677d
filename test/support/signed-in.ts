/** A user who has signed in, with the stock client. */

import assert from 'node:assert/strict';
import type { AuthClient } from '@supabase/auth-js';
import type { AuthUnderTest } from './auth.ts';

export type Visitor = { client: InstanceType<typeof AuthClient>; userId: string };

/** A new session of the user with this address, and on demand a stock client in it. */
export async function newSession(
  { facility, browser }: Pick<AuthUnderTest, 'facility' | 'browser'>,
  email: string,
) {
  const user = await facility.accounts.findOrMake(email);
  const answer = await facility.accounts.signIn(user.id, 'otp', true);
  assert.ok(answer);
  const { accessToken: access_token, refreshToken: refresh_token } = answer;
  const visitor = async (...flow: Parameters<typeof browser>): Promise<Visitor> => {
    const client = browser(...flow);
    const { error } = await client.setSession({ access_token, refresh_token });
    assert.equal(error, null);
    return { client, userId: user.id };
  };
  return { userId: user.id, token: access_token, visitor };
}

export const signedIn = async (
  under: Pick<AuthUnderTest, 'facility' | 'browser'>,
  email = 'jane@mailbox.test',
): Promise<Visitor> => (await newSession(under, email)).visitor();

/** `ok`, or the error's name. */
export const codeOf = (result: {
  error: { code?: string | undefined; name: string } | null;
}): string => (result.error === null ? 'ok' : (result.error.code ?? result.error.name));
