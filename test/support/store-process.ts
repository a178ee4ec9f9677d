/**
 * A process with a Store that executes each line of its input, and prints one line. Argument: the database
 * address. `insert N`, `find N`, `ping`: the kind of the insertion, the alias, `none`, `well`, or the name of the
 * error. `burst N` inserts a hundred at once, from N on: the kinds. `off N` switches an alias off. `note N` writes an
 * entry into the ledger under `noteKey(N)`; `notes N` two hundred in turn, each answered by its number. `open FILE`
 * opens another embedded database, and closes it.
 */

import { createInterface } from 'node:readline';
import { noteKey } from './seeded-random.ts';
import { openStore } from '#store/open.ts';
import { SILENT } from './silent-log.ts';

const store = await openStore(process.argv[2] ?? '', { now: Date.now, log: SILENT });
console.log('ready');

for await (const line of createInterface({ input: process.stdin })) {
  const [command = '', number] = line.split(' ');
  console.log(command === 'open' ? await opened(number) : await answer(command, Number(number)));
}
await store.close();

async function opened(file = ''): Promise<string> {
  try {
    const other = await openStore(`sqlite:${file}`, { now: Date.now, log: SILENT });
    await other.close();
    return 'opened';
  } catch (error) {
    return String(error);
  }
}

async function answer(command: string, number: number): Promise<string> {
  if (command === 'burst') {
    const numbers = Array.from({ length: 100 }, (_, i) => number + i);
    const kinds = await Promise.all(numbers.map((one) => answer('insert', one)));
    return [...new Set(kinds)].join(', ');
  }
  if (command === 'notes') {
    for (let n = number; n < number + 200; n += 1) console.log(await answer('note', n));
    return 'noted';
  }
  const alias_email = `alias-${number}@a.test`;
  const real_email = `real${number}@example.org`;
  try {
    if (command === 'insert') return (await store.insertAlias({ alias_email, real_email })).kind;
    if (command === 'find')
      return (await store.aliasByAddress(alias_email))?.alias.alias_email ?? 'none';
    if (command === 'off') {
      const found = await store.aliasByAddress(alias_email);
      return (await store.setActive(found?.alias.id ?? '', false, 'anybody')) ? 'off' : 'none';
    }
    if (command === 'note') {
      await store.remember(noteKey(number), { code: 250, enhanced: '2.0.0' }, Date.now() + 60_000);
      return String(number);
    }
    await store.takesWrites();
    return 'well';
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}
