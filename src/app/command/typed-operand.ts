/** An operator's spelling of an address or an alias. */

import { readRealAddress } from '#domains/real-address.ts';
import { EXIT_USAGE, Fault } from '../config/fault.ts';

/** @returns every spelling of the address that the database may have, the canonical one first @throws Fault */
export function typedAddress(text: string): [canonical: string, ...earlier: string[]] {
  const address = readRealAddress(text);
  if (address === undefined) throw new Fault(`Not an email address: ${text}`, EXIT_USAGE);
  return [address.canonical, ...address.earlier];
}

/** @returns the alias as it is stored; its domain may no longer be ours @throws Fault */
export function typedAlias(text: string): string {
  const alias = text.trim().toLowerCase();
  if (/^alias-[1-9][0-9]*@[a-z0-9.-]+$/.test(alias)) return alias;
  throw new Fault(`Not an alias: ${text} (an alias looks like alias-1234@example.org)`, EXIT_USAGE);
}
