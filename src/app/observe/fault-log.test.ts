import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailable, WritesRefused } from '#store/store.ts';
import { faultLog } from './fault-log.ts';

test('a database that does not respond is one line a minute without a stack, one that does not accept writes another, and any other error its own line', () => {
  const lines: unknown[][] = [];
  const log = {
    error(fields: object, msg: string) {
      const { reason, err, failed }: Record<string, unknown> = { ...fields };
      lines.push([msg, reason ?? err, failed]);
    },
  };
  let now = 0;
  const note = faultLog(log, () => now);
  const cause = new Error('connect ECONNREFUSED');
  const silent = new StoreUnavailable('The database does not respond.', { cause });
  const full = new WritesRefused('The disk of the database is full.', {
    cause: new Error('database or disk is full'),
  });
  const told = () => lines.splice(0);
  const message = 'database not responding; deferring mail';
  for (let i = 0; i < 500; i += 1) {
    note(silent);
    note(full);
  }
  assert.deepEqual(told(), [
    [message, 'The database does not respond. connect ECONNREFUSED', 1],
    [
      'database not accepting writes; mail is still delivered',
      'The disk of the database is full. database or disk is full',
      1,
    ],
  ]);
  now = 59_999;
  note(silent);
  assert.deepEqual(told(), []);
  now = 60_000;
  note(new StoreUnavailable('The database is closed.'));
  assert.deepEqual(told(), [[message, 'The database is closed.', 501]]);
  const bug = new Error('a bug');
  note(bug);
  note(bug);
  const line = ['internal error while handling a message', bug, undefined];
  assert.deepEqual(told(), [line, line]);
});
