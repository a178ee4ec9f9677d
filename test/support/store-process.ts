/**
 * A process with a Store that does what each line of its standard input says, and answers with one line. Argument: the
 * database address. `insert N`, `find N`: the kind of the insertion, the alias, `none`, or the name of the error.
 */

import { createInterface } from 'node:readline';
import { openStore } from '#store/open.ts';
import { SILENT } from './silent-log.ts';

const store = await openStore(process.argv[2] ?? '', { now: Date.now, log: SILENT });
console.log('ready');

for await (const line of createInterface({ input: process.stdin })) {
  const [command, number] = line.split(' ');
  console.log(await answer(command, `alias-${number}@a.test`, `real${number}@example.org`));
}
await store.close();

async function answer(command = '', alias_email: string, real_email: string): Promise<string> {
  try {
    if (command === 'insert') return (await store.insertAlias({ alias_email, real_email })).kind;
    return (await store.aliasByAddress(alias_email))?.alias_email ?? 'none';
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}
