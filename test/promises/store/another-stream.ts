/**
 * A process that makes aliases with notes for one owner without pause, several at once, deletes every second one, and prints each
 * acknowledged change. Tests kill it. Arguments: the database address, and the first number.
 */

import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openStore } from '#store/open.ts';
import { user } from '#store/sessions/auth-rows.fixture.ts';
import { SILENT } from '#support/silent-log.ts';

/** The number of concurrent changes: some share a commit. */
const AT_ONCE = 4;

const [databaseUrl = '', first = ''] = process.argv.slice(2);
const store = await openStore(databaseUrl, { now: Date.now, log: SILENT });
const owner = `real${first}@example.org`;
const one = user(owner, { confirmedAt: Date.now() });
await store.auth.users.insert(one);

let next = Number(first);
await Promise.all(Array.from({ length: AT_ONCE }, stream));

async function stream(): Promise<void> {
  for (;;) {
    const number = next;
    next += 1;
    const id = randomUUID();
    const { kind } = await store.owners.another({
      id,
      alias_email: `alias-${number}@a.test`,
      userId: one.id,
      owner,
      most: 500,
      note: { note: `note of ${number}`, site: 'site' },
      at: Date.now(),
    });
    // A number of 31 bits may be drawn twice; the kill comes long before there are 500.
    if (kind !== 'created') continue;
    // A synchronous write: every line that was read was acknowledged, whenever the kill happens.
    writeSync(1, `${number} made\n`);
    if (number % 2 === 1) continue;
    await store.owners.deleteAlias(id, owner, Date.now());
    writeSync(1, `${number} gone\n`);
  }
}
