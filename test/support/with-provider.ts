/** The session facility with an OpenID provider that proves the addresses of corp.test. */

import { readRealAddress } from '#domains/real-address.ts';
import {
  type AuthUnderTest,
  authUnderTest,
  type AuthUnderTestOptions,
  PUBLIC_URL,
} from './auth.ts';
import { CLIENT_ID, CLIENT_SECRET, FakeProvider, ISSUER } from './fake-provider.ts';
import type { AuthClient } from '@supabase/auth-js';

/** Its name in calls. */
export const PROVIDER = 'keycloak';
export const APP = 'https://app.test:8443';

export type UnderProvider = Awaited<ReturnType<typeof underProvider>>;

/** @param after the hook of the test that owns it */
export async function underProvider(
  after: (cleanUp: () => Promise<void> | void) => void,
  options: AuthUnderTestOptions = {},
) {
  const provider = new FakeProvider();
  /** The faults reported to the operator. */
  const faults: unknown[] = [];
  const settings = {
    name: PROVIDER,
    issuer: ISSUER,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    domains: ['corp.test'],
  };
  const under = await authUnderTest(after, {
    providers: {
      settings: [settings],
      fetch: provider.fetch,
      readAddress: (text) => readRealAddress(text)?.canonical,
      // Longer than any test: a test with a silent provider triggers the timeout itself.
      timeoutMs: 600_000,
    },
    redirects: [APP],
    onFault: (error) => void faults.push(error),
    ...options,
  });
  return { ...under, provider, faults, newBrowser: () => new ProviderBrowser(under, provider) };
}

/** A browser on its way to a provider and back: it carries cookies, and follows one redirect at a time. */
export class ProviderBrowser {
  readonly #under: AuthUnderTest;
  readonly #provider: FakeProvider;
  #cookies = '';

  constructor(under: AuthUnderTest, provider: FakeProvider) {
    this.#under = under;
    this.#provider = provider;
  }

  /** Opens one of our addresses, as a browser does: without a key. */
  async open(address: string): Promise<Response> {
    const url = new URL(address, PUBLIC_URL);
    const headers = this.#cookies === '' ? {} : { cookie: this.#cookies };
    const response = await this.#under.api.request(url.pathname + url.search, { headers });
    this.take(response);
    return response;
  }

  /** Keeps an answer's cookie. */
  take(response: Response): void {
    const cookie = response.headers.get('set-cookie')?.split(';', 1)[0];
    if (cookie !== undefined) this.#cookies = cookie;
  }

  /** From authorize to the provider; its user agrees. @returns the address of our callback, with the answer */
  async agree(address: string): Promise<string> {
    const response = await this.open(address);
    return this.#provider.visit(response.headers.get('location') ?? '');
  }

  /** All the way. @returns the destination of the sign-in */
  async signIn(address: string): Promise<URL> {
    return this.finish(await this.agree(address));
  }

  async finish(callback: string): Promise<URL> {
    const response = await this.open(callback);
    return new URL(response.headers.get('location') ?? 'about:blank');
  }
}

/** Parameters of a fragment. */
export const fragmentOf = ({ hash }: URL): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(hash.slice(1)));

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
