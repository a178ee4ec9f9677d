import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnreachable, readOnly, refusedWrite } from './errors.ts';

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
