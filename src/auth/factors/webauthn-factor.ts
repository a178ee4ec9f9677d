/** WebAuthn as a second factor: a security key, or the device itself. */

import { type Factor, type FactorStore, METHOD_OF } from '#store/sessions/factors.ts';
import type { FactorKind } from './factor-kind.ts';
import type { AssertionResponse, Credential, RelyingParty } from './webauthn.ts';

export type WebauthnKindOptions = {
  store: FactorStore;
  site: RelyingParty;
  /** Milliseconds since 1970. */
  now: () => number;
};

export function webauthnKind({ store, site, now }: WebauthnKindOptions): FactorKind {
  return {
    method: METHOD_OF.webauthn,
    enrol: () => ({ sealed: null, enrolled: {} }),
    async challenge(_id, factor, user) {
      const credential = credentialOf(factor);
      const { challenge, options } = credential
        ? await site.authentication('second-factor', [credential])
        : await site.registration('second-factor', {
            // The factor's own handle, not the user's: it would overwrite a passkey of the user.
            userHandle: factor.id,
            userName: user.email ?? user.id,
            known: (await store.of(user.id)).flatMap((one) => credentialOf(one) ?? []),
          });
      return { value: challenge, options };
    },
    async verify(factor, { id, sessionId, value }, answer) {
      // An answer is checked once, correct or wrong.
      if ((await store.takeChallenge(id)) === undefined) return 'wrong';
      const credential = credentialOf(factor);
      const next =
        answer.kind === 'request'
          ? credential && (await used(value, answer.response, credential))
          : answer.kind === 'create' && !credential
            ? await site.registered('second-factor', value, answer.response)
            : undefined;
      if (next === undefined) return 'wrong';
      // Only if the counter is unchanged in between.
      const written = await store.setCredential(factor.id, JSON.stringify(next), factor.credential);
      const step = Math.max(now(), factor.lastStep + 1);
      return written && (await store.accept(factor.id, step, sessionId)) ? 'accepted' : 'spent';
    },
  };

  async function used(
    challenge: string,
    response: AssertionResponse,
    credential: Credential,
  ): Promise<Credential | undefined> {
    const counter = await site.authenticated('second-factor', challenge, response, credential);
    return counter === undefined ? undefined : { ...credential, counter };
  }
}

function credentialOf({ credential }: Factor): Credential | undefined {
  if (credential === null) return undefined;
  const stored: Credential = JSON.parse(credential);
  return stored;
}
