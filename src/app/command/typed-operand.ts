/** An operator's spelling of an address or an alias. */

import { readRealAddress } from '#domains/real-address.ts';
import { Fault } from '../config/fault.ts';
import { EXIT_USAGE } from './exit-codes.ts';

/** Exit code of a command that found nothing to do. */
export const EXIT_NOTHING = 1;

/** @returns every spelling in which the address may stand in the database, the canonical one first. @throws Fault */
export function typedAddress(text: string): [canonical: string, ...earlier: string[]] {
  const address = readRealAddress(text);
  if (address === undefined) throw new Fault(`This is no e-mail address: ${text}`, EXIT_USAGE);
  return [address.canonical, ...address.earlier];
}

/** @returns the alias as it is stored; its domain may be one that is no longer ours. @throws Fault */
export function typedAlias(text: string): string {
  const alias = text.trim().toLowerCase();
  if (/^alias-[1-9][0-9]*@[a-z0-9.-]+$/.test(alias)) return alias;
  throw new Fault(
    `This is no alias: ${text} (an alias looks like alias-1234@example.org)`,
    EXIT_USAGE,
  );
}
