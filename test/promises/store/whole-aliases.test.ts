import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openStore } from '#store/open.ts';
import { killedAfter } from './killed-stream.ts';
import { postgresServer, untilLeft } from '#support/postgres.ts';
import { rounds } from '#support/seeded-random.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';

const KILLS = rounds(2);
const STREAM = 'another-stream.ts';

const onPostgres = await (await postgresServer(after)).database('whole');

describe('kill -9 while an owner’s aliases are made and deleted', { concurrency: true }, () => {
  for (const [name, url] of [
    ['the embedded store', `sqlite:${tempFolder(after)}/veilpost.sqlite`],
    ['PostgreSQL', onPostgres],
  ] as const) {
    test(`each alias is complete, with its state and its note, or missing: ${name}`, async () => {
      for (let round = 0; round < KILLS; round += 1) {
        const first = 1_000_000_000 + round * 1000;
        // A different moment in each round, the same in each run.
        const lines = await killedAfter(STREAM, [url, String(first)], 1 + ((round * 37 + 20) % 90));
        // A transaction that is still being committed would be in the second of two reads, and not in the first.
        if (url === onPostgres) await untilLeft(url);
        const store = await openStore(url, { now: Date.now, log: SILENT });
        const owner = `real${first}@example.org`;
        const rows = await store.aliasesOf(owner);
        const notes = new Map((await store.notes.of(owner)).map((one) => [one.aliasId, one.note]));
        const names = rows.map(({ alias }) => alias.alias_email);
        for (const { alias, state } of rows) {
          assert.notEqual(state.confirmedAt, null, alias.alias_email);
          const number = /\d{10}/.exec(alias.alias_email)?.[0];
          assert.equal(notes.get(alias.id), `note of ${number}`);
        }
        assert.equal(notes.size, rows.length, 'no note without its alias');
        for (const [number, state] of lines.map((line) => line.split(' '))) {
          const address = `alias-${number}@a.test`;
          if (state === 'gone') {
            assert.ok(!names.includes(address) && (await store.isRetired(address)), address);
          } else if (Number(number) % 2 === 1) assert.ok(names.includes(address), address);
        }
        await store.close();
      }
    });
  }
});
