/** The session facility with an OpenID provider that proves the addresses of corp.test, and users who sign in there. */

import type { AuthClient } from '@supabase/auth-js';
import { readRealAddress } from '#domains/real-address.ts';
import {
  type AuthUnderTest,
  authUnderTest,
  type AuthUnderTestOptions,
  PUBLIC_URL,
} from './auth.ts';
import { CLIENT_ID, CLIENT_SECRET, FakeProvider, ISSUER } from './fake-provider.ts';
import { newSession } from './signed-in.ts';
import type { After } from './temp-folder.ts';

/** Its name in calls. */
export const PROVIDER = 'keycloak';
export const APP = 'https://app.test:8443';
export const EMAIL = 'jane@mailbox.test';

export type UnderProvider = Awaited<ReturnType<typeof underProvider>>;

export async function underProvider(after: After, options: AuthUnderTestOptions = {}) {
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
  return { ...under, provider, faults, newBrowser: () => browserOf(under, provider) };
}

/** A browser on its way to a provider and back: it carries cookies, and follows one redirect at a time. */
function browserOf(under: AuthUnderTest, provider: FakeProvider) {
  let cookies = '';
  const take = (response: Response) => {
    cookies = response.headers.get('set-cookie')?.split(';', 1)[0] ?? cookies;
  };
  /** Opens one of our addresses, as a browser does: without a key. */
  const open = async (address: string): Promise<Response> => {
    const { pathname, search } = new URL(address, PUBLIC_URL);
    const headers = cookies === '' ? {} : { cookie: cookies };
    const response = await under.api.request(pathname + search, { headers });
    take(response);
    return response;
  };
  const behind = async (address: string) =>
    (await open(address)).headers.get('location') ?? 'about:blank';
  /** From authorize to the provider; its user agrees. @returns the address of our callback, with the answer */
  const agree = async (address: string) => provider.visit(await behind(address));
  const finish = async (callback: string) => new URL(await behind(callback));
  return {
    take,
    open,
    agree,
    finish,
    /** All the way. @returns the destination of the sign-in */
    signIn: async (address: string): Promise<URL> => finish(await agree(address)),
  };
}

export const fragmentOf = ({ hash }: URL): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(hash.slice(1)));

export const errorOf = (end: URL): string | undefined => fragmentOf(end).error_code;

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

/** A user who signed in by an email, with the stock client. */
export async function byLetter(
  under: UnderProvider,
  email = EMAIL,
  flowType: 'implicit' | 'pkce' = 'implicit',
) {
  const { token, visitor } = await newSession(under, email);
  return { ...(await visitor(flowType)), authorization: `Bearer ${token}` };
}

export async function byProvider(under: UnderProvider): Promise<URL> {
  const { data } = await under.browser().signInWithOAuth({ provider: PROVIDER });
  return under.newBrowser().signIn(data.url ?? '');
}
