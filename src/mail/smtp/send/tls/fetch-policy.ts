/** RFC 8461 section 3.3: the policy file, from the web server of an untrusted domain. */

import type { Clock } from '#time/clock.ts';
import { readPolicy, type StsPolicy } from './sts-policy.ts';

/** Like `fetch`; it does not follow redirects, verifies the certificate, and never connects to private addresses. */
export type PolicyFetch = (address: string, init: { signal: AbortSignal }) => Promise<Response>;

/** For the whole fetch, in milliseconds: a sender waits for it. Section 3.3 suggests a minute. */
const FETCH_MS = 10_000;
const MOST_OCTETS = 65_536;

/** Why there is no policy: the web server did not return one, its certificate is invalid (WebPKI), or the file is malformed. */
export type PolicyFault = 'fetch' | 'webpki' | 'grammar';

/** @returns the policy, or why there is none. Never rejects, and takes at most 10 s */
export async function fetchPolicy(
  domain: string,
  fetch: PolicyFetch,
  clock: Clock,
): Promise<StsPolicy | PolicyFault> {
  const timeout = new AbortController();
  const late = Promise.withResolvers<PolicyFault>();
  const cancel = clock.after(FETCH_MS, () => {
    timeout.abort();
    late.resolve('fetch');
  });
  try {
    return await Promise.race([readFrom(domain, fetch, timeout.signal), late.promise]);
  } finally {
    cancel();
    // A response that is not read to its end keeps its connection open.
    timeout.abort();
  }
}

async function readFrom(
  domain: string,
  fetch: PolicyFetch,
  signal: AbortSignal,
): Promise<StsPolicy | PolicyFault> {
  try {
    const address = `https://mta-sts.${domain}/.well-known/mta-sts.txt`;
    const { status, headers, body } = await fetch(address, { signal });
    const [type = ''] = (headers.get('content-type') ?? '').split(';');
    if (status !== 200 || type.trim().toLowerCase() !== 'text/plain' || body === null) {
      return 'fetch';
    }
    const chunks: Uint8Array[] = [];
    let octets = 0;
    for await (const chunk of body) {
      octets += chunk.length;
      if (octets > MOST_OCTETS) return 'grammar';
      chunks.push(chunk);
    }
    return (
      readPolicy(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))) ??
      'grammar'
    );
  } catch (error) {
    return faultOf(error);
  }
}

function faultOf(error: unknown): PolicyFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Octets that are not UTF-8.
  if (code.startsWith('ERR_ENCODING')) return 'grammar';
  // Codes of OpenSSL's verification and of Node's own name check.
  return /CERT|UNABLE_TO_VERIFY/.test(code) ? 'webpki' : 'fetch';
}
