/**
 * A process that inserts and toggles without pause, and says of each change that was acknowledged which it was. To be
 * killed. Arguments: the database address, and the first number.
 */

import { writeSync } from 'node:fs';
import { openStore } from '#store/open.ts';
import { SILENT } from './silent-log.ts';

const [databaseUrl = '', first = ''] = process.argv.slice(2);
const store = await openStore(databaseUrl, { now: Date.now, log: SILENT });

for (let number = Number(first); ; number += 1) {
  const insertion = await store.insertAlias({
    real_email: `real${number}@example.org`,
    alias_email: `alias-${number}@a.test`,
  });
  if (insertion.kind !== 'created') throw new Error(`alias-${number} is ${insertion.kind}`);
  // A synchronous write: what the reader has got was acknowledged, whenever the kill comes.
  writeSync(1, `${number} on\n`);
  if (number % 2 === 0) {
    await store.setActive(insertion.alias.id, false);
    writeSync(1, `${number} off\n`);
  }
}
