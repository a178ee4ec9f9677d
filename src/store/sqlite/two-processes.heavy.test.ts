import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { noteKey } from '#support/seeded-random.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { openSqliteStore } from '../open.ts';

const PROCESS = fileURLToPath(new URL('other-process.fixture.ts', import.meta.url));
const DELIVERED = { code: 250, enhanced: '2.0.0' };
/** The time that our notes last: longer than any test, on a busy machine too. */
const HOUR = 3_600_000;

/** A store of this process, and another process on the same file. */
async function two() {
  const file = `${tempFolder(after)}/veilpost.sqlite`;
  const store = openSqliteStore(file, { now: Date.now, log: SILENT });
  const stdio = ['pipe', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [PROCESS, `sqlite:${file}`], { stdio: [...stdio] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  assert.equal(await next(), 'ready');
  return {
    store,
    next,
    say: (line: string) => {
      child.stdin.write(`${line}\n`);
      return next();
    },
    end: async () => {
      child.stdin.end();
      await once(child, 'exit');
      await store.close();
    },
  };
}

test("a delivery in another process's ledger is found here, while both write and the keys are being read", async () => {
  const { store, say, next, end } = await two();
  const known = (n: number) => store.recall(noteKey(n), Date.now());
  for (let n = 0; n < 2500; n += 1) {
    void store.remember(noteKey(n), DELIVERED, Date.now() + HOUR);
  }
  for (let first = 10_000; first < 12_000; first += 200) {
    for (let line = await say(`notes ${first}`); line !== 'noted'; line = await next()) {
      const n = Number(line);
      assert.deepEqual(await known(n), DELIVERED, line);
      assert.equal(await known(n + 100_000), undefined);
      // Our own writes in between, which the other process sees in the same way.
      if (n % 10 === 0) await store.remember(noteKey(n + 50_000), DELIVERED, Date.now() + HOUR);
      if (n % 10 === 0) assert.deepEqual(await known(n + 50_000), DELIVERED);
    }
  }
  for (let n = 0; n < 2500; n += 1) assert.deepEqual(await known(n), DELIVERED, String(n));
  await end();
});

test('two processes that create a new file at once both have it', async () => {
  const processes = [await two(), await two()];
  const folder = tempFolder(after);
  for (let n = 0; n < 100; n += 1) {
    const opening = processes.map(({ say }) => say(`open ${folder}/${n}.sqlite`));
    const answers = await Promise.all(opening);
    assert.deepEqual(answers, ['opened', 'opened'], String(n));
  }
  for (const { end } of processes) await end();
});
