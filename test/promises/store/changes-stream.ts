/**
 * A process that changes aliases without pause, several at once, and prints each acknowledged change. Tests kill it.
 * Arguments: the database address, and the first number.
 */

import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openStore } from '#store/open.ts';
import { user } from '#store/sessions/auth-rows.fixture.ts';
import { SILENT } from '#support/silent-log.ts';

const [databaseUrl = '', first = ''] = process.argv.slice(2);
const store = await openStore(databaseUrl, { now: Date.now, log: SILENT });
const owner = `real${first}@example.org`;
const person = user(owner, { confirmedAt: Date.now() });
await store.auth.users.insert(person);

// A synchronous write: every line that was read was acknowledged, whenever the kill happens.
const told = (number: number, state: string) => writeSync(1, `${number} ${state}\n`);

/** Makes one more alias with a note; every second one is switched off, and every fourth one deleted. */
async function change(number: number): Promise<void> {
  const id = randomUUID();
  const alias_email = `alias-${number}@a.test`;
  const made = await store.owners.another({
    id,
    alias_email,
    userId: person.id,
    owner,
    most: 500,
    note: { note: `note of ${alias_email}`, site: 'site' },
    at: Date.now(),
  });
  // A number of 31 bits may be drawn twice; the kill comes long before there are 500.
  if (made.kind !== 'created') return;
  told(number, 'on');
  if (number % 2 === 1) return;
  await store.setActive(id, false, 'anybody');
  told(number, 'off');
  if (number % 4 !== 0) return;
  await store.owners.deleteAlias(id, owner, Date.now());
  told(number, 'gone');
}

let next = Number(first);
// Some share a commit.
await Promise.all(
  Array.from({ length: 8 }, async () => {
    for (;;) await change(next++);
  }),
);
