/** The configured OpenID providers, joined with the means to reach them. */

import { readRealAddress } from '#domains/real-address.ts';
import type { GivenProviders } from '#auth/providers/provider-sign-in.ts';
import { type Guard, guarded } from '#network/guarded-way.ts';
import { domainOf } from '#rules/address.ts';
import { isOwnDomain } from '#rules/own-domain.ts';
import type { Config } from './config/config.ts';

/** @returns undefined if there are no providers */
export function providerOptions(
  { auth, names: space, mailHost, bounceDomain }: Config,
  guard: Guard = {},
): GivenProviders | undefined {
  if (auth.providers.length === 0) return undefined;
  return {
    settings: auth.providers,
    fetch: guarded(guard),
    readAddress(text) {
      const address = readRealAddress(text)?.canonical;
      if (address === undefined) return undefined;
      // Mail to such an address would come back to us.
      const own = isOwnDomain(domainOf(address), { space, mailHost, bounceDomain });
      return own ? undefined : address;
    },
  };
}
