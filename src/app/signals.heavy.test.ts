import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const SIGNALS = new URL('signals.ts', import.meta.url).href;

/** A process whose service closes as told, and which gets these signals. */
function signalled(close: string, ...signals: string[]) {
  const program = `
    import { handleSignals } from ${JSON.stringify(SIGNALS)};
    const line = (fields, text) => console.log(fields.signal ?? fields.err.message, text);
    const service = { close: () => ${close}, readFiles: () => console.log('read') };
    handleSignals(service, { info: line, error: line });
    setTimeout(() => process.exit(99), 20_000);
    for (const signal of ${JSON.stringify(signals)}) {
      process.kill(process.pid, signal);
      await new Promise(setImmediate);
    }
  `;
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  return { status, out: stdout.trim().split('\n') };
}

const SHUTDOWN = 'graceful shutdown: mail in flight is finished first';

test('a graceful shutdown ends with exit code 0, and one that fails with 1', () => {
  assert.deepEqual(signalled('Promise.resolve()', 'SIGTERM'), {
    status: 0,
    out: [`SIGTERM ${SHUTDOWN}`],
  });
  assert.deepEqual(signalled("Promise.reject(new Error('stuck'))", 'SIGINT'), {
    status: 1,
    out: [`SIGINT ${SHUTDOWN}`, 'stuck the graceful shutdown failed'],
  });
});

test('a second SIGTERM or SIGINT ends the process at once', () => {
  for (const again of ['SIGTERM', 'SIGINT']) {
    const { status, out } = signalled('new Promise(() => {})', 'SIGTERM', again);
    assert.deepEqual([status, out], [1, [`SIGTERM ${SHUTDOWN}`]]);
  }
});

test('without a terminal SIGHUP reloads the certificate, and the service goes on', () => {
  assert.deepEqual(signalled('Promise.resolve()', 'SIGHUP', 'SIGTERM'), {
    status: 0,
    out: ['SIGHUP reading the certificate again', 'read', `SIGTERM ${SHUTDOWN}`],
  });
});
