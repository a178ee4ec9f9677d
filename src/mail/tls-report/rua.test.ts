import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportTargets } from './rua.ts';

const to = (...texts: string[]) => reportTargets(texts).map(({ receiver }) => receiver);

test('reports go where the record says: addresses and web servers over TLS', () => {
  assert.deepEqual(to('v=TLSRPTv1; rua=mailto:TLS@a.test,https://in.a.test/x;'), [
    'tls@a.test',
    'in.a.test',
  ]);
  assert.deepEqual(to('v=TLSRPTv1;rua=mailto:tls%2Drpt@a.test?subject=x'), ['tls-rpt@a.test']);
  assert.deepEqual(to('other', 'v=TLSRPTv1; ext=1; rua=mailto:a@a.test, mailto:b@a.test'), [
    'a@a.test',
    'b@a.test',
  ]);
});

test('a record that breaks the grammar gives no target', () => {
  for (const texts of [
    [],
    ['v=TLSRPTv1; rua=mailto:a@a.test', 'v=TLSRPTv1; rua=mailto:b@a.test'],
    ['v=TLSRPTv2; rua=mailto:a@a.test'],
    ['v=TLSRPTv1 rua=mailto:a@a.test'],
    ['v=TLSRPTv1; rua=http://a.test/'],
    ['v=TLSRPTv1; rua=https://user:secret@a.test/'],
    ['v=TLSRPTv1; rua=mailto:a'],
    ['v=TLSRPTv1; rua=mailto:%zz@a.test'],
    ['v=TLSRPTv1; rua=mailto:a%0d%0ab@a.test'],
    ['v=TLSRPTv1; rua=mailto:a@a.test%3E'],
    [`v=TLSRPTv1; rua=https://a.test/${'x'.repeat(1000)}`],
  ]) {
    assert.deepEqual(to(...texts), [], String(texts));
  }
});
