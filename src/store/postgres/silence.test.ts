import assert from 'node:assert/strict';
import { beforeEach, mock, test, type TestContext } from 'node:test';
import { Silence } from './silence.ts';

const MS = 5000;
const TICK = MS / 10;

const never = () => new Promise<never>(() => {});

function watched(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setImmediate'] });
  const verdicts: boolean[] = [];
  const silence = new Silence(MS, (areOthersAnswered) => void verdicts.push(areOthersAnswered));
  const pass = async (ticks: number) => {
    for (let i = 0; i < ticks; i += 1) {
      t.mock.timers.tick(TICK);
      await Promise.resolve();
    }
  };
  return { silence, verdicts, pass };
}

beforeEach(() => mock.timers.reset());

test('a server that sends no response is silent after its time, and no earlier', async (t) => {
  const { silence, verdicts, pass } = watched(t);
  const call = assert.rejects(silence.during(never()), /no answer in 5000 ms/);
  await pass(9);
  assert.deepEqual(verdicts, []);
  await pass(1);
  assert.deepEqual(verdicts, [false]);
  await call;
});

test('a server that answers other calls is not silent for one that waits in our own queue', async (t) => {
  const { silence, verdicts, pass } = watched(t);
  const { promise, resolve } = Promise.withResolvers<string>();
  const last = silence.during(promise);
  for (let others = 0; others < 3; others += 1) {
    await pass(9);
    silence.answered();
  }
  resolve('its turn came after 13.5 s');
  assert.equal(await last, 'its turn came after 13.5 s');
  assert.deepEqual(verdicts, []);
});

test('a call without a response for three times as long is given up, although others are answered', async (t) => {
  const { silence, verdicts, pass } = watched(t);
  const lost = assert.rejects(silence.during(never()), /no answer in 15000 ms/);
  for (let others = 0; others < 29; others += 1) {
    await pass(1);
    silence.answered();
  }
  const { promise, resolve } = Promise.withResolvers<string>();
  const young = silence.during(promise);
  await pass(1);
  await lost;
  assert.deepEqual(verdicts, [true]);
  resolve('not given up');
  assert.equal(await young, 'not given up');
});

test('time without a call does not count', async (t) => {
  const { silence, verdicts, pass } = watched(t);
  assert.equal(await silence.during(Promise.resolve(1)), 1);
  await pass(20);
  const { promise, resolve } = Promise.withResolvers<number>();
  const call = silence.during(promise);
  await pass(9);
  resolve(2);
  assert.equal(await call, 2);
  assert.deepEqual(verdicts, []);
});
