/** A sign-in by a provider, from the stock client to its destination. */

import type { AuthClient } from '@supabase/auth-js';
import { APP, PROVIDER, type UnderProvider } from './with-provider.ts';

/** The stock client's address for a browser. */
export async function wayOf(
  client: InstanceType<typeof AuthClient>,
  redirectTo = `${APP}/in?a=1`,
): Promise<string> {
  const options = { redirectTo, scopes: 'calendar' };
  const { data } = await client.signInWithOAuth({ provider: PROVIDER, options });
  return data.url ?? '';
}

/** Signs a user in, from the stock client's address to the final redirect. */
export async function signIn(
  under: UnderProvider,
  flowType: 'implicit' | 'pkce' = 'implicit',
  ticket?: string,
) {
  const client = under.browser(flowType, ticket);
  const end = await under.newBrowser().signIn(await wayOf(client));
  return { client, end };
}
