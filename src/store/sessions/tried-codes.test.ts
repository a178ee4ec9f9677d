/** The work of a wrong code, counted in statements and in written rows: a clock would depend on the machine. */

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { sessions } from '../migrations/0002-sessions.ts';
import { DAY, NOW, oneTime } from './auth-rows.fixture.ts';
import { oneTimeStore } from './one-time.ts';
import type { Row, Statements, Value } from '../statements.ts';

/** An embedded database, and its work since the last count. */
function database() {
  const db = new DatabaseSync(':memory:');
  after(() => db.close());
  for (const sql of sessions.sqlite) db.exec(sql);
  const work: [sql: string, written: number][] = [];
  const run = (sql: string, values: readonly Value[]): Row[] => {
    const rows = db.prepare(sql.replaceAll('$', '?')).all(...values);
    work.push([sql, rows.length]);
    return rows;
  };
  const statements: Statements = {
    read: async (sql, values) => run(sql, values),
    write: async (sql, values) => run(sql, values),
    transaction: async (steps) => {
      const running = steps();
      let step = running.next();
      while (!step.done) {
        const [sql, values] = step.value;
        step = running.next(run(sql, values));
      }
      return step.value;
    },
    lockRows: '',
    json: { object: 'json_object', array: 'json_group_array', counts: (list) => list },
  };
  return { codes: oneTimeStore(statements), done: () => work.splice(0) };
}

test('a wrong code costs the same for a person with a code, a person without one and an unknown one', async () => {
  const { codes, done } = database();
  const kinds = ['magiclink', 'signup', 'recovery', 'device'] as const;
  await codes.put(oneTime('with a code'));
  await codes.put(oneTime('with an old code', { codeUntil: NOW - 1, linkUntil: NOW + DAY }));
  await codes.put(oneTime('with a code that was tried too often', { tries: 5 }));
  await codes.put(oneTime('with another letter', { kind: 'reauthentication' }));
  done();
  const wrong = async (userId: string) => {
    assert.equal(await codes.redeemCode(userId, ['wrong'], kinds, NOW, 5), undefined);
    return done();
  };
  for (const time of ['first', 'later']) {
    const nobodys = await wrong('nobody');
    assert.ok(nobodys.some(([, written]) => written > 0));
    for (const userId of [
      'with a code',
      'with an old code',
      'with a code that was tried too often',
      'with another letter',
    ]) {
      assert.deepEqual(await wrong(userId), nobodys, `${userId}, ${time}`);
    }
  }
});
