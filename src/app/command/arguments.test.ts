import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeEnvFile } from './arguments.ts';

test('the file of settings may stand before or behind the command, with a blank or an equals sign', () => {
  for (const args of [
    ['--env-file', 'FILE', 'backup', 'x'],
    ['--env-file=FILE', 'backup', 'x'],
    ['backup', '--env-file', 'FILE', 'x'],
    ['backup', 'x', '--env-file=FILE'],
  ]) {
    assert.deepEqual(takeEnvFile(args), { envFile: 'FILE', rest: ['backup', 'x'] });
  }
  assert.deepEqual(takeEnvFile(['check']), { envFile: undefined, rest: ['check'] });
  for (const wrong of [['--env-file'], ['--env-file='], ['--env-file=A', '--env-file', 'B']]) {
    assert.throws(() => takeEnvFile(['check', ...wrong]), /^Fault: Usage: npx veilpost/);
  }
});
