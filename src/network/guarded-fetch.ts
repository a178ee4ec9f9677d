/**
 * Requests to servers that others name: over HTTPS, and never into a private network. The address is checked at the
 * connection itself, so that a second lookup cannot return another one.
 */

import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { isForbidden as isForbiddenAddress } from './forbidden-addresses.ts';

/** Dependencies that a test replaces. */
export type GuardedFetchOptions = {
  /** Whether an IP address must not be reached. */
  isForbidden?: (address: string) => boolean;
  lookup?: (name: string, options: LookupAllOptions) => Promise<LookupAddress[]>;
  /** PEM; absent: the authorities that Node trusts. */
  ca?: string;
};

/** None of the host's addresses may be reached. */
class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
  readonly code = 'EFORBIDDEN';

  constructor() {
    super('the host has no address that may be reached');
  }
}

/** Statuses whose response has no body: https://fetch.spec.whatwg.org/#null-body-status */
const WITHOUT_BODY = [204, 205, 304];

/**
 * The needed parts of `fetch`: method, headers, a body of text or octets, and the signal. A redirect is not followed,
 * and no content coding is requested.
 */
export function guardedFetch({
  isForbidden = isForbiddenAddress,
  lookup = systemLookup,
  ca,
}: GuardedFetchOptions = {}) {
  return async (address: string, init: RequestInit): Promise<Response> => {
    const url = new URL(address);
    if (url.protocol !== 'https:') throw new TypeError('only https is allowed');
    const host = url.hostname.replaceAll(/[[\]]/g, '');
    // Node does not look up a literal address.
    if (isIP(host) !== 0 && isForbidden(host)) throw new ForbiddenAddress();
    const { method = 'GET', signal, body } = init;
    const given = new Headers(init.headers);
    if (body instanceof URLSearchParams) {
      given.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
    }
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = request(url, {
      method,
      headers: Object.fromEntries(given),
      // Connections are not reused: the address is checked each time.
      agent: false,
      ca,
      signal: signal ?? undefined,
      lookup(name, options, found) {
        lookup(name, { ...options, all: true }).then(
          (addresses) => {
            const allowed = addresses.filter((one) => !isForbidden(one.address));
            const [first] = allowed;
            if (first === undefined) found(new ForbiddenAddress(), '', 0);
            else if (options.all) found(null, allowed);
            else found(null, first.address, first.family);
          },
          (error: unknown) =>
            found(error instanceof Error ? error : new Error('no address'), '', 0),
        );
      },
    });
    sent.on('response', resolve);
    sent.on('error', reject);
    const isOctets = typeof body === 'string' || body instanceof Uint8Array;
    sent.end(body instanceof URLSearchParams ? body.toString() : isOctets ? body : null);
    return responseOf(await promise);
  };
}

function responseOf(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 502;
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  if (WITHOUT_BODY.includes(status)) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(incoming), { status, headers });
}
