/** `npx veilpost block ALIAS`: for an abused alias. */

import { domainOf } from '#rules/address.ts';
import { EXIT_FAILURE, Fault } from '../config/fault.ts';
import { typedAlias } from './typed-operand.ts';
import { type DatabaseOptions, withStore } from './with-store.ts';

/**
 * Deletes the alias, whose name is never used again: its mail is rejected permanently. Its owner may make another one.
 * @param alias as the operator typed it; its domain may be an earlier one of ours
 * @param domains of our aliases
 * @returns a sentence for the operator
 * @throws Fault if it cannot be an alias, or if it is at another domain and no one has had it here
 */
export async function block(
  database: DatabaseOptions,
  alias: string,
  domains: readonly string[],
): Promise<string> {
  const name = typedAlias(alias);
  return withStore(database, async (store) => {
    const wasBlocked = await store.isRetired(name);
    const isOurs = domains.includes(domainOf(name));
    if (!isOurs && !wasBlocked && (await store.aliasByAddress(name)) === undefined) {
      throw new Fault(
        `${domainOf(name)} is not in ALIAS_DOMAINS (${domains.join(', ')}), and this alias does not exist.`,
        EXIT_FAILURE,
      );
    }
    const gone = await store.owners.block(name, Date.now());
    if (gone) return `${name} is deleted, and its name will never be used again.\n`;
    return wasBlocked
      ? `${name} was already blocked or deleted; its name will never be used again.\n`
      : `${name} did not exist; its name will never be used.\n`;
  });
}
