import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailable, WritesRefused } from '#store/store.ts';
import { faultLog } from './fault-log.ts';

test('a database that does not respond is one line a minute without a stack, and any other error its own line', () => {
  const lines: Record<string, unknown>[] = [];
  const log = { error: (fields: object, msg: string) => void lines.push({ msg, ...fields }) };
  let now = 0;
  const note = faultLog(log, 'internal error while handling a message', () => now);
  const silent = new StoreUnavailable('The database does not respond.', {
    cause: new Error('connect ECONNREFUSED'),
  });
  const told = () =>
    lines.splice(0).map(({ msg, reason, failed, err }) => [msg, reason, failed, err]);
  const message = 'database not responding; deferring mail';
  const reason = 'The database does not respond. connect ECONNREFUSED';
  for (let i = 0; i < 500; i += 1) note(silent);
  assert.deepEqual(told(), [[message, reason, 1, undefined]]);
  now = 59_999;
  note(silent);
  assert.deepEqual(told(), []);
  now = 60_000;
  note(new StoreUnavailable('The database is closed.'));
  assert.deepEqual(told(), [[message, 'The database is closed.', 501, undefined]]);
  note(new Error('a bug'));
  note(new Error('a bug'));
  assert.equal(lines.length, 2);
  for (const { msg, err } of lines) {
    assert.equal(msg, 'internal error while handling a message');
    assert.ok(err instanceof Error && err.message === 'a bug');
  }
});

test('a database that does not accept writes has a line of its own, beside the one of an unresponsive database', () => {
  const lines: [message: string, fields: object][] = [];
  const log = { error: (fields: object, msg: string) => void lines.push([msg, fields]) };
  const note = faultLog(log, 'internal error while handling a message', () => 0);
  const full = new WritesRefused('The disk of the database is full.', {
    cause: new Error('database or disk is full'),
  });
  for (let i = 0; i < 500; i += 1) note(full);
  note(new StoreUnavailable('The database is closed.'));
  const reason = 'The disk of the database is full. database or disk is full';
  assert.deepEqual(lines, [
    ['database not accepting writes; mail is still delivered', { reason, failed: 1 }],
    ['database not responding; deferring mail', { reason: 'The database is closed.', failed: 1 }],
  ]);
});
