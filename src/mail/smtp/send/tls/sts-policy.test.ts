/** RFC 8461 to the letter; test/fuzz/way-out.test.ts compares random policies with mailauth. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAmong, readPolicy, stsId } from './sts-policy.ts';

const FILE = 'version: STSv1\r\nmode: enforce\r\nmx: a.test\r\nmx: *.b.test\r\nmax_age: 86400\r\n';

test('one record with an id announces a policy; any other record is ignored', () => {
  for (const [id, ...texts] of [
    ['20261125', 'v=STSv1; id=20261125;'],
    ['a', 'v=STSv1;id=a'],
    ['a', 'v=STSv1 ; id=a'],
    ['a', 'v=STSv1; next=x:y; id=a'],
    ['a', 'other', 'v=STSv1; id=a', 'v=STSv10; id=b'],
    ['1'.repeat(32), `v=STSv1; id=${'1'.repeat(32)}`],
    [undefined, `v=STSv1; id=${'1'.repeat(33)}`],
    [undefined, 'v=STSv1; id=a', 'v=STSv1; id=a'],
    [undefined],
  ] as [string | undefined, ...string[]][]) {
    assert.equal(stsId(texts), id, texts.join());
  }
  const versions = ['v=STSv10; id=a', 'V=STSv1; id=a', ' v=STSv1; id=a', ''];
  const ids = ['v=STSv1', 'v=STSv1;', 'v=STSv1; id=', 'v=STSv1; id=a-b', 'v=STSv1; id = a'];
  const ends = ['v=STSv1; id=a;;', 'v=STSv1; id=a; x'];
  for (const text of [...versions, ...ids, ...ends]) assert.equal(stsId([text]), undefined, text);
});

test('a record of blanks takes linear time', () => {
  for (const blank of [' ', '\t']) {
    const before = process.threadCpuUsage();
    assert.equal(stsId([`v=STSv1;a${blank.repeat(60_000)}b`]), undefined);
    const { user } = process.threadCpuUsage(before);
    assert.ok(user < 250_000, `${user} us`);
  }
});

test('a well-formed file is a policy', () => {
  const policy = { mode: 'enforce', mx: ['a.test', '*.b.test'], maxAge: 86_400 };
  assert.deepEqual(readPolicy(FILE), policy);
  assert.deepEqual(readPolicy(FILE.replaceAll('\r', '')), policy);
  assert.deepEqual(readPolicy(FILE.trimEnd()), policy);
  assert.deepEqual(readPolicy(`${FILE}later.field-1: Grüße an alle\nmode: none\n`), policy);
  assert.deepEqual(readPolicy(FILE.replaceAll(': ', ':\t').replaceAll('\r', ' \r')), policy);
  const none = { mode: 'none', mx: [], maxAge: 0 };
  assert.deepEqual(readPolicy('version: STSv1\nmode: none\nmax_age: 0\n'), none);
});

test('names in capitals are equal; a final dot, non-ASCII letters and addresses make the file invalid', () => {
  assert.deepEqual(readPolicy(FILE.replace('a.test', 'A.Test'))?.mx, ['a.test', '*.b.test']);
  const stars = ['*', '*.', 'a.*.test', '**.a.test'];
  const labels = ['a.test.', 'ä.test', '-a.test', 'a_b.test', 'a b.test', 'x'.repeat(64)];
  for (const mx of [...stars, ...labels, '192.0.2.1', '[192.0.2.1]']) {
    assert.equal(readPolicy(FILE.replace('a.test', mx)), undefined, mx);
  }
});

test('a file of equal fields takes linear time', () => {
  const before = process.threadCpuUsage();
  assert.equal(readPolicy('a:b\n'.repeat(60_000)), undefined);
  const { user } = process.threadCpuUsage(before);
  assert.ok(user < 250_000, `${user} us`);
});

test('max_age is a number of seconds up to a year', () => {
  const age = (value: string) => readPolicy(FILE.replace('86400', value))?.maxAge;
  assert.deepEqual([age('0'), age('31557600')], [0, 31_557_600]);
  for (const value of ['31557601', '-1', '1e3', '99999999999', '1 day']) {
    assert.equal(age(value), undefined, value);
  }
  assert.equal(readPolicy(FILE.replace('max_age: 86400\r\n', '')), undefined);
});

test('any other file is not a policy', () => {
  for (const text of [
    '',
    FILE.replace('STSv1', 'STSv2'),
    FILE.replace('version: STSv1\r\n', ''),
    FILE.replace('enforce', 'enforced'),
    FILE.replace(/mx: .*\r\n/g, ''),
    FILE.replace('\r\nmode', '\r\n\r\nmode'),
    FILE.replace('mode:', ' mode:'),
    `${FILE}<html>\n`,
    `${FILE}${Array.from({ length: 101 }, (_, i) => `mx: m${i}.test`).join('\n')}\n`,
  ]) {
    assert.equal(readPolicy(text), undefined, text);
  }
});

test('a star matches exactly one label', () => {
  const policy = { mx: ['*.example.com', 'mx.other.test'] };
  for (const name of ['a.example.com', 'mx.other.test']) assert.ok(isAmong(policy, name), name);
  for (const name of ['a.b.example.com', 'example.com', 'aexample.com', 'a.mx.other.test']) {
    assert.ok(!isAmong(policy, name), name);
  }
});
