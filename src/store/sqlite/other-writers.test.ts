import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { openSqliteStore } from '../open.ts';

const ALIAS = 'alias-1000@a.test';

/** The ways into a turn of the event loop, in the order of the loop: after I/O, after it, and by a timer. */
const TURNS = {
  /** Node takes messages together with the octets of sockets, never in the turn in which they were sent. */
  async input() {
    const { port1, port2 } = new MessageChannel();
    const arrived = new Promise((resolve) => port2.once('message', resolve));
    port1.postMessage('');
    await arrived;
    port1.close();
  },
  immediate: () => new Promise((resolve) => setImmediate(resolve)),
  /** Due at once, so that it runs in the turn of an immediate. */
  timer() {
    const due = new Promise((resolve) => setTimeout(resolve, 1));
    const armed = performance.now();
    while (performance.now() < armed + 2);
    return due;
  },
};
const WAYS = ['input', 'immediate', 'timer'] as const;

for (const first of WAYS) {
  for (const next of WAYS) {
    test(`an alias that another process switches off after a mail (${first}) is off for the next mail (${next})`, async () => {
      const file = join(tempFolder(after), 'veilpost.sqlite');
      const store = openSqliteStore(file, { now: () => 1_800_000_000_000, log: SILENT });
      const other = new DatabaseSync(file);
      const switchTo = other.prepare('UPDATE aliases SET active = ?');
      const active = async () => (await store.aliasByAddress(ALIAS))?.alias.active;
      await store.insertAlias({ real_email: 'ann@mailbox.test', alias_email: ALIAS });
      for (let often = 0; often < 3; often += 1) {
        await TURNS[first]();
        assert.equal(await active(), true);
        switchTo.run(0);
        await TURNS[next]();
        assert.equal(await active(), false);
        switchTo.run(1);
      }
      other.close();
      await store.close();
    });
  }
}
