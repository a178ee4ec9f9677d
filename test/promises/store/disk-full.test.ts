import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '#support/temp-folder.ts';

const PROCESS = fileURLToPath(new URL('../../support/store-process.ts', import.meta.url));

/** Limits a process's writes: its files do not grow past this many octets. To the process that is a full disk. */
function limitFiles(pid: number | undefined, octets: string): void {
  const run = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${octets}:unlimited`]);
  assert.equal(run.status, 0, run.stderr.toString());
}

test('a full disk: inserts are answered as unavailable, look-ups continue, and with free space everything works again', async () => {
  const file = `${tempFolder(after)}/veilpost.sqlite`;
  // The shell ignores SIGXFSZ for its successor process: a write beyond the limit is then an error, as on a full disk.
  const command = `trap '' XFSZ; exec "${process.execPath}" "${PROCESS}" "sqlite:${file}"`;
  const child = spawn('sh', ['-c', command], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  const say = (line: string) => {
    child.stdin.write(`${line}\n`);
    return next();
  };
  assert.equal(await next(), 'ready');
  assert.equal(await say('insert 1000'), 'created');

  limitFiles(child.pid, '4096');
  for (let number = 2000; number < 2020; number += 1) {
    assert.equal(await say(`insert ${number}`), 'StoreUnavailable');
  }
  assert.equal(await say('burst 3000'), 'StoreUnavailable');
  assert.equal(await say('ping'), 'StoreUnavailable');
  assert.equal(await say('find 1000'), 'alias-1000@a.test');
  assert.equal(await say('find 2000'), 'none');

  limitFiles(child.pid, 'unlimited');
  assert.equal(await say('insert 2000'), 'created');
  assert.equal(await say('find 2000'), 'alias-2000@a.test');
  assert.equal(await say('burst 3000'), 'created');
  assert.equal(await say('ping'), 'well');
  child.stdin.end();
  await once(child, 'exit');

  const db = new DatabaseSync(file);
  assert.deepEqual({ ...db.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
  const { rows } = db.prepare('SELECT count(*) AS rows FROM aliases').get() ?? {};
  assert.equal(rows, 102);
  db.close();
});
