/** The session facility: the shared objects of all calls of auth/v1. */

import type { JWK } from 'jose';
import type { AuthStore } from '#store/sessions/auth-store.ts';
import { AccessTokens } from './tokens/access-token.ts';
import { Accounts } from './accounts/accounts.ts';
import { AskedData } from './accounts/asked-data.ts';
import { AddressChanges } from './accounts/address-changes.ts';
import { FactorTries } from './factors/factor-tries.ts';
import { Factors } from './factors/factors.ts';
import type { Fetch } from './providers/bounded-fetch.ts';
import { Captcha, type CaptchaSettings } from './captcha.ts';
import { ChangeTries } from './accounts/change-tries.ts';
import { KeySet } from './tokens/key-set.ts';
import { KnownBrowsers } from './letters/known-browsers.ts';
import type { LetterPort } from './letters/letter-port.ts';
import { deriveAuthKeys } from './tokens/keys.ts';
import { OneTimeCodes } from './tokens/one-time-codes.ts';
import type { OwnedAliases } from './aliases/owned-aliases.ts';
import { Passkeys } from './factors/passkeys.ts';
import { phoneKind, type SendMessage } from './factors/phone.ts';
import { ExchangeCodes } from './accounts/pkce.ts';
import { type GivenProviders, ProviderSignIn } from './providers/provider-sign-in.ts';
import { Redeeming } from './accounts/redeeming.ts';
import { Redirects } from './redirects.ts';
import { RefreshTokens } from './tokens/refresh-token.ts';
import { Sealing } from '#secrets/sealing.ts';
import { Sessions } from './tokens/sessions.ts';
import { SignInLetters } from './accounts/sign-in-letters.ts';
import { totpKind } from './factors/totp.ts';
import { RelyingParty } from './factors/webauthn.ts';
import { UndoneChanges } from './accounts/undone-changes.ts';
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
  /** The operator's own private keys; undefined: generated and stored. */
  signingKeys: readonly JWK[] | undefined;
  letters: LetterPort;
  aliases: OwnedAliases;
  /** Sends codes to phones; absent: phones are no second factor here. */
  sendMessage?: SendMessage | undefined;
  /** Country codes of phones; undefined: all. */
  phoneCountries?: readonly string[] | undefined;
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
  /** Reports a fault that came after its answer. */
  onFault: (error: unknown) => void;
};

export type Facility = {
  store: AuthStore;
  switches: FacilitySwitches;
  publicUrl: string;
  now: () => number;
  sealing: Sealing;
  keys: KeySet;
  tokens: AccessTokens;
  sessions: Sessions;
  accounts: Accounts;
  codes: OneTimeCodes;
  askedData: AskedData;
  exchangeCodes: ExchangeCodes;
  redirects: Redirects;
  /** Undefined: no captcha is required. */
  captcha: Captcha | undefined;
  /** Undefined: there are no providers. */
  providerSignIn: ProviderSignIn | undefined;
  letters: LetterPort;
  browsers: KnownBrowsers;
  aliases: OwnedAliases;
  signInLetters: SignInLetters;
  redeeming: Redeeming;
  factors: Factors;
  /** Undefined where the site has no host name. */
  passkeys: Passkeys | undefined;
};

/** @throws UnusableKey, StoreUnavailable */
export async function openFacility(options: FacilityOptions): Promise<Facility> {
  const {
    store,
    secrets,
    publicUrl,
    switches,
    signingKeys: given,
    letters,
    aliases,
    now,
  } = options;
  const derived = deriveAuthKeys(secrets);
  const sealing = new Sealing(derived.seal);
  const keys = await KeySet.open({ store: store.signingKeys, sealing, now, given });
  const tokens = new AccessTokens({ keys, issuer: `${publicUrl}/auth/v1`, now });
  const refreshTokens = new RefreshTokens(derived.refresh);
  const sessions = new Sessions({ store: store.sessions, tokens: refreshTokens, now });
  const accounts = new Accounts({ store, sessions, tokens, aliases, now });
  const codes = new OneTimeCodes({ store: store.oneTime, keys: derived.once, now });
  const askedData = new AskedData({ store: store.flows, keys: derived.once, sealing, now });
  const exchangeCodes = new ExchangeCodes({
    store: store.flows,
    keys: derived.once,
    sealing,
    accounts,
    askedData,
    sessions,
    now,
  });
  const { onFault } = options;
  const redirects = new Redirects(publicUrl, options.redirects ?? []);
  const { captcha: settings, fetch } = options;
  const captcha = settings ? new Captcha({ ...settings, fetch, onFault }) : undefined;
  const providerSignIn = options.providers
    ? new ProviderSignIn({
        ...options.providers,
        store,
        publicUrl,
        sealing,
        keys: derived.once,
        codes: exchangeCodes,
        accounts,
        sessions,
        now,
        onFault,
      })
    : undefined;
  const signInLetters = new SignInLetters({
    store,
    accounts,
    codes,
    askedData,
    letters,
    onFault,
  });
  const site = RelyingParty.isPossible(publicUrl) ? new RelyingParty(publicUrl) : undefined;
  const kinds = {
    totp: totpKind({ store: store.factors, sealing, site: new URL(publicUrl).host, now }),
    phone:
      options.sendMessage &&
      phoneKind({
        store,
        sealing,
        keys: derived,
        send: options.sendMessage,
        countries: options.phoneCountries,
        now,
      }),
    webauthn: site && webauthnKind({ store: store.factors, site, now }),
  };
  const counted = { store: store.letterBudget, keys: derived.address, now };
  const tries = new ChangeTries(counted);
  const browsers = new KnownBrowsers(counted);
  const undone = new UndoneChanges({
    store,
    codes,
    sealing,
    sessions,
    browsers,
    letters,
    aliases,
    now,
  });
  const changes = new AddressChanges({
    store,
    codes,
    tries,
    accounts,
    sessions,
    letters,
    aliases,
    undone,
    now,
  });
  return {
    store,
    switches,
    publicUrl,
    now,
    sealing,
    keys,
    tokens,
    sessions,
    accounts,
    codes,
    askedData,
    exchangeCodes,
    redirects,
    providerSignIn,
    captcha,
    letters,
    browsers,
    aliases,
    signInLetters,
    redeeming: new Redeeming({ store, codes, accounts, changes, undone, letters, aliases, now }),
    factors: new Factors({
      store,
      sessions,
      kinds,
      tries: new FactorTries(counted),
      letters,
      now,
    }),
    passkeys: site && new Passkeys({ store, accounts, site, letters, now }),
  };
}
