import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const SIGNALS = new URL('signals.ts', import.meta.url).href;

/**
 * A process that gets these signals; a number waits that many milliseconds. `over` resolves when all signals are sent;
 * the service closes as the test says.
 */
function signalled(close: string, ...steps: (string | number)[]) {
  const program = `
    import { handleSignals } from ${JSON.stringify(SIGNALS)};
    const line = (fields, text) => console.log(fields.signal ?? fields.err.message, text);
    const service = { close: () => ${close}, readFiles: () => console.log('read') };
    let now = 0;
    const over = Promise.withResolvers();
    handleSignals(service, { info: line, error: line }, () => now);
    setTimeout(() => process.exit(99), 20_000);
    for (const step of ${JSON.stringify(steps)}) {
      if (typeof step === 'number') now += step;
      else process.kill(process.pid, step);
      await new Promise(setImmediate);
    }
    over.resolve();
  `;
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  return { status, out: stdout.trim().split('\n') };
}

const SHUTDOWN = 'graceful shutdown: finishing mail in flight';

test('a graceful shutdown ends with exit code 0, and one that fails with 1', () => {
  assert.deepEqual(signalled('Promise.resolve()', 'SIGTERM'), {
    status: 0,
    out: [`SIGTERM ${SHUTDOWN}`],
  });
  assert.deepEqual(signalled("Promise.reject(new Error('stuck'))", 'SIGINT'), {
    status: 1,
    out: [`SIGINT ${SHUTDOWN}`, 'stuck graceful shutdown failed'],
  });
});

test('a second SIGTERM or SIGINT ends the process at once', () => {
  for (const again of ['SIGTERM', 'SIGINT']) {
    const { status, out } = signalled('new Promise(() => {})', 'SIGTERM', again);
    assert.deepEqual([status, out], [1, [`SIGTERM ${SHUTDOWN}`]]);
  }
});

test('one Ctrl-C that npm repeats does not cut mail in flight, and a second Ctrl-C ends the process at once', () => {
  const shutDown = { status: 0, out: [`SIGINT ${SHUTDOWN}`] };
  assert.deepEqual(signalled('over.promise', 'SIGINT', 'SIGINT'), shutDown);
  assert.deepEqual(signalled('over.promise', 'SIGINT', 999, 'SIGINT'), shutDown);
  const stuck = 'new Promise(() => {})';
  const { status, out } = signalled(stuck, 'SIGINT', 5, 'SIGINT', 995, 'SIGINT', 'SIGINT');
  assert.deepEqual([status, out], [1, shutDown.out]);
});
