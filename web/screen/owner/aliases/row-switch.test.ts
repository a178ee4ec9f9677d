import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowSwitch, type Switching } from './row-switch.ts';

/** A row that is on; each call waits until it is answered. */
function row() {
  const shown: Switching[] = [];
  const saved: boolean[] = [];
  const answers: ((isSaved: boolean) => void)[] = [];
  const save = (active: boolean) => {
    saved.push(active);
    return new Promise<boolean>((resolve) => answers.push(resolve));
  };
  const press = rowSwitch(save, (switching) => void shown.push(switching));
  return { shown, saved, press, answer: (isSaved: boolean) => answers.shift()?.(isSaved) };
}

test('a press is shown at once and saved; one that fails reverts and says so', async () => {
  for (const isSaved of [true, false]) {
    const { shown, saved, press, answer } = row();
    const done = press(true);
    assert.deepEqual(shown, [{ wish: false, failed: false }]);
    answer(isSaved);
    await done;
    assert.deepEqual(saved, [false]);
    assert.deepEqual(shown.at(-1), { wish: undefined, failed: !isSaved });
  }
});

test('two quick presses end in the last choice, also if the first call fails', async () => {
  for (const isSaved of [true, false]) {
    const { shown, saved, press, answer } = row();
    const done = press(true);
    await press(true);
    assert.deepEqual(shown.at(-1), { wish: true, failed: false });
    assert.deepEqual(saved, [false], 'one call at a time');
    answer(isSaved);
    await new Promise(setImmediate);
    answer(true);
    await done;
    assert.deepEqual(saved, [false, true]);
    assert.deepEqual(shown.at(-1), { wish: undefined, failed: false });
  }
});

test('three quick presses are saved as one', async () => {
  const { saved, press, answer } = row();
  const done = press(true);
  await press(true);
  await press(true);
  answer(true);
  await done;
  assert.deepEqual(saved, [false]);
});
