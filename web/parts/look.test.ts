import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownLook } from './look.ts';

test('while one action runs the buttons of the others are held, and those that cannot act stay off', () => {
  const looks = (running: boolean | undefined) =>
    (['inked', 'outlined', 'off'] as const).map((look) => shownLook(look, running));
  assert.deepEqual(looks(undefined), ['inked', 'outlined', 'off']);
  assert.deepEqual(looks(true), ['busy', 'busy', 'off']);
  assert.deepEqual(looks(false), ['held', 'held', 'off']);
});
