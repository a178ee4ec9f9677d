import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import { openStore } from '#store/open.ts';
import { postgresServer, untilLeft } from '#support/postgres.ts';
import { rounds } from '#support/seeded-random.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';

const KILLS = rounds(2);

const STREAM = join(import.meta.dirname, 'changes-stream.ts');

/**
 * Runs the stream until it has acknowledged so many changes, and kills it.
 * @returns a line for each change that it has acknowledged, including those after the signal
 */
async function killedAfter(
  kind: 'insert' | 'another',
  databaseUrl: string,
  first: number,
  changes: number,
): Promise<string[]> {
  const stream = spawn(process.execPath, [STREAM, kind, databaseUrl, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(stream, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: stream.stdout })) {
    lines.push(line);
    if (lines.length === changes) stream.kill('SIGKILL');
  }
  const [, signal] = await ended;
  assert.equal(signal, 'SIGKILL');
  return lines;
}

/** @returns the last acknowledged state of each number */
async function lastStates(changes: number, databaseUrl: string, first: number) {
  const lines = await killedAfter('insert', databaseUrl, first, changes);
  return new Map(
    lines.map((line) => {
      const [number, state = ''] = line.split(' ');
      return [Number(number), state];
    }),
  );
}

const postgres = await postgresServer(after);
const whole = await postgres.database('whole');

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

describe('kill -9 while an owner’s aliases are made and deleted', { concurrency: true }, () => {
  for (const [name, url] of [
    ['the embedded store', `sqlite:${tempFolder(after)}/veilpost.sqlite`],
    ['PostgreSQL', whole],
  ] as const) {
    test(`each alias is complete, with its state and its note, or missing: ${name}`, async () => {
      for (let round = 0; round < KILLS; round += 1) {
        const first = 1_000_000_000 + round * 1000;
        // A different moment in each round, the same in each run.
        const lines = await killedAfter('another', url, first, 1 + ((round * 37 + 20) % 90));
        // A transaction that is still being committed would be in the second of two reads, and not in the first.
        if (url === whole) await untilLeft(url);
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
