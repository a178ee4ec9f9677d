/** Joins the session facility (auth/v1) to the configuration: its keys, its letters, phones and providers. */

import { readFileSync } from 'node:fs';
import type { JWK } from 'jose';
import { isObject } from '#api/body.ts';
import { type Facility, openFacility } from '#auth/facility.ts';
import { UnusableKey } from '#auth/tokens/key-set.ts';
import type { LetterPort } from '#auth/letters/letter-port.ts';
import type { OwnedAliases } from '#auth/aliases/owned-aliases.ts';
import type { SendMessage } from '#auth/factors/phone.ts';
import { isForbidden } from '#network/forbidden-addresses.ts';
import { errorCode, Fault } from './config/fault.ts';
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
 * @throws Fault for a key that cannot be used, StoreUnavailable
 */
export async function startSessionFacility(
  options: SessionFacilityOptions,
): Promise<Facility | undefined> {
  const { config, store, aliases, secrets, letters, publicUrl, showPhoneMessage, log } = options;
  const { auth, smsHook: hook } = config;
  if (!auth.on) return undefined;
  const now = Date.now;
  const providers = providerOptions(config, { isForbidden });
  try {
    return await openFacility({
      store: store.auth,
      secrets,
      publicUrl,
      switches: auth.switches,
      signingKeys: auth.signingKeyPath === undefined ? [] : readKeys(auth.signingKeyPath),
      letters,
      aliases,
      sendMessage: hook ? smsHook({ url: hook.url, key: hook.key, now, log }) : showPhoneMessage,
      ...(hook?.countries && { phoneCountries: hook.countries }),
      redirects: auth.redirects,
      ...(auth.captcha && { captcha: auth.captcha }),
      ...(providers && { providers }),
      fetch: (address, init) => fetch(address, init),
      now,
      onFault: (err) => log.warn({ err }, 'internal error during a sign-in'),
    });
  } catch (error) {
    if (error instanceof UnusableKey) throw new Fault(`AUTH_SIGNING_KEY ${error.message}.`);
    throw error;
  }
}

/** A private JWK, an array of them, or a set (RFC 7517 section 5). */
function readKeys(path: string): JWK[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = errorCode(error) || 'not JSON';
    throw new Fault(`AUTH_SIGNING_KEY: cannot read the file ${path} (${reason}).`);
  }
  const keys = isObject(value) && Array.isArray(value.keys) ? value.keys : value;
  const list: unknown[] = Array.isArray(keys) ? keys : [keys];
  if (list.length === 0 || !list.every(isKey)) {
    throw new Fault(`AUTH_SIGNING_KEY: the file ${path} does not contain a JSON Web Key.`);
  }
  return list;
}

const isKey = (value: unknown): value is JWK => isObject(value) && typeof value.kty === 'string';
