/** Users who sign in by an email or by a provider, and link accounts there. */

import assert from 'node:assert/strict';
import type { AuthClient, UserIdentity } from '@supabase/auth-js';
import type { User } from '#store/sessions/users.ts';
import { ANON_KEY } from './api.ts';
import {
  APP,
  fragmentOf,
  PROVIDER,
  type ProviderBrowser,
  type UnderProvider,
} from './with-provider.ts';

export const EMAIL = 'jane@mailbox.test';

export type Somebody = {
  client: InstanceType<typeof AuthClient>;
  user: User;
  authorization: string;
};

/** A user who signed in by an email, with the stock client. */
export async function byLetter(
  under: UnderProvider,
  email = EMAIL,
  flowType: 'implicit' | 'pkce' = 'implicit',
): Promise<Somebody> {
  const user = await under.facility.accounts.findOrMake(email);
  const answer = await under.facility.accounts.signIn(user.id, 'otp', true);
  assert.ok(answer);
  const client = under.browser(flowType);
  const { accessToken: access_token, refreshToken: refresh_token } = answer;
  await client.setSession({ access_token, refresh_token });
  return { client, user, authorization: `Bearer ${access_token}` };
}

/** The browser of a user who goes to the provider to link an account there. */
export async function linking(
  under: UnderProvider,
  { authorization }: Somebody,
  more = '',
): Promise<{ browser: ProviderBrowser; callback: string }> {
  const browser = under.newBrowser();
  const path = `/auth/v1/user/identities/authorize?provider=${PROVIDER}&redirect_to=${APP}/&skip_http_redirect=true${more}`;
  const response = await under.api.request(path, {
    headers: { authorization, apikey: ANON_KEY },
  });
  browser.take(response);
  const { url }: { url: string } = JSON.parse(await response.text());
  return { browser, callback: await under.provider.visit(url) };
}

export async function linked(under: UnderProvider, somebody: Somebody): Promise<URL> {
  const { browser, callback } = await linking(under, somebody);
  // Identities are listed in the order of their creation.
  under.time.now += 1000;
  return browser.finish(callback);
}

/** Signs in by the provider. */
export async function byProvider(under: UnderProvider): Promise<URL> {
  const { data } = await under.browser().signInWithOAuth({ provider: PROVIDER });
  return under.newBrowser().signIn(data.url ?? '');
}

export const errorOf = (end: URL): string | undefined => fragmentOf(end).error_code;

export async function identitiesOf({ client }: Somebody): Promise<UserIdentity[]> {
  return (await client.getUserIdentities()).data?.identities ?? [];
}
