/**
 * The way to servers that others name: over HTTPS, and never into a private network. The address is checked at the
 * connection itself, so that a second lookup cannot return another one.
 */

import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { isForbidden as isForbiddenAddress } from './forbidden-addresses.ts';
import type { Fetch } from './http-client.ts';

/** For servers that others name. The fields are dependencies that a test replaces. */
export type Guard = {
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

/** @param host of an address (URL) @throws ForbiddenAddress for a literal address: Node does not look it up */
function guardedLookup(host: string, guard: Guard): LookupFunction {
  const { isForbidden = isForbiddenAddress, lookup = systemLookup } = guard;
  const literal = host.replaceAll(/[[\]]/g, '');
  if (isIP(literal) !== 0 && isForbidden(literal)) throw new ForbiddenAddress();
  return (name, options, found) => {
    const failed = (error: unknown) =>
      found(error instanceof Error ? error : new Error('no address'), '', 0);
    lookup(name, { ...options, all: true }).then((addresses) => {
      const allowed = addresses.filter((one) => !isForbidden(one.address));
      const [first] = allowed;
      if (first === undefined) failed(new ForbiddenAddress());
      else if (options.all) found(null, allowed);
      else found(null, first.address, first.family);
    }, failed);
  };
}

/** A way for `httpClient`. No content coding is requested. */
export function guarded(guard: Guard): Fetch {
  return async (address, init) => {
    const url = new URL(address);
    if (url.protocol !== 'https:') throw new TypeError('only https is allowed');
    const { method = 'GET', signal, body } = init;
    const given = new Headers(init.headers);
    if (body instanceof URLSearchParams) {
      given.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
    }
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = httpsRequest(url, {
      method,
      headers: Object.fromEntries(given),
      // Connections are not reused: the address is checked each time.
      agent: false,
      ca: guard.ca,
      signal: signal ?? undefined,
      lookup: guardedLookup(url.hostname, guard),
    });
    sent.on('response', resolve);
    sent.on('error', reject);
    const form = body instanceof URLSearchParams ? body.toString() : body;
    sent.end(typeof form === 'string' || form instanceof Uint8Array ? form : null);
    return responseOf(await promise);
  };
}

/** Statuses whose response has no body: https://fetch.spec.whatwg.org/#null-body-status */
const WITHOUT_BODY = [204, 205, 304];

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
