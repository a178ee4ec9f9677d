/** `npx veilpost block ALIAS`: for an alias that is abused. */

import { domainOf } from '#rules/address.ts';
import { Fault } from '../config/fault.ts';
import { EXIT_NOTHING, typedAlias } from './typed-operand.ts';
import { type DatabaseOptions, withStore } from './with-store.ts';

/**
 * Deletes the alias and never gives its name again: its mail is refused for good. Its owner may make another one.
 * @param alias as the operator wrote it; its domain may have been ours earlier
 * @param domains of our aliases
 * @returns a sentence for the operator
 * @throws Fault where it cannot be an alias, and where it is at another domain and nobody has had it here
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
        `${domainOf(name)} is none of ALIAS_DOMAINS (${domains.join(', ')}), and nobody has this alias here.`,
        EXIT_NOTHING,
      );
    }
    const gone = await store.owners.block(name, Date.now());
    if (gone) return `${name} is gone, and the name is never given again.\n`;
    return wasBlocked
      ? `${name} was blocked or deleted before; the name is never given again.\n`
      : `${name} was nobody's; now the name is never given.\n`;
  });
}
