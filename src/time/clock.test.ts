import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from './clock.ts';

const DAY = 86_400_000;

for (const jump of [-DAY, DAY]) {
  test(`timers are not affected if the date is set ${jump < 0 ? 'back' : 'ahead'}`, (t) => {
    const before = systemClock.now();
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + jump });
    const passed = systemClock.now() - before;
    assert.ok(passed >= 0 && passed < DAY, `${passed} ms have passed`);
  });
}
