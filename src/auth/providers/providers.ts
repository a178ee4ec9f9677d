/** OpenID providers: a person's way there, and the returned account (OpenID Connect Core 1.0, RFC 9700). */

import type * as openIdClient from 'openid-client';
import type { ClientAuth, Configuration, FetchBody } from 'openid-client';
import { type Fetch, httpClient, RemoteServerSilent } from '#network/http-client.ts';
import { accountOf, type ProviderAccount, type ProviderSettings } from './provider-account.ts';

export type ProvidersOptions = {
  settings: readonly ProviderSettings[];
  /** It must refuse private addresses: a provider's metadata determine our next request. */
  fetch: Fetch;
  /** Address of our callback. */
  callback: string;
  /** Gives the canonical spelling of a deliverable address; undefined for others and for our own. */
  readAddress: (text: string) => string | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Timeout of one request, in milliseconds; 5 s if it is absent. */
  timeoutMs?: number;
};

/** The values that bind a provider's response to its flow. */
export type FlowSecrets = { state: string; nonce: string; verifier: string };

/** Parameters of the response through the browser; `iss` is RFC 9207's. */
export type ProviderAnswer = { code: string; iss: string | undefined };

/** The provider's response proves nothing; or the provider refuses us. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

/** Interval between readings of a provider's metadata and keys. */
const KNOWN_MS = 3_600_000;
/** Of metadata, key set or tokens. */
const ANSWER_OCTETS = 262_144;
/** The standard scopes: the subject and the address. */
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
   * The provider's address for the person.
   * @param scopes besides the standard ones
   * @throws RemoteServerSilent, ProviderRefused
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
   * Exchanges the code, and checks signature, issuer, audience, time and nonce of the ID token.
   * @throws RemoteServerSilent, ProviderRefused
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
      // OpenID Connect Core section 5.4: the claims of the scope may only be at the userinfo endpoint.
      const subject = String(inToken.sub);
      const info = await client.fetchUserInfo(configuration, tokens.access_token, subject);
      return { ...info, ...inToken };
    });
    const account = accountOf(this.#settings(name), claims, this.#options.readAddress);
    if (account === undefined) throw new ProviderRefused(`${name}: the subject cannot be kept`);
    return account;
  }

  /** @throws RemoteServerSilent, ProviderRefused */
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
    const bounded = httpClient({ over: fetch, bounds: { ms, octets: ANSWER_OCTETS } });
    const post = client.ClientSecretPost(clientSecret);
    const basic = client.ClientSecretBasic(clientSecret);
    const authentication: ClientAuth = (server, ...rest) => {
      // OpenID Connect Discovery section 3: the default is basic.
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      return methods.includes('client_secret_basic')
        ? basic(server, ...rest)
        : post(server, ...rest);
    };
    return client.discovery(new URL(issuer), clientId, {}, authentication, {
      [client.customFetch]: (address, { method, headers, body }) =>
        bounded(address, { method, headers, body: textOf(body) }),
      // The signature of an ID token is checked even over TLS.
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

/** The request's body is a form or absent. */
function textOf(body: FetchBody): string | null {
  if (typeof body === 'string') return body;
  return body instanceof URLSearchParams ? body.toString() : null;
}

function silenceIn(error: unknown): RemoteServerSilent | undefined {
  if (error instanceof RemoteServerSilent) return error;
  return error instanceof Error ? silenceIn(error.cause) : undefined;
}

/** RFC 6749 section 5.2: usually the operator's secret or callback differs from the provider's. */
const TOKEN_ERRORS = ['invalid_client', 'invalid_grant', 'invalid_request', 'unauthorized_client'];

/** A name from the library or the standard; never the provider's text. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'refused';
  const known = TOKEN_ERRORS.find((name) => 'error' in error && error.error === name);
  return known ?? ('code' in error ? `${error.name} ${String(error.code)}` : error.name);
}
