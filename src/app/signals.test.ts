import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const SIGNALS = new URL('signals.ts', import.meta.url).href;

/** A process whose service closes as told, and which gets these signals. */
function signalled(close: string, ...signals: string[]) {
  const program = `
    import { heedSignals } from ${JSON.stringify(SIGNALS)};
    const line = (fields, text) => console.log(fields.signal ?? fields.err.message, text);
    const service = { close: () => ${close}, readCertificate: () => console.log('read') };
    heedSignals(service, { info: line, error: line });
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

const ENDING = 'ending: what is in flight is finished first';

test('a service that closes as it should ends with 0, and one that does not with 1', () => {
  assert.deepEqual(signalled('Promise.resolve()', 'SIGTERM'), {
    status: 0,
    out: [`SIGTERM ${ENDING}`],
  });
  assert.deepEqual(signalled("Promise.reject(new Error('stuck'))", 'SIGINT'), {
    status: 1,
    out: [`SIGINT ${ENDING}`, 'stuck the end was not in order'],
  });
});

test('a second request to end is obeyed at once', () => {
  for (const again of ['SIGTERM', 'SIGINT']) {
    const { status, out } = signalled('new Promise(() => {})', 'SIGTERM', again);
    assert.deepEqual([status, out], [1, [`SIGTERM ${ENDING}`]]);
  }
});

test('without a terminal SIGHUP reads the certificate and ends nothing', () => {
  assert.deepEqual(signalled('Promise.resolve()', 'SIGHUP', 'SIGTERM'), {
    status: 0,
    out: ['SIGHUP reading the certificate again', 'read', `SIGTERM ${ENDING}`],
  });
});
