import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnusable } from '../unusable.ts';
import { readAddress } from './address.ts';

test('no piece of a password is shown, whatever sign in it is not encoded', () => {
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
      (error) => {
        assert.ok(error instanceof DatabaseUnusable, url);
        assert.match(error.message, /^[^\n]*percent-encoded[^\n]*\.$/);
        assert.doesNotMatch(error.message, /geheim|12/);
        return true;
      },
    );
  }
});

test('of an address the host, the port and the database are shown', () => {
  for (const [url, shown] of [
    ['postgres://user:ge%2Fheim@host:5433/db?sslmode=require', 'host:5433/db'],
    ['postgres://user:a@b@host/db', 'host/db'],
    ['postgresql:///db?options=-c%20a%3Db%40c', 'localhost/db'],
  ] as const) {
    assert.equal(readAddress(url).shown, shown);
  }
});
