import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import { openStore } from '#store/open.ts';
import { postgresServer } from '#support/postgres.ts';
import { rounds } from '#support/seeded-random.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';

const KILLS = rounds(2);

const STREAM = join(import.meta.dirname, 'changes-stream.ts');

/**
 * Runs the stream until it has acknowledged so many changes, and kills it.
 * @returns the last acknowledged state of each number, including those after the signal
 */
async function lastStates(databaseUrl: string, first: number, changes: number) {
  const stream = spawn(process.execPath, [STREAM, databaseUrl, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(stream, 'exit');
  const states = new Map<number, string>();
  let count = 0;
  for await (const line of createInterface({ input: stream.stdout })) {
    const [number, state = ''] = line.split(' ');
    states.set(Number(number), state);
    count += 1;
    if (count === changes) stream.kill('SIGKILL');
  }
  const [, signal] = await ended;
  assert.equal(signal, 'SIGKILL');
  return states;
}

/** @returns the state that a number may have without an acknowledgement: a few changes are in progress at the kill */
function next(number: number, state: string): string | undefined {
  if (state === 'on' && number % 2 === 0) return 'off';
  return state === 'off' && number % 4 === 0 ? 'gone' : undefined;
}

const postgres = await postgresServer(after);
const durable = await postgres.database('durable');

describe('kill -9 while an owner’s aliases are made, switched off and deleted', {
  concurrency: true,
}, () => {
  for (const [name, databaseUrl, server] of [
    ['the embedded store', `sqlite:${tempFolder(after)}/veilpost.sqlite`, undefined],
    ['PostgreSQL, itself cut off in the middle', durable, postgres],
  ] as const) {
    test(`every acknowledged change is there afterwards, and no alias without its state and its note: ${name}`, async () => {
      for (let round = 1; round <= KILLS; round += 1) {
        const first = 1_000_000_000 + round * 1000;
        // From the first change to a few hundred: a different moment in each round, the same in each run.
        const states = await lastStates(databaseUrl, first, 1 + ((round * 37) % 200));
        await server?.crash();
        await server?.start();
        const store = await openStore(databaseUrl, { now: Date.now, log: SILENT });
        const owner = `real${first}@example.org`;
        const rows = await store.aliasesOf(owner);
        const notes = (await store.notes.of(owner)).map(
          ({ aliasId, note }) => `${aliasId} ${note}`,
        );
        const kept = rows.map(({ alias }) => `${alias.id} note of ${alias.alias_email}`);
        assert.deepEqual(notes.toSorted(), kept.toSorted());
        for (const { alias, state } of rows) {
          assert.notEqual(state.confirmedAt, null, alias.alias_email);
        }
        const active = new Map(rows.map(({ alias }) => [alias.alias_email, alias.active]));
        for (const [number, state] of states) {
          const address = `alias-${number}@a.test`;
          const isGone = !active.has(address) && (await store.isRetired(address));
          const now = isGone ? 'gone' : active.get(address) ? 'on' : active.has(address) && 'off';
          assert.ok(now === state || now === next(number, state), `${address}: ${state}, ${now}`);
        }
        await store.close();
      }
    });
  }
});
