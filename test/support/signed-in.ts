/** A user who has signed in, with the stock client. */

import assert from 'node:assert/strict';
import type { AuthClient } from '@supabase/auth-js';
import type { AuthUnderTest } from './auth.ts';

export type Visitor = { client: InstanceType<typeof AuthClient>; userId: string };

/** A new session for the user with this address. */
export async function signedIn(
  { facility, browser }: Pick<AuthUnderTest, 'facility' | 'browser'>,
  email = 'jane@mailbox.test',
): Promise<Visitor> {
  const user = await facility.accounts.findOrMake(email);
  const answer = await facility.accounts.signIn(user.id, 'otp', true);
  assert.ok(answer);
  const client = browser();
  const { error } = await client.setSession({
    access_token: answer.accessToken,
    refresh_token: answer.refreshToken,
  });
  assert.equal(error, null);
  return { client, userId: user.id };
}

/** `ok`, or the error's name. */
export const codeOf = ({
  error,
}: {
  error: { code?: string | undefined; name: string } | null;
}): string => (error === null ? 'ok' : (error.code ?? error.name));
