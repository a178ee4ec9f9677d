/** Joins the session facility (auth/v1) to the configuration: its keys, its letters, phones and providers. */

import { type Facility, openFacility } from '#auth/facility.ts';
import type { LetterPort } from '#auth/letters/letter-port.ts';
import type { OwnedAliases } from '#auth/aliases/owned-aliases.ts';
import type { SendMessage } from '#auth/factors/phone.ts';
import { isForbidden } from '#network/forbidden-addresses.ts';
import { httpClient } from '#network/http-client.ts';
import { providerOptions } from './provider-options.ts';
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
