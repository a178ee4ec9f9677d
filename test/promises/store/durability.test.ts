import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openStore } from '#store/open.ts';
import { killedAfter } from './killed-stream.ts';
import { postgresServer } from '#support/postgres.ts';
import { rounds } from '#support/seeded-random.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';

const KILLS = rounds(2);

/** @returns the last acknowledged state of each number */
async function lastStates(changes: number, databaseUrl: string, first: number) {
  const lines = await killedAfter('insert-stream.ts', [databaseUrl, String(first)], changes);
  return new Map(
    lines.map((line) => {
      const [number, state = ''] = line.split(' ');
      return [Number(number), state];
    }),
  );
}

const postgres = await postgresServer(after);

describe('kill -9 at any moment', { concurrency: true }, () => {
  for (const [name, url, crash] of [
    ['the embedded store', `sqlite:${tempFolder(after)}/veilpost.sqlite`, undefined],
    ['PostgreSQL, itself cut off in the middle', undefined, postgres],
  ] as const) {
    test(`every acknowledged change is there afterwards: ${name}`, async () => {
      const databaseUrl = url ?? (await postgres.database('durable'));
      const told = new Map<number, string>();
      let first = 1000;
      for (let round = 1; round <= KILLS; round += 1) {
        // From the first change to a few hundred: a different moment in each round, the same in each run.
        const changes = 1 + ((round * 37) % 200);
        for (const [number, state] of await lastStates(changes, databaseUrl, first)) {
          told.set(number, state);
        }
        // The last ones may be stored without an acknowledgement: a few are in progress at once.
        first = Math.max(...told.keys()) + 100;
      }
      if (crash) {
        await crash.crash();
        await crash.start();
      }
      const store = await openStore(databaseUrl, { now: Date.now, log: SILENT });
      assert.ok(told.size > KILLS * 20, `only ${told.size} changes`);
      for (const [number, state] of told) {
        const alias = (await store.aliasByAddress(`alias-${number}@a.test`))?.alias;
        assert.ok(alias, `alias-${number} is missing`);
        // An even one that was reported as on may have been switched off before the kill.
        if (state === 'off' || number % 2 === 1) assert.equal(alias.active, state === 'on');
      }
      await store.close();
    });
  }
});
