/** Sign-ins on their way to a provider and back: each response belongs to one browser and one request. */

import { createHash, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Flow, FlowStore } from '#store/sessions/flows.ts';
import { keyedHash } from '../tokens/keys.ts';
import { FLOW_MS } from '../accounts/pkce.ts';
import type { FlowSecrets, Providers } from './providers.ts';
import type { Sealing } from '#secrets/sealing.ts';

/** A caller's options for a sign-in. */
export type FlowRequest = {
  provider: string;
  /** Scopes besides the standard ones. */
  scopes: readonly string[];
  /** Already checked; null: the site. */
  redirectTo: string | null;
  /** The caller's own, S256; null: the session comes in the fragment. */
  challenge: string | null;
  /** The session that the identity is linked to; null: a sign-in. */
  linking: { sessionId: string } | null;
  /** The cookie that this browser already has; empty: none. */
  browser: string;
};

export type Begun = {
  /** The provider's address for the browser. */
  address: string;
  /** The cookie for the browser meanwhile. */
  browser: string;
};

export type Returned =
  | { kind: 'returned'; flow: Flow; secrets: FlowSecrets }
  /** The provider has already responded. */
  | { kind: 'used'; flow: Flow }
  /** Unknown, expired, or begun in another browser. */
  | { kind: 'unknown' };

export type ProviderFlowsOptions = {
  store: FlowStore;
  providers: Providers;
  sealing: Sealing;
  /** The first key makes new hashes; all of them are accepted. */
  keys: readonly KeyObject[];
  /** Milliseconds since 1970. */
  now: () => number;
};

/** 32 octets in base64url. */
const RANDOM_FORM = /^[\w-]{43}$/;

type Sealed = { nonce: string; verifier: string; browser: string; method: 'oauth' };

export function createProviderFlows({
  store,
  providers,
  sealing,
  keys,
  now,
}: ProviderFlowsOptions) {
  return {
    /** @throws RemoteServerSilent, ProviderRefused */
    async begin(request: FlowRequest): Promise<Begun> {
      const [key] = keys;
      if (key === undefined) throw new Error('there is no key to hash with');
      const secrets = { state: newRandom(), nonce: newRandom(), verifier: newRandom() };
      const { provider, scopes, redirectTo, challenge, linking } = request;
      const address = await providers.authorizationAddress(provider, secrets, scopes);
      // Several tabs of a browser share one cookie.
      const browser = RANDOM_FORM.test(request.browser) ? request.browser : newRandom();
      const id = idOf(key, secrets.state);
      const { nonce, verifier } = secrets;
      const sealed: Sealed = { nonce, verifier, browser: hashOf(browser), method: 'oauth' };
      await store.insert({
        id,
        provider,
        challenge,
        authCode: null,
        userId: null,
        linking: linking?.sessionId ?? null,
        redirectTo,
        sealed: sealing.seal(id, JSON.stringify(sealed)),
        used: false,
        until: now() + FLOW_MS,
      });
      return { address, browser };
    },
    /**
     * Completes a flow when the browser comes back, once.
     * @param browser its cookie; empty: none
     */
    async return(state: string, browser: string): Promise<Returned> {
      const flow = await find(state);
      if (flow === undefined || flow.until <= now()) return { kind: 'unknown' };
      const opened = sealing.open(flow.id, flow.sealed);
      if (opened === undefined) return { kind: 'unknown' };
      const { nonce, verifier, browser: expected }: Sealed = JSON.parse(opened.text);
      // RFC 9700 section 4.7: a link from a stranger must not sign anyone in, nor link an account. With a challenge,
      // only the verifier's holder can use the code at the end; an identity is linked before that.
      const bound = flow.challenge === null || flow.linking !== null;
      if (bound && !isSame(hashOf(browser), expected)) return { kind: 'unknown' };
      if (flow.used || (await store.use(flow.id, now())) === undefined)
        return { kind: 'used', flow };
      return { kind: 'returned', flow, secrets: { state, nonce, verifier } };
    },
  };

  async function find(state: string): Promise<Flow | undefined> {
    if (!RANDOM_FORM.test(state)) return undefined;
    for (const key of keys) {
      const flow = await store.find(idOf(key, state));
      if (flow !== undefined) return flow;
    }
    return undefined;
  }
}

const newRandom = () => randomBytes(32).toString('base64url');
const idOf = (key: KeyObject, state: string) => keyedHash(key, `state ${state}`);
const hashOf = (browser: string) => createHash('sha256').update(browser).digest('base64url');

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
