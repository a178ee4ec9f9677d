import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailable } from '../errors.ts';
import { readAddress } from './address.ts';
import { DatabasePool } from './connection-pool.ts';

test('a repeatable call runs a second time if the connection was broken, and after no other failure', async (t) => {
  const pool = new DatabasePool(readAddress('postgres://us@127.0.0.1:1/x'), { max: 1 });
  t.after(() => pool.close());
  for (const [code, times] of [
    ['CONNECTION_CLOSED', 2],
    ['57P01', 2],
    ['57014', 1],
    ['42601', 1],
  ] as const) {
    let run = 0;
    const failing = pool.repeatable(async () => {
      run += 1;
      throw Object.assign(new Error('no'), { code });
    });
    await assert.rejects(failing, StoreUnavailable);
    assert.equal(run, times, code);
  }
});

test('each of two servers that accept no writes is left once in a second, and again in the next', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const pool = new DatabasePool(readAddress('postgres://us@127.0.0.1:1,127.0.0.1:2/x'), { max: 1 });
  t.after(() => pool.close());
  /** The port of the server that is tried first. */
  const first = () => pool.run(async (sql): Promise<number> => Reflect.get(sql, 'options').port[0]);
  for (const ports of [[2], [1, 2, 2], [1, 2, 2]]) {
    for (const port of ports) {
      pool.leave();
      assert.equal(await first(), port);
    }
    t.mock.timers.tick(1000);
  }
});
