import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { deriveAuthKeys } from './keys.ts';
import { RefreshTokens } from './refresh-token.ts';

const tokens = (...secrets: string[]) => new RefreshTokens(deriveAuthKeys(secrets).refresh);

test('a refresh token has 50 characters and holds the session and the counter', () => {
  const token = { sessionId: randomUUID(), counter: 4_000_000_000 };
  const written = tokens('a secret').write(token);
  assert.equal(written.length, 50);
  assert.deepEqual(tokens('a secret').read(written), token);
  assert.deepEqual(tokens('new', 'a secret').read(written), token);
});

test('a forged, cut, respelt or foreign token is rejected', () => {
  const written = tokens('a secret').write({ sessionId: randomUUID(), counter: 7 });
  assert.equal(tokens('another').read(written), undefined);
  for (let i = 0; i < written.length; i++) {
    const other = written[i] === 'A' ? 'B' : 'A';
    const changed = written.slice(0, i) + other + written.slice(i + 1);
    assert.equal(tokens('a secret').read(changed), undefined, changed);
  }
  for (const wrong of ['', written.slice(1), `${written}A`, `${written.slice(0, -1)}=`]) {
    assert.equal(tokens('a secret').read(wrong), undefined, wrong);
  }
});
