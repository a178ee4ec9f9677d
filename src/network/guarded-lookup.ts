/** Lookups for one connection of a guarded request: a second lookup cannot return another address. */

import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isForbidden as isForbiddenAddress } from './forbidden-addresses.ts';

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
export function guardedLookup(host: string, guard: Guard): LookupFunction {
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
