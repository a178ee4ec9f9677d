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
  const uris =
    'http://a.test/|https://user:secret@a.test/|mailto:a|mailto:%zz@a.test|mailto:a@a.test%3E';
  const more = ['mailto:a%0d%0ab@a.test', `https://a.test/${'x'.repeat(1000)}`];
  for (const texts of [
    [],
    ['v=TLSRPTv1; rua=mailto:a@a.test', 'v=TLSRPTv1; rua=mailto:b@a.test'],
    ['v=TLSRPTv2; rua=mailto:a@a.test'],
    ['v=TLSRPTv1 rua=mailto:a@a.test'],
    ...[...uris.split('|'), ...more].map((uri) => [`v=TLSRPTv1; rua=${uri}`]),
  ]) {
    assert.deepEqual(to(...texts), [], String(texts));
  }
});

test('a record of blanks takes linear time', () => {
  const before = process.threadCpuUsage();
  assert.deepEqual(to(`v=TLSRPTv1;a${' '.repeat(60_000)}b`), []);
  const { user } = process.threadCpuUsage(before);
  assert.ok(user < 250_000, `${user} us`);
});
