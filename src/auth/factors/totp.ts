/** Codes of authenticator apps: TOTP (RFC 6238) with SHA-1, six digits and 30 seconds, which all apps support. */

import { generateSecret, generateURI, verifySync } from 'otplib';
import { renderSVG } from 'uqr';
import { type FactorStore, METHOD_OF } from '#store/sessions/factors.ts';
import type { FactorKind } from './factor-kind.ts';
import type { Sealing } from '#secrets/sealing.ts';

/** Seconds. RFC 6238 section 5.2: one step of delay, and as much for a clock that is ahead. */
const STEP = 30;
const CODE_FORM = /^\d{6}$/;
/** Quiet zone around a QR code in modules (ISO/IEC 18004). */
const QUIET = 4;

export type TotpOptions = {
  store: Pick<FactorStore, 'accept' | 'reseal' | 'takeChallenge'>;
  sealing: Sealing;
  /** Host of the site, with its port if it has one. */
  site: string;
  /** Milliseconds since 1970. */
  now: () => number;
};

export function totpKind({ store, sealing, site, now }: TotpOptions): FactorKind {
  return {
    method: METHOD_OF.totp,
    enrol(id, user, { issuer = site }) {
      const secret = generateSecret();
      const uri = generateURI({ issuer, label: user.email ?? user.id, secret });
      const qrCode = renderSVG(uri, { border: QUIET });
      return { sealed: sealing.seal(id, secret), enrolled: { totp: { secret, uri, qrCode } } };
    },
    challenge: async () => ({ value: '' }),
    async verify({ id, sealed }, challenge, answer) {
      const opened = sealing.open(id, sealed ?? '');
      if (opened === undefined || answer.kind !== 'code') return 'wrong';
      if (opened.stale) await store.reseal(id, sealing.seal(id, opened.text));
      const step = stepOf(opened.text, answer.code, now());
      if (step === undefined) return 'wrong';
      // RFC 6238 section 5.2: a step is accepted once. Of two at the same moment the store accepts one.
      if (!(await store.accept(id, step, challenge.sessionId))) return 'spent';
      await store.takeChallenge(challenge.id);
      return 'accepted';
    },
  };
}

/** The step of a code; undefined if no current step has it. */
function stepOf(secret: string, token: string, now: number): number | undefined {
  if (!CODE_FORM.test(token)) return undefined;
  const epoch = Math.floor(now / 1000);
  const result = verifySync({ secret, token, epoch, epochTolerance: STEP, period: STEP });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
