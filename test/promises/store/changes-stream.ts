/**
 * A process that changes aliases without pause, several at once, and prints each acknowledged change. Tests kill it.
 * Arguments: the kind of the changes, the database address, and the first number.
 */

import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openStore } from '#store/open.ts';
import { user } from '#store/sessions/auth-rows.fixture.ts';
import { SILENT } from '#support/silent-log.ts';

const [kind = '', databaseUrl = '', first = ''] = process.argv.slice(2);
const store = await openStore(databaseUrl, { now: Date.now, log: SILENT });
const owner = `real${first}@example.org`;
const one = user(owner, { confirmedAt: Date.now() });
if (kind === 'another') await store.auth.users.insert(one);

// A synchronous write: every line that was read was acknowledged, whenever the kill happens.
const told = (number: number, state: string) => writeSync(1, `${number} ${state}\n`);

/** Inserts an alias; every second one is switched off. */
async function insert(number: number): Promise<void> {
  const insertion = await store.insertAlias({
    real_email: `real${number}@example.org`,
    alias_email: `alias-${number}@a.test`,
  });
  if (insertion.kind !== 'created') throw new Error(`alias-${number} is ${insertion.kind}`);
  told(number, 'on');
  if (number % 2 === 1) return;
  await store.setActive(insertion.alias.id, false, 'anybody');
  told(number, 'off');
}

/** Makes one more alias with a note for one owner; every second one is deleted. */
async function another(number: number): Promise<void> {
  const id = randomUUID();
  const made = await store.owners.another({
    id,
    alias_email: `alias-${number}@a.test`,
    userId: one.id,
    owner,
    most: 500,
    note: { note: `note of ${number}`, site: 'site' },
    at: Date.now(),
  });
  // A number of 31 bits may be drawn twice; the kill comes long before there are 500.
  if (made.kind !== 'created') return;
  told(number, 'made');
  if (number % 2 === 1) return;
  await store.owners.deleteAlias(id, owner, Date.now());
  told(number, 'gone');
}

/** The change, and how many are made at once: some share a commit. */
const [change, atOnce] = kind === 'another' ? [another, 4] : [insert, 8];
let next = Number(first);
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (;;) await change(next++);
  }),
);
