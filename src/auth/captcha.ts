/**
 * Captchas: the service that issued a page's token verifies it.
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ and https://docs.hcaptcha.com/
 */

import { type Fetch, httpClient } from '#network/http-client.ts';

export type CaptchaSettings = {
  service: 'turnstile' | 'hcaptcha';
  secret: string;
  /** Address of the service's verification call. */
  address: string;
  /** Letters require it only while more than half of those to newcomers is used; absent: always. */
  whenBusy?: boolean;
  /** Milliseconds to wait for a response; absent: 5 s. */
  timeoutMs?: number;
};

export const CAPTCHA_ADDRESSES: Record<CaptchaSettings['service'], string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};

/** `silent`: the service did not respond or reported a fault of its own, so the token is neither good nor bad. */
export type CaptchaVerdict = 'good' | 'bad' | 'silent';

export type CaptchaOptions = CaptchaSettings & {
  fetch: Fetch;
  /** Called for a service that did not respond, or that rejects the secret. */
  onFault: (error: unknown) => void;
};

/** Error codes for a fault of the service or of its configuration, not of the token. */
const OURS = ['missing-input-secret', 'invalid-input-secret', 'internal-error', 'bad-request'];
type Answer = { success?: unknown; 'error-codes'?: unknown } | null;

const ANSWER_OCTETS = 65_536;

export function createCaptcha({
  address,
  secret,
  service,
  onFault,
  fetch,
  whenBusy = false,
  timeoutMs: ms = 5000,
}: CaptchaOptions) {
  const bounded = httpClient({ over: fetch, bounds: { ms, octets: ANSWER_OCTETS } });
  return {
    whenBusy,
    /** The request does not include the caller's address. */
    async check(token: string): Promise<CaptchaVerdict> {
      try {
        const body = new URLSearchParams({ secret, response: token });
        const response = await bounded(address, { method: 'POST', body });
        const answer: Answer = JSON.parse(await response.text());
        if (answer?.success === true) return 'good';
        const codes = answer?.['error-codes'];
        const ours = OURS.find((code) => Array.isArray(codes) && codes.includes(code));
        if (answer?.success === false && ours === undefined) return 'bad';
        throw new Error(`${service} answers ${ours ?? 'an unreadable text'}`);
      } catch (error) {
        onFault(error);
        return 'silent';
      }
    },
  };
}
