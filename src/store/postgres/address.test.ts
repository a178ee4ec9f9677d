import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnusable } from '../errors.ts';
import { readAddress } from './address.ts';

test('no part of a password is shown, whichever character is not encoded', () => {
  for (const url of [
    'postgres://user:12/geheim@host/db',
    'postgres://user:12#geheim@host/db',
    'postgres://user:12?geheim@host/db',
    'postgres://user:12/geheim?sslmode=geheim@host/db',
    'postgres://user:12?sslrootcert=geheim@host/db',
    'postgres://12/geheim:x@host/db',
    'postgres://user:geheim%@host/db',
    'postgres://user:geheim%zz@host/db',
  ]) {
    assert.throws(
      () => readAddress(url),
      (error: Error) => {
        assert.match(error.message, /^[^\n]*percent-encoded[^\n]*\.$/);
        assert.doesNotMatch(error.message, /geheim|12/);
        return error instanceof DatabaseUnusable;
      },
    );
  }
});

test('the host, the port and the database of an address are shown', () => {
  for (const [url, shown] of [
    ['postgres://user:ge%2Fheim@host:5433/db?sslmode=require', 'host:5433/db'],
    ['postgres://user:a@b@host/db', 'host/db'],
    ['postgres://user:geheim@a,b:5433,[2001:db8::1]/db', 'a:5432,b:5433,[2001:db8::1]:5432/db'],
    ['postgresql:///db?options=-c%20a%3Db%40c', 'localhost/db'],
  ] as const) {
    assert.equal(readAddress(url).shown, shown);
  }
});

test('a list of hosts is split, and an invalid host is rejected without the password', () => {
  assert.deepEqual(readAddress('postgres://u:a%2Cb@a,b:65535/db').hosts, [
    { host: 'a', port: 5432 },
    { host: 'b', port: 65_535 },
  ]);
  assert.deepEqual(readAddress('postgres://u:a%2Cb@a:5433/db').hosts, []);
  for (const hosts of ['a,', 'a,,b', 'a:0,b', 'a:65536,b', 'a:x,b', 'a,b c', 'a,b,c,d,e,f']) {
    assert.throws(
      () => readAddress(`postgres://u:geheim@${hosts}/db`),
      (error: Error) => {
        assert.match(error.message, /names several hosts[^\n]*\.$/);
        return error instanceof DatabaseUnusable && !error.message.includes('geheim');
      },
    );
  }
});

test('of several hosts only the one that accepts writes is used, and its certificate must have its name', () => {
  const { url } = readAddress('postgres://u:p@a,b/db?target_session_attrs=read-write');
  assert.doesNotMatch(url, /target_session_attrs/);
  for (const [refused, why] of [
    ['postgres://a,b/db?target_session_attrs=standby', /does not accept aliases/],
    ['postgres://a,10.0.0.1/db?sslmode=verify-full', /must use host names/],
  ] as const) {
    assert.throws(() => readAddress(refused), why);
  }
  readAddress('postgres://a,b/db?sslmode=verify-full');
});
