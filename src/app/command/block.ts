/** `npx veilpost block ALIAS`: for an alias that is abused. */

import { typedAlias } from './typed-operand.ts';
import { type DatabaseOptions, withStore } from './with-store.ts';

/**
 * Deletes the alias and never gives its name again: its mail is refused for good. Its owner may make another one.
 * @param alias as the operator wrote it
 * @returns a sentence for the operator
 * @throws Fault where it cannot be an alias
 */
export async function block(database: DatabaseOptions, alias: string): Promise<string> {
  const name = typedAlias(alias);
  return withStore(database, async (store) => {
    const wasBlocked = await store.isRetired(name);
    const gone = await store.owners.block(name, Date.now());
    if (gone) return `${name} is gone, and the name is never given again.\n`;
    return wasBlocked
      ? `${name} was blocked or deleted before; the name is never given again.\n`
      : `${name} was nobody's; now the name is never given.\n`;
  });
}
