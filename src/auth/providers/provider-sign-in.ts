/** Sign-in by an OpenID provider, and linking of an account there to a user of ours. */

import { type KeyObject, randomUUID } from 'node:crypto';
import type { AuthStore } from '#store/sessions/auth-store.ts';
import type { Flow } from '#store/sessions/flows.ts';
import type { Identity } from '#store/sessions/identities.ts';
import type { Accounts, TokenAnswer } from '../accounts/accounts.ts';
import { FarServerSilent } from './bounded-fetch.ts';
import type { ExchangeCodes } from '../accounts/pkce.ts';
import { metadataOf, type ProviderAccount } from './provider-account.ts';
import { type Begun, type FlowRequest, ProviderFlows } from './provider-flows.ts';
import {
  type FlowSecrets,
  ProviderRefused,
  Providers,
  type ProvidersOptions,
} from './providers.ts';
import type { Sealing } from '#secrets/sealing.ts';
import type { Sessions } from '../tokens/sessions.ts';

/** The reason for a failed sign-in, in the callers' terms. */
export type SignInError =
  | 'bad_oauth_state'
  | 'flow_state_already_used'
  /** The person or the provider refused. */
  | 'access_denied'
  /** The provider's answer proves nothing. */
  | 'bad_oauth_callback'
  | 'provider_email_needs_verification'
  | 'identity_already_exists'
  | 'session_not_found'
  /** The provider does not answer. */
  | 'unexpected_failure';

export type Finished = {
  /** Null: the site. */
  redirectTo: string | null;
  outcome:
    | { kind: 'code'; code: string }
    | { kind: 'session'; answer: TokenAnswer }
    | { kind: 'refused'; error: SignInError };
};

/** The browser's request to our callback. */
export type ProviderReturn = {
  state: string;
  code: string | undefined;
  iss: string | undefined;
  /** The provider's, RFC 6749 section 4.1.2.1. */
  error: string | undefined;
  /** The browser's cookie. */
  browser: string | undefined;
};

/** The operator's settings, and dependencies from outside. */
export type GivenProviders = Pick<
  ProvidersOptions,
  'settings' | 'fetch' | 'readAddress' | 'timeoutMs'
>;

export type ProviderSignInOptions = GivenProviders & {
  store: AuthStore;
  /** Origin of the public site. */
  publicUrl: string;
  sealing: Sealing;
  /** The first key makes new hashes; all of them are accepted. */
  keys: readonly KeyObject[];
  codes: ExchangeCodes;
  accounts: Accounts;
  sessions: Sessions;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Called for a provider that does not answer, or whose answer proves nothing. */
  onFault: (error: unknown) => void;
};

type Outcome = Finished['outcome'];

const refused = (error: SignInError): Outcome => ({ kind: 'refused', error });

export class ProviderSignIn {
  readonly #options: ProviderSignInOptions;
  readonly #providers: Providers;
  readonly #flows: ProviderFlows;

  constructor(options: ProviderSignInOptions) {
    const { store, publicUrl, sealing, keys, now } = options;
    this.#options = options;
    this.#providers = new Providers({ ...options, callback: `${publicUrl}/auth/v1/callback` });
    const providers = this.#providers;
    this.#flows = new ProviderFlows({ store: store.flows, providers, sealing, keys, now });
  }

  /** The names of all providers in calls. */
  get names(): string[] {
    return this.#providers.names;
  }

  /** @returns undefined where the provider is not available */
  async begin(request: FlowRequest): Promise<Begun | undefined> {
    try {
      return await this.#flows.begin(request);
    } catch (error) {
      this.#heard(error);
      return undefined;
    }
  }

