/**
 * A process that inserts and toggles without pause, several at once, and prints each acknowledged change. Tests kill it.
 * Arguments: the database address, and the first number.
 */

import { writeSync } from 'node:fs';
import { openStore } from '#store/open.ts';
import { SILENT } from '#support/silent-log.ts';

/** The number of concurrent changes: some share a commit. */
const AT_ONCE = 8;

const [databaseUrl = '', first = ''] = process.argv.slice(2);
const store = await openStore(databaseUrl, { now: Date.now, log: SILENT });

let next = Number(first);
await Promise.all(Array.from({ length: AT_ONCE }, stream));

async function stream(): Promise<void> {
  for (;;) {
    const number = next;
    next += 1;
    const insertion = await store.insertAlias({
      real_email: `real${number}@example.org`,
      alias_email: `alias-${number}@a.test`,
    });
    if (insertion.kind !== 'created') throw new Error(`alias-${number} is ${insertion.kind}`);
    // A synchronous write: every line that was read was acknowledged, whenever the kill happens.
    writeSync(1, `${number} on\n`);
    if (number % 2 === 0) {
      await store.setActive(insertion.alias.id, false, 'anybody');
      writeSync(1, `${number} off\n`);
    }
  }
}
