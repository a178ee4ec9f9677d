/** OpenID providers: where a person is sent, and who comes back (OpenID Connect Core 1.0, RFC 9700). */

import type * as openIdClient from 'openid-client';
import type { ClientAuth, Configuration, FetchBody } from 'openid-client';
import { boundedFetch, FarServerSilent, type Fetch } from './bounded-fetch.ts';
import { accountOf, type ProviderAccount } from './provider-account.ts';
import type { ProviderSettings } from './provider-settings.ts';

export type ProvidersOptions = {
  settings: readonly ProviderSettings[];
  /** It must refuse private addresses: a provider's metadata name where we go. */
  fetch: Fetch;
  /** Address of our callback, to which providers send people back. */
  callback: string;
  /** The one spelling of an address that mail can be sent to; undefined for others and for our own. */
  readAddress: (text: string) => string | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  /** For one request, in milliseconds; 5 s where it is absent. */
  timeoutMs?: number;
};

/** The values that bind a provider's answer to the flow that asked. */
export type FlowSecrets = { state: string; nonce: string; verifier: string };

/** Of the answer that a browser brings back; `iss` as RFC 9207 has it. */
export type ProviderAnswer = { code: string; iss: string | undefined };

/** The provider's answer proves nothing; or it refuses us. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

/** A provider's metadata and keys are read again after so long. */
const KNOWN_MS = 3_600_000;
/** Of metadata, key set or tokens. */
const ANSWER_OCTETS = 262_144;
/** Asked for always: who it is, and the address. */
const SCOPES = ['openid', 'email', 'profile'];

type Known = { at: number; configuration: Promise<Configuration> };

export class Providers {
  readonly #options: ProvidersOptions;
  readonly #known = new Map<string, Known>();

  constructor(options: ProvidersOptions) {
    this.#options = options;
  }

  get names(): string[] {
    return this.#options.settings.map(({ name }) => name);
  }

  /**
   * The address to which the person is sent.
   * @param scopes besides those that are always asked for
   * @throws FarServerSilent, ProviderRefused
   */
  async authorizationAddress(
    name: string,
    { state, nonce, verifier }: FlowSecrets,
    scopes: readonly string[],
  ): Promise<string> {
    return this.#answered(name, async (configuration, client) => {
      const parameters = {
        redirect_uri: this.#options.callback,
        scope: [...new Set([...SCOPES, ...scopes])].join(' '),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      return client.buildAuthorizationUrl(configuration, parameters).href;
    });
  }

  /**
   * Exchanges the code, and holds the ID token against signature, issuer, audience, time and nonce.
   * @throws FarServerSilent, ProviderRefused
   */
  async account(
    name: string,
    { code, iss }: ProviderAnswer,
    { state, nonce, verifier }: FlowSecrets,
  ): Promise<ProviderAccount> {
    const claims = await this.#answered(name, async (configuration, client) => {
      const answer = new URL(this.#options.callback);
      answer.searchParams.set('code', code);
      answer.searchParams.set('state', state);
      if (iss !== undefined) answer.searchParams.set('iss', iss);
      const tokens = await client.authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      });
      const inToken: Record<string, unknown> = { ...tokens.claims() };
      const { userinfo_endpoint: more } = configuration.serverMetadata();
      if (inToken.email !== undefined || more === undefined) return inToken;
      // OpenID Connect Core section 5.4: the scope's claims may be there alone.
      const subject = String(inToken.sub);
      const info = await client.fetchUserInfo(configuration, tokens.access_token, subject);
      return { ...info, ...inToken };
    });
    const account = accountOf(this.#settings(name), claims, this.#options.readAddress);
    if (account === undefined) throw new ProviderRefused(`${name}: the subject cannot be kept`);
    return account;
  }

  /** @throws FarServerSilent, ProviderRefused */
  async #answered<T>(
    name: string,
    use: (configuration: Configuration, client: OpenIdClient) => Promise<T>,
  ): Promise<T> {
    // Loaded at first use: most services have no provider.
    const client = await import('openid-client');
    try {
      return await use(await this.#configuration(name, client), client);
    } catch (error) {
      throw silenceIn(error) ?? new ProviderRefused(`${name}: ${reasonOf(error)}`);
    }
  }

  /** The provider's metadata, by its issuer (OpenID Connect Discovery 1.0 section 4). */
  #configuration(name: string, client: OpenIdClient): Promise<Configuration> {
    const { now } = this.#options;
    const known = this.#known.get(name);
    if (known !== undefined && now() - known.at < KNOWN_MS) return known.configuration;
    const configuration = this.#discovered(this.#settings(name), client);
    const entry = { at: now(), configuration };
    this.#known.set(name, entry);
    configuration.catch(() => {
      if (this.#known.get(name) === entry) this.#known.delete(name);
    });
    return configuration;
  }

  #discovered(settings: ProviderSettings, client: OpenIdClient): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = settings;
    const { fetch, timeoutMs: ms = 5000 } = this.#options;
    const bounded = boundedFetch(fetch, { ms, octets: ANSWER_OCTETS });
    const post = client.ClientSecretPost(clientSecret);
    const basic = client.ClientSecretBasic(clientSecret);
    const authentication: ClientAuth = (server, ...rest) => {
      // OpenID Connect Discovery section 3: where nothing is said it is basic.
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      return methods.includes('client_secret_basic')
        ? basic(server, ...rest)
        : post(server, ...rest);
    };
    return client.discovery(new URL(issuer), clientId, {}, authentication, {
      [client.customFetch]: (address, { method, headers, body }) =>
        bounded(address, { method, headers, body: textOf(body) }),
      // The signature of an ID token counts even where it came over TLS.
      execute: [client.enableNonRepudiationChecks],
    });
  }

  #settings(name: string): ProviderSettings {
    const found = this.#options.settings.find((one) => one.name === name);
    if (found === undefined) throw new Error(`there is no provider ${name}`);
    return found;
  }
}

type OpenIdClient = typeof openIdClient;

/** The request's body is a form, or there is none. */
function textOf(body: FetchBody): string | null {
  if (typeof body === 'string') return body;
  return body instanceof URLSearchParams ? body.toString() : null;
}

function silenceIn(error: unknown): FarServerSilent | undefined {
  if (error instanceof FarServerSilent) return error;
  return error instanceof Error ? silenceIn(error.cause) : undefined;
}

/** RFC 6749 section 5.2: most often the operator's secret or callback is not what the provider knows. */
const TOKEN_ERRORS = ['invalid_client', 'invalid_grant', 'invalid_request', 'unauthorized_client'];

/** A name out of the library's own or the standard's; never the provider's words. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'refused';
  const known = TOKEN_ERRORS.find((name) => 'error' in error && error.error === name);
  return known ?? ('code' in error ? `${error.name} ${String(error.code)}` : error.name);
}
