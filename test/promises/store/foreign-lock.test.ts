import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Fault } from '#app/config/fault.ts';
import { ALIAS, nodeInProcess, oneAlias } from '#support/service-in-process.ts';
import { tempFolder } from '#support/temp-folder.ts';

const HOLDER = fileURLToPath(new URL('lock-holder.ts', import.meta.url));

/** Lets another process lock the file. @returns a function that ends the lock */
async function locked(t: TestContext, file: string, statement: string): Promise<() => void> {
  const holder = spawn(process.execPath, [HOLDER, file, statement], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  return () => holder.stdin.end();
}

async function started(t: TestContext) {
  const file = `${tempFolder((cleanUp) => t.after(cleanUp))}/data/veilpost.sqlite`;
  return { ...(await oneAlias(t, `sqlite:${file}`)), file };
}

for (const statement of ['BEGIN IMMEDIATE', 'BEGIN EXCLUSIVE']) {
  test(`another process's lock (${statement}) delays only the write that needs it`, async (t) => {
    const { create, rcpt, page, file } = await started(t);
    const unlock = await locked(t, file, statement);
    let settled = 0;
    const writes = [2000, 2001].map((number) => create(number).finally(() => (settled += 1)));
    // All while the lock is held: if the process waited for its writes, these calls would have failed by now.
    for (let often = 0; often < 20; often += 1) {
      assert.match(await rcpt(ALIAS), /^250 /);
      assert.equal(await page(), 200);
    }
    assert.equal(settled, 0, 'no write has been answered');
    unlock();
    assert.deepEqual(await Promise.all(writes), [201, 201]);
  });
}

test('a lock that is never released is answered 503, and the next write succeeds again', async (t) => {
  const { create, rcpt, file } = await started(t);
  const unlock = await locked(t, file, 'BEGIN IMMEDIATE');
  const answers: number[] = [];
  const write = create(2000).then((status) => answers.push(status));
  while (answers.length === 0) {
    assert.match(await rcpt(ALIAS), /^250 /);
    await pause(50);
  }
  await write;
  assert.deepEqual(answers, [503]);
  unlock();
  assert.equal(await create(2000), 201);
});

test('a start that finds the file locked exits with the code for a retry', async (t) => {
  const after = (cleanUp: () => Promise<void> | void) => t.after(cleanUp);
  const folder = tempFolder(after);
  const file = `${folder}/veilpost.sqlite`;
  await locked(t, file, 'BEGIN EXCLUSIVE');
  await assert.rejects(nodeInProcess(t, { DATABASE_URL: `sqlite:${file}` }), (error) => {
    assert.ok(error instanceof Fault, String(error));
    assert.match(
      error.message,
      /^DATABASE_URL: The database file .+ is locked by another program\.$/,
    );
    return error.exitCode === 1;
  });
});
