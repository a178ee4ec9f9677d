import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const MODULE = new URL('orderly-exit.ts', import.meta.url).href;

/**
 * @param turns of the event loop in which the function is called; a compiler gets its time when the machine has it
 * @returns whether a function that is called often gets compiled by one of the background compilers
 */
function compiles(before: string, turns: number): boolean {
  const program = `
    import { stopBackgroundCompilation } from ${JSON.stringify(MODULE)};
    ${before};
    const add = (a, b) => a + b;
    let isCompiled = false;
    for (let turn = 0; turn < ${turns} && !isCompiled; turn++) {
      for (let n = 0; n < 10_000; n++) add(n, turn);
      await new Promise(setImmediate);
      isCompiled =
        %ActiveTierIsSparkplug(add) || %ActiveTierIsMaglev(add) || %ActiveTierIsTurbofan(add);
    }
    process.exitCode = isCompiled ? 3 : 4;
  `;
  const flags = ['--allow-natives-syntax', '--input-type=module', '--eval', program];
  const { status, stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8' });
  assert.ok(status === 3 || status === 4, stderr);
  return status === 3;
}

test('nothing is compiled in the background once the process is to end', () => {
  assert.equal(compiles('', 20_000), true, 'otherwise this test shows nothing');
  assert.equal(compiles('stopBackgroundCompilation()', 300), false);
});
