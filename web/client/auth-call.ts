/** A call of auth/v1 that needs no session. */

import type { PageConfig } from '#rules/page.ts';

export type AuthAnswer = {
  /** Of HTTP. */
  status: number;
  /** The body, perhaps not JSON. */
  text: string;
  /** Seconds to wait, if the answer names them; else NaN. */
  wait: number;
};

/** In milliseconds: an answer to `otp` waits ten seconds for the remote server's verdict (design of auth/v1). */
const PATIENCE_MS = 20_000;

/** @param more header fields @throws if no answer comes */
export async function authCall(
  { url, key }: Pick<PageConfig, 'url' | 'key'>,
  path: string,
  body: unknown,
  more?: Record<string, string>,
): Promise<AuthAnswer> {
  const answer = await fetch(`${url}/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: key,
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      ...more,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await answer.text();
  // RFC 9110 section 10.2.3; a page of another origin cannot read the field, but can read the sentence of the answer.
  const told = answer.headers.get('Retry-After') ?? /after (\d+) s/.exec(text)?.[1];
  return { status: answer.status, text, wait: Number(told) };
}