  async finish({ state, browser, ...answer }: ProviderReturn): Promise<Finished> {
    const returned = await this.#flows.return(state, browser);
    if (returned.kind === 'unknown') {
      return { redirectTo: null, outcome: refused('bad_oauth_state') };
    }
    const { flow } = returned;
    // The start of the flow checked it against the allowed ones.
    const { redirectTo } = flow;
    if (returned.kind === 'used') {
      return { redirectTo, outcome: refused('flow_state_already_used') };
    }
    return { redirectTo, outcome: await this.#outcome(flow, returned.secrets, answer) };
  }

  async #outcome(
    flow: Flow,
    secrets: FlowSecrets,
    { code, iss, error }: Omit<ProviderReturn, 'state' | 'browser'>,
  ): Promise<Outcome> {
    if (error === 'access_denied') return refused('access_denied');
    if (code === undefined || error !== undefined) return refused('bad_oauth_callback');
    let account: ProviderAccount;
    try {
      account = await this.#providers.account(flow.provider, { code, iss }, secrets);
    } catch (fault) {
      return refused(this.#heard(fault) ? 'unexpected_failure' : 'bad_oauth_callback');
    }
    return flow.linking === null
      ? this.#signIn(flow, account)
      : this.#link(flow, flow.linking, account);
  }

  async #signIn(flow: Flow, account: ProviderAccount): Promise<Outcome> {
    const { accounts, codes } = this.#options;
    const userId = (await this.#known(account)) ?? (await this.#newcomer(account));
    if (userId === undefined) return refused('provider_email_needs_verification');
    if (flow.challenge !== null) {
      return { kind: 'code', code: await codes.issueFor(flow.id, userId) };
    }
    const answer = await accounts.signIn(userId, 'oauth', false);
    return answer === undefined ? refused('bad_oauth_callback') : { kind: 'session', answer };
  }

  /** The user with this identity. */
  async #known({ provider, subject, claims }: ProviderAccount): Promise<string | undefined> {
    const { store, now } = this.#options;
    const identity = await store.identities.find(provider, subject);
    if (identity === undefined) return undefined;
    await store.identities.signedIn(identity.id, JSON.stringify(claims), now());
    return identity.userId;
  }

  /**
   * A new user. Accounts are never joined by their address: a person with a user here signs in with it and links the
   * provider. The answer is the same for a known and an unproven address, so that no provider learns who is a user.
   */
  async #newcomer(account: ProviderAccount): Promise<string | undefined> {
    const { accounts, store, now } = this.#options;
    if (!account.proven || account.email === undefined) return undefined;
    const meta = metadataOf(account);
    // An address that was never confirmed belongs to nobody yet, even after a request for a letter to it.
    const user = await accounts.findOrMakeBare(account.email, meta);
    const identity = this.#identity(user.id, account);
    if (await store.identities.claim(identity, JSON.stringify(meta), now())) return user.id;
    return this.#known(account);
  }

  async #link(flow: Flow, sessionId: string, account: ProviderAccount): Promise<Outcome> {
    const { accounts, codes, sessions, store, now } = this.#options;
    const session = await sessions.reread(sessionId);
    if (session === undefined) return refused('session_not_found');
    const { userId } = session;
    const identity = this.#identity(userId, account);
    if (!(await store.identities.insert(identity))) return refused('identity_already_exists');
    // An anonymous user until now.
    if (account.proven && account.email !== undefined) {
      await store.users.setEmail(userId, null, account.email, now());
    }
    if (flow.challenge !== null) {
      return { kind: 'code', code: await codes.issueFor(flow.id, userId) };
    }
    const answer = await accounts.answer(session);
    return answer === undefined ? refused('session_not_found') : { kind: 'session', answer };
  }

  #identity(userId: string, { provider, subject, claims }: ProviderAccount): Identity {
    const at = this.#options.now();
    return {
      id: randomUUID(),
      userId,
      provider,
      subject,
      data: JSON.stringify(claims),
      createdAt: at,
      lastSignInAt: at,
    };
  }

  /** @returns whether the provider did not answer; rethrows any other error than a provider's */
  #heard(error: unknown): boolean {
    const silent = error instanceof FarServerSilent;
    if (!silent && !(error instanceof ProviderRefused)) throw error;
    this.#options.onFault(error);
    return silent;
  }
}
