/** A POST to a server that an operator names, over HTTPS, and never into a private network. */

import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { request } from 'node:https';
import { isIP } from 'node:net';
import { isForbidden as isForbiddenAddress } from './forbidden-addresses.ts';

/** What a test replaces. */
export type PostSurroundings = {
  lookup?: (name: string, options: LookupAllOptions) => Promise<LookupAddress[]>;
  isForbidden?: (address: string) => boolean;
  /** PEM; absent: the authorities that Node trusts. */
  ca?: string;
  /** Milliseconds from the look-up until the status. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 5000;

/**
 * @returns the status of the answer, whose body is not read; a redirect is not followed
 * @throws Error where there is no answer in time, or where none of the host's addresses may be reached
 */
export async function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  { lookup = systemLookup, isForbidden = isForbiddenAddress, ca, timeoutMs }: PostSurroundings = {},
): Promise<number> {
  const signal = AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS);
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  // Node looks no address up that is one already.
  if (isIP(host) !== 0 && isForbidden(host)) throw new ForbiddenAddress();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
    // A connection of its own: the address is judged each time.
    agent: false,
    ca,
    signal,
    lookup(name, options, found) {
      lookup(name, { ...options, all: true }).then(
        (addresses) => {
          const allowed = addresses.filter(({ address }) => !isForbidden(address));
          const [first] = allowed;
          if (first === undefined) found(new ForbiddenAddress(), '', 0);
          else if (options.all) found(null, allowed);
          else found(null, first.address, first.family);
        },
        (error: unknown) => found(error instanceof Error ? error : new Error('no address'), '', 0),
      );
    },
  });
  sent.on('response', (response) => {
    resolve(response.statusCode ?? 0);
    response.on('error', () => {}).destroy();
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

/** A host name led to private addresses alone. */
class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
  readonly code = 'EFORBIDDEN';

  constructor() {
    super('the host has no address that may be reached');
  }
}
