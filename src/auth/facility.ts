/** The session facility: the shared objects of all calls of auth/v1. */

import type { AuthStore } from '#store/sessions/auth-store.ts';
import { AccessTokens } from './tokens/access-token.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createApiKeys } from './accounts/api-keys.ts';
import { createAskedData } from './accounts/asked-data.ts';
import { createAddressChanges } from './accounts/address-changes.ts';
import { createFactorTries } from './factors/factor-tries.ts';
import { createFactors } from './factors/factors.ts';
import type { Fetch } from '#network/http-client.ts';
import { type CaptchaSettings, createCaptcha } from './captcha.ts';
import { KeySet } from './tokens/key-set.ts';
import { createKnownBrowsers } from './letters/known-browsers.ts';
import type { LetterPort } from './letters/letter-port.ts';
import { deriveAuthKeys } from './tokens/keys.ts';
import { OneTimeCodes } from './tokens/one-time-codes.ts';
import type { OwnedAliases } from './aliases/owned-aliases.ts';
import { createPasskeys } from './factors/passkeys.ts';
import { EVERY_COUNTRY, phoneKind, type SendMessage } from './factors/phone.ts';
import { createExchangeCodes } from './accounts/pkce.ts';
import { createProviderSignIn, type GivenProviders } from './providers/provider-sign-in.ts';
import { createRedeeming } from './accounts/redeeming.ts';
import { Redirects } from './redirects.ts';
import { RefreshTokens } from './tokens/refresh-token.ts';
import { Sealing } from '#secrets/sealing.ts';
import { Sessions } from './tokens/sessions.ts';
import { createSignInLetters } from './accounts/sign-in-letters.ts';
import { totpKind } from './factors/totp.ts';
import { RelyingParty } from './factors/webauthn.ts';
import { createUndoneChanges } from './accounts/undone-changes.ts';
import { createWaysBack } from './accounts/ways-back.ts';
import { webauthnKind } from './factors/webauthn-factor.ts';

/** Options that an operator may switch on for tests and closed installations. */
export type FacilitySwitches = {
  passwords: boolean;
  anonymous: boolean;
  /** Sign-up without a letter. */
  autoconfirm: boolean;
};

export type FacilityOptions = {
  store: AuthStore;
  /** The root secret, followed by earlier ones. */
  secrets: readonly string[];
  /** Origin of the public site. */
  publicUrl: string;
  switches: FacilitySwitches;
  letters: LetterPort;
  aliases: OwnedAliases;
  /** Sends codes to phones; absent: phones are not second factors here. */
  sendMessage?: SendMessage | undefined;
  /** Country codes of phones; absent: all. */
  phoneCountries?: readonly string[];
  /** Further origins that a sign-in may redirect to; absent: none. */
  redirects?: readonly string[];
  /** Absent: no captcha. */
  captcha?: CaptchaSettings;
  /** For requests to addresses that the operator names. */
  fetch: Fetch;
  /** Absent: no OpenID providers. */
  providers?: GivenProviders;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Reports a fault that came after its response. */
  onFault: (error: unknown) => void;
};

export type Facility = Awaited<ReturnType<typeof openFacility>>;

/** @throws StoreUnavailable */
export async function openFacility(options: FacilityOptions) {
  const { store, publicUrl, letters, aliases, now, onFault } = options;
  const derived = deriveAuthKeys(options.secrets);
  const sealing = new Sealing(derived.seal);
  const keys = await KeySet.open({ store: store.signingKeys, sealing, now });
  const tokens = new AccessTokens({ keys, issuer: `${publicUrl}/auth/v1`, now });
  const refreshTokens = new RefreshTokens(derived.refresh);
  const sessions = new Sessions({ store: store.sessions, tokens: refreshTokens, now });
  const shared = { store, sealing, sessions, letters, aliases, now, onFault };
  const accounts = createAccounts({ ...shared, tokens });
  const codes = new OneTimeCodes({ store: store.oneTime, keys: derived.once, now });
  const ofFlows = { ...shared, store: store.flows, keys: derived.once };
  const askedData = createAskedData(ofFlows);
  const exchangeCodes = createExchangeCodes({ ...ofFlows, accounts, askedData });
  const site = RelyingParty.isPossible(publicUrl) ? new RelyingParty(publicUrl) : undefined;
  const { sendMessage: send, phoneCountries: countries = EVERY_COUNTRY } = options;
  const kinds = {
    totp: totpKind({ store: store.factors, sealing, site: new URL(publicUrl).host, now }),
    phone: send && phoneKind({ store, sealing, keys: derived, send, countries, now }),
    webauthn: site && webauthnKind({ store: store.factors, site, now }),
  };
  const counted = { store: store.letterBudget, keys: derived.address, now };
  const browsers = createKnownBrowsers(counted);
  const undone = createUndoneChanges({ ...shared, codes, browsers });
  const waysBack = createWaysBack({ ...shared, codes, browsers });
  const changes = createAddressChanges({ ...shared, codes, counted, accounts, undone, waysBack });
  return {
    ...shared,
    switches: options.switches,
    publicUrl,
    keys,
    tokens,
    accounts,
    codes,
    askedData,
    exchangeCodes,
    redirects: new Redirects(publicUrl, options.redirects ?? []),
    /** Undefined: there are no providers. */
    providerSignIn:
      options.providers &&
      createProviderSignIn({
        ...shared,
        ...options.providers,
        publicUrl,
        keys: derived.once,
        codes: exchangeCodes,
        accounts,
      }),
    /** Undefined: no captcha is required. */
    captcha:
      options.captcha && createCaptcha({ ...options.captcha, fetch: options.fetch, onFault }),
    browsers,
    waysBack,
    signInLetters: createSignInLetters({ ...shared, accounts, codes, browsers, askedData }),
    redeeming: createRedeeming({ ...shared, codes, accounts, changes, undone, waysBack }),
    factors: createFactors({ ...shared, kinds, tries: createFactorTries(counted) }),
    /** Undefined if the site does not have a host name. */
    passkeys: site && createPasskeys({ ...shared, accounts, site }),
    apiKeys: createApiKeys(shared),
  };
}
