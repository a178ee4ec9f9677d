import assert from 'node:assert/strict';
import { test } from 'node:test';
import postgres from 'postgres';
import { causeOf, isUnreachable, readOnly, refusedWrite } from './errors.ts';

const withCode = (code: string) => Object.assign(new Error('no'), { code });

test('a server that does not respond, or whose name does not resolve, counts as unreachable: a retry may help', () => {
  const unreachable = `ENOTFOUND EAI_AGAIN EAI_FAIL ENOENT ECONNREFUSED EHOSTUNREACH ENETUNREACH CONNECT_TIMEOUT
    57P03 53300 08006`;
  for (const code of unreachable.split(/\s+/)) assert.ok(isUnreachable(withCode(code)), code);
  for (const code of ['28P01', '3D000', '42501', 'DEPTH_ZERO_SELF_SIGNED_CERT', '']) {
    assert.ok(!isUnreachable(withCode(code)), code);
  }
});

test('a server that does not accept writes is named with its reason', () => {
  assert.equal(refusedWrite(withCode('53100')), 'The disk of the database is full.');
  assert.match(refusedWrite(readOnly()) ?? '', /replica or read-only/);
  assert.equal(refusedWrite(withCode('53300')), undefined);
});

test('the cause of an error can be logged: it has no value of a row', () => {
  const fromServer = (code: string, message: string) =>
    Object.assign(new postgres.PostgresError(message), { code, message });
  for (const [error, code, message] of [
    [withCode('ECONNREFUSED'), 'ECONNREFUSED', 'no'],
    [Object.assign(new Error(), { code: 'EPIPE' }), 'EPIPE', 'EPIPE'],
    [fromServer('53300', 'too many clients'), '53300', 'too many clients (SQLSTATE 53300)'],
    [fromServer('23505', 'Key (email)=(jane@home.example)'), '23505', '(SQLSTATE 23505)'],
  ] as const) {
    const cause = causeOf(error);
    assert.deepEqual([cause.message, 'code' in cause && cause.code], [message, code]);
  }
});
