/** The session facility with an OpenID provider that proves the addresses of corp.test. */

import { readRealAddress } from '#domains/real-address.ts';
import { type AuthUnderTest, type AuthUnderTestOptions, authUnderTest } from './auth.ts';
import { CLIENT_ID, CLIENT_SECRET, FakeProvider, ISSUER } from './fake-provider.ts';
import { ProviderBrowser } from './provider-browser.ts';

/** Its name in calls. */
export const PROVIDER = 'keycloak';
export const APP = 'https://app.test:8443';

export type UnderProvider = AuthUnderTest & {
  provider: FakeProvider;
  /** The faults reported to the operator. */
  faults: unknown[];
  newBrowser: () => ProviderBrowser;
};

/** @param after the hook of the test that owns it */
export async function underProvider(
  after: (cleanUp: () => Promise<void> | void) => void,
  options: AuthUnderTestOptions = {},
): Promise<UnderProvider> {
  const provider = await FakeProvider.start(after);
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
