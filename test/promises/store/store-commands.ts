// A process with a Store on the database of its argument, which executes each line of its input and prints the kind of an
// insertion, the alias, `none`, `well`, or the name of the error. `burst N` inserts a hundred at once, from N on.
import { createInterface } from 'node:readline';
import { openStore } from '#store/open.ts';
import { SILENT } from '#support/silent-log.ts';

const store = await openStore(process.argv[2] ?? '', { now: Date.now, log: SILENT });
console.log('ready');

for await (const line of createInterface({ input: process.stdin })) {
  const [command = '', number] = line.split(' ');
  console.log(await answer(command, Number(number)));
}
await store.close();

async function answer(command: string, number: number): Promise<string> {
  if (command === 'burst') {
    const numbers = Array.from({ length: 100 }, (_, i) => number + i);
    const kinds = await Promise.all(numbers.map((one) => answer('insert', one)));
    return [...new Set(kinds)].join(', ');
  }
  const alias_email = `alias-${number}@a.test`;
  const real_email = `real${number}@example.org`;
  try {
    if (command === 'insert') return (await store.insertAlias({ alias_email, real_email })).kind;
    if (command === 'find')
      return (await store.aliasByAddress(alias_email))?.alias.alias_email ?? 'none';
    await store.takesWrites();
    return 'well';
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}
