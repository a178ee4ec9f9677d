/** Codes at the end of a browser's sign-in: the application exchanges one for a session by its verifier (RFC 7636). */

import { createHash, type KeyObject, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { FlowStore } from '#store/sessions/flows.ts';
import type { Accounts, TokenAnswer } from './accounts.ts';
import type { AskedData } from './asked-data.ts';
import { keyedHash } from '../tokens/keys.ts';
import type { Sealing } from '#secrets/sealing.ts';
import type { Sessions } from '../tokens/sessions.ts';

/** The lifetime of a code, and of a sign-in at a provider, in milliseconds. */
export const FLOW_MS = 300_000;

/** 32 octets in base64url. */
const CODE_FORM = /^[\w-]{43}$/;
/** RFC 7636 section 4.1. */
const VERIFIER_FORM = /^[\w.~-]{43,128}$/;

export type Exchanged =
  | { kind: 'signed-in'; answer: TokenAnswer }
  /** Unknown, used, or its user or session is gone. */
  | { kind: 'unknown' }
  | { kind: 'expired' }
  | { kind: 'wrong-verifier' };

export type ExchangeCodesOptions = {
  store: FlowStore;
  /** The first key makes new hashes; all of them are accepted. */
  keys: readonly KeyObject[];
  sealing: Sealing;
  accounts: Accounts;
  askedData: AskedData;
  sessions: Sessions;
  /** Milliseconds since 1970. */
  now: () => number;
};

export type ExchangeCodes = ReturnType<typeof createExchangeCodes>;

export function createExchangeCodes({
  store,
  sealing,
  now,
  accounts,
  askedData,
  sessions,
  keys,
}: ExchangeCodesOptions) {
  return {
    /**
     * A code without a provider: for a letter's link.
     * @param challenge the caller's, S256
     * @param method of the sign-in, as in `amr`
     */
    async issue(userId: string, challenge: string, method: string): Promise<string> {
      const id = randomUUID();
      const { code, hash } = newCode();
      await store.insert({
        id,
        provider: 'email',
        challenge,
        authCode: hash,
        userId,
        linking: null,
        redirectTo: null,
        sealed: sealing.seal(id, JSON.stringify({ method })),
        used: true,
        until: now() + FLOW_MS,
      });
      return code;
    },
    /** A code for a flow that a provider has answered. */
    async issueFor(flowId: string, userId: string): Promise<string> {
      const { code, hash } = newCode();
      await store.setCode(flowId, { authCode: hash, userId, until: now() + FLOW_MS });
      return code;
    },
    /** Single use: a wrong verifier uses the code up as well. */
    async exchange(code: string, verifier: string): Promise<Exchanged> {
      const flow = await take(code);
      if (flow?.userId == null || flow.challenge === null) return { kind: 'unknown' };
      if (flow.until <= now()) return { kind: 'expired' };
      if (!answers(verifier, flow.challenge)) return { kind: 'wrong-verifier' };
      let answer: TokenAnswer | undefined;
      if (flow.linking === null) {
        const opened = sealing.open(flow.id, flow.sealed);
        const { method = 'oauth' }: { method?: string } = JSON.parse(opened?.text ?? '{}');
        // The requesting browser has shown its verifier.
        if (flow.provider === 'email') {
          await accounts.describe(flow.userId, await askedData.take(flow.userId, flow.challenge));
        }
        answer = await accounts.signIn(flow.userId, method, false);
      } else {
        // The session in which the identity was linked continues.
        const session = await sessions.reread(flow.linking);
        answer = session && (await accounts.answer(session));
      }
      return answer === undefined ? { kind: 'unknown' } : { kind: 'signed-in', answer };
    },
  };

  async function take(code: string) {
    if (!CODE_FORM.test(code)) return undefined;
    for (const key of keys) {
      const flow = await store.takeCode(hashOf(key, code));
      if (flow !== undefined) return flow;
    }
    return undefined;
  }

  function newCode(): { code: string; hash: string } {
    const [key] = keys;
    if (key === undefined) throw new Error('there is no key to hash with');
    const code = randomBytes(32).toString('base64url');
    return { code, hash: hashOf(key, code) };
  }
}

const hashOf = (key: KeyObject, code: string) => keyedHash(key, `exchange ${code}`);

/** RFC 7636 section 4.6, for S256. */
function answers(verifier: string, challenge: string): boolean {
  if (!VERIFIER_FORM.test(verifier)) return false;
  const given = createHash('sha256').update(verifier).digest();
  const expected = Buffer.from(challenge, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
