/** Joins the session facility (auth/v1) to the configuration: its keys, its letters, phones and providers. */

import { type Facility, openFacility } from '#auth/facility.ts';
import type { LetterPort } from '#auth/letters/letter-port.ts';
import type { OwnedAliases } from '#auth/aliases/owned-aliases.ts';
import type { SendMessage } from '#auth/factors/phone.ts';
import type { GivenProviders } from '#auth/providers/provider-sign-in.ts';
import { readRealAddress } from '#domains/real-address.ts';
import { isForbidden } from '#network/forbidden-addresses.ts';
import { type Guard, guarded } from '#network/guarded-way.ts';
import { httpClient } from '#network/http-client.ts';
import { domainOf } from '#rules/address.ts';
import { isOwnDomain } from '#rules/own-domain.ts';
import type { Config } from './config/config.ts';
import type { SharedParts } from './config/shared-parts.ts';
import { smsHook } from './config/sms-hook.ts';

export type SessionFacilityOptions = SharedParts & {
  aliases: OwnedAliases;
  letters: LetterPort;
  /** Origin of the site. */
  publicUrl: string;
  /** Of the try-out mailbox: shows a code for a phone. */
  showPhoneMessage: SendMessage | undefined;
};

/**
 * @returns undefined if AUTH is off
 * @throws StoreUnavailable
 */
export async function startSessionFacility(
  options: SessionFacilityOptions,
): Promise<Facility | undefined> {
  const { config, store, aliases, secrets, letters, publicUrl, showPhoneMessage, log } = options;
  const { auth, smsHook: hook } = config;
  if (!auth.on) return undefined;
  const now = Date.now;
  const providers = providerOptions(config, { isForbidden });
  return openFacility({
    store: store.auth,
    secrets,
    publicUrl,
    switches: auth.switches,
    letters,
    aliases,
    sendMessage: hook ? smsHook({ url: hook.url, key: hook.key, now, log }) : showPhoneMessage,
    ...(hook?.countries && { phoneCountries: hook.countries }),
    redirects: auth.redirects,
    ...(auth.captcha && { captcha: auth.captcha }),
    ...(providers && { providers }),
    fetch: httpClient(),
    now,
    onFault: (err) => log.warn({ err }, 'internal error during a sign-in'),
  });
}

/** The configured OpenID providers, with the means to reach them. @returns undefined if there are none */
export function providerOptions(
  { auth, names: space, mailHost, bounceDomain }: Config,
  guard: Guard,
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
