/**
 * Another process with a Store on the database of its argument. `notes N` writes two hundred entries into the ledger, under
 * `noteKey(N)` and so on, each answered by its number; `open FILE` opens another embedded database, and closes it.
 */

import { createInterface } from 'node:readline';
import { noteKey } from '#support/seeded-random.ts';
import { SILENT } from '#support/silent-log.ts';
import { openStore } from '../open.ts';

const options = { now: Date.now, log: SILENT };
const store = await openStore(process.argv[2] ?? '', options);
console.log('ready');

for await (const line of createInterface({ input: process.stdin })) {
  const [command, rest = ''] = line.split(' ');
  console.log(command === 'open' ? await opened(rest) : await noted(Number(rest)));
}
await store.close();

async function opened(file: string): Promise<string> {
  try {
    const other = await openStore(`sqlite:${file}`, options);
    await other.close();
    return 'opened';
  } catch (error) {
    return String(error);
  }
}

async function noted(first: number): Promise<string> {
  for (let n = first; n < first + 200; n += 1) {
    await store.remember(noteKey(n), { code: 250, enhanced: '2.0.0' }, Date.now() + 60_000);
    console.log(n);
  }
  return 'noted';
}
