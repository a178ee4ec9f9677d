import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveAuthKeys } from '#auth/tokens/keys.ts';
import { Sealing } from './sealing.ts';

const sealing = (...secrets: string[]) => new Sealing(deriveAuthKeys(secrets).seal);

test('a text sealed for one owner opens for that owner alone, and under an earlier secret is marked for sealing again', () => {
  const sealed = sealing('a secret').seal('factor 1', 'JBSWY3DP');
  const text = 'JBSWY3DP';
  assert.deepEqual(sealing('a secret').open('factor 1', sealed), { text, stale: false });
  assert.deepEqual(sealing('new', 'a secret').open('factor 1', sealed), { text, stale: true });
  assert.equal(sealing('a secret').open('factor 2', sealed), undefined);
  assert.equal(sealing('another secret').open('factor 1', sealed), undefined);
});

test('a changed, cut or foreign text does not open', () => {
  const sealed = sealing('a secret').seal('key', 'text');
  const octets = Buffer.from(sealed, 'base64url');
  for (let i = 0; i < octets.length; i++) {
    const changed = Buffer.from(octets);
    changed[i] = (changed[i] ?? 0) ^ 1;
    assert.equal(sealing('a secret').open('key', changed.toString('base64url')), undefined);
  }
  for (const wrong of ['', 'x', sealed.slice(0, -4), '%%%']) {
    assert.equal(sealing('a secret').open('key', wrong), undefined, wrong);
  }
});
