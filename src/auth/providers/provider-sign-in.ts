/** Sign-in by an OpenID provider, and linking of an account there to one of our users. */

import { type KeyObject, randomUUID } from 'node:crypto';
import type { AuthStore } from '#store/sessions/auth-store.ts';
import type { Flow } from '#store/sessions/flows.ts';
import type { Identity } from '#store/sessions/identities.ts';
import type { Accounts, TokenAnswer } from '../accounts/accounts.ts';
import { RemoteServerSilent } from '#network/http-client.ts';
import type { ExchangeCodes } from '../accounts/pkce.ts';
import { metadataOf, type ProviderAccount } from './provider-account.ts';
import { type Begun, createProviderFlows, type FlowRequest } from './provider-flows.ts';
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
  /** The provider's response proves nothing. */
  | 'bad_oauth_callback'
  | 'provider_email_needs_verification'
  | 'identity_already_exists'
  | 'session_not_found'
  /** The provider does not respond. */
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
  /** The browser's cookie; empty: none. */
  browser: string;
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
  /** Called for a provider that does not respond, or whose response proves nothing. */
  onFault: (error: unknown) => void;
};

type Outcome = Finished['outcome'];

const refused = (error: SignInError): Outcome => ({ kind: 'refused', error });

export type ProviderSignIn = ReturnType<typeof createProviderSignIn>;

export function createProviderSignIn(options: ProviderSignInOptions) {
  const { accounts, codes, store, publicUrl, sessions, now, onFault } = options;
  const providers = new Providers({ ...options, callback: `${publicUrl}/auth/v1/callback` });
  const flows = createProviderFlows({ ...options, store: store.flows, providers });
  return {
    /** The names of all providers in calls. */
    names: providers.names,
    /** @returns undefined if the provider is not available */
    async begin(request: FlowRequest): Promise<Begun | undefined> {
      try {
        return await flows.begin(request);
      } catch (error) {
        heard(error);
        return undefined;
      }
    },
    async finish({ state, browser, ...answer }: ProviderReturn): Promise<Finished> {
      const returned = await flows.return(state, browser);
      if (returned.kind === 'unknown') {
        return { redirectTo: null, outcome: refused('bad_oauth_state') };
      }
      const { flow } = returned;
      // The start of the flow checked it against the allowed ones.
      const { redirectTo } = flow;
      if (returned.kind === 'used') {
        return { redirectTo, outcome: refused('flow_state_already_used') };
      }
      return { redirectTo, outcome: await outcome(flow, returned.secrets, answer) };
    },
  };

  async function outcome(
    flow: Flow,
    secrets: FlowSecrets,
    { code, iss, error }: Omit<ProviderReturn, 'state' | 'browser'>,
  ): Promise<Outcome> {
    if (error === 'access_denied') return refused('access_denied');
    if (code === undefined || error !== undefined) return refused('bad_oauth_callback');
    let account: ProviderAccount;
    try {
      account = await providers.account(flow.provider, { code, iss }, secrets);
    } catch (fault) {
      return refused(heard(fault) ? 'unexpected_failure' : 'bad_oauth_callback');
    }
    return flow.linking === null ? signIn(flow, account) : link(flow, flow.linking, account);
  }

  async function signIn(flow: Flow, account: ProviderAccount): Promise<Outcome> {
    const userId = (await known(account)) ?? (await newcomer(account));
    if (userId === undefined) return refused('provider_email_needs_verification');
    if (flow.challenge !== null) {
      return { kind: 'code', code: await codes.issueFor(flow.id, userId) };
    }
    const answer = await accounts.signIn(userId, 'oauth', false);
    return answer === undefined ? refused('bad_oauth_callback') : { kind: 'session', answer };
  }

  /** The user with this identity. */
  async function known({
    provider,
    subject,
    claims,
  }: ProviderAccount): Promise<string | undefined> {
    const identity = await store.identities.find(provider, subject);
    if (identity === undefined) return undefined;
    await store.identities.signedIn(identity.id, JSON.stringify(claims), now());
    return identity.userId;
  }

  /**
   * A new user. Accounts are never joined by their address: a person with a user here signs in with it and links the
   * provider. The response is the same for a known and an unproven address, so that no provider learns who is a user.
   */
  async function newcomer(account: ProviderAccount): Promise<string | undefined> {
    if (!account.proven || account.email === undefined) return undefined;
    const meta = metadataOf(account);
    // An address that was never confirmed belongs to no one yet, even after a request for a letter to it.
    const user = await accounts.findOrMakeBare(account.email, meta);
    const identity = identityOf(user.id, account);
    if (await store.identities.claim(identity, JSON.stringify(meta), now())) return user.id;
    return known(account);
  }

  async function link(flow: Flow, sessionId: string, account: ProviderAccount): Promise<Outcome> {
    const session = await sessions.reread(sessionId);
    if (session === undefined) return refused('session_not_found');
    const { userId } = session;
    const identity = identityOf(userId, account);
    const linked = await store.identities.link(identity, sessionId);
    if (linked === 'session_ended') return refused('session_not_found');
    if (linked === 'taken') return refused('identity_already_exists');
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

  function identityOf(userId: string, { provider, subject, claims }: ProviderAccount): Identity {
    const at = now();
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

  /** @returns whether the provider did not respond; rethrows any other error than a provider's */
  function heard(error: unknown): boolean {
    const silent = error instanceof RemoteServerSilent;
    if (!silent && !(error instanceof ProviderRefused)) throw error;
    onFault(error);
    return silent;
  }
}
