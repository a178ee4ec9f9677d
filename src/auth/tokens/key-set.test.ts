import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredSigningKey, SigningKeyStore } from '#store/sessions/signing-keys.ts';
import { AccessTokens, type Claims } from './access-token.ts';
import { KeySet } from './key-set.ts';
import { deriveAuthKeys } from './keys.ts';
import { Sealing } from '#secrets/sealing.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const CLAIMS: Claims = {
  sub: '6f1c2f8e-0f7e-4d7c-9d56-0a3f6d5f8b11',
  email: 'jane@mailbox.test',
  phone: '',
  app_metadata: {},
  user_metadata: {},
  aal: 'aal1',
  amr: [],
  session_id: '8f1c2f8e-0f7e-4d7c-9d56-0a3f6d5f8b11',
  is_anonymous: false,
};

/** The table of signing keys, in memory. */
function table(): SigningKeyStore & { rows: StoredSigningKey[]; reads: number } {
  return {
    rows: [],
    reads: 0,
    async all() {
      this.reads += 1;
      return [...this.rows];
    },
    async insert(key, since) {
      if (this.rows.some(({ createdAt }) => createdAt > since)) return false;
      this.rows.push(key);
      return true;
    },
    async reseal(kid, sealed) {
      this.rows = this.rows.map((row) => (row.kid === kid ? { ...row, sealed } : row));
    },
    async delete(kid) {
      this.rows = this.rows.filter((row) => row.kid !== kid);
    },
  };
}

function world() {
  const time = { now: Date.UTC(2026, 10, 22, 12) };
  const now = () => time.now;
  const store = table();
  const node = async (...secrets: string[]) => {
    const sealing = new Sealing(deriveAuthKeys(secrets).seal);
    const keys = await KeySet.open({ store, sealing, now });
    return { keys, tokens: new AccessTokens({ keys, issuer: 'http://x.test/auth/v1', now }) };
  };
  return { time, now, store, node };
}

const kids = async (keys: KeySet) => (await keys.published()).keys.map(({ kid }) => kid);

test('a token is valid on every node until it expires', async () => {
  const { time, node } = world();
  const [one, other] = [await node('a secret'), await node('a secret')];
  const { token, expiresAt } = await one.tokens.write(CLAIMS);
  const read = { userId: CLAIMS.sub, sessionId: CLAIMS.session_id, expiresAt };
  assert.deepEqual(await one.tokens.read(token), read);
  assert.deepEqual(await other.tokens.read(token), read);
  time.now += HOUR - 1;
  assert.deepEqual(await other.tokens.read(token), read);
  time.now += 1;
  assert.equal(await one.tokens.read(token), undefined);
  assert.equal(await other.tokens.read(token), undefined);
});

test('the next key is published for an hour before it signs, and the old one leaves after its last token', async () => {
  const { time, node } = world();
  const { keys, tokens } = await node('a secret');
  const [first] = await kids(keys);
  time.now += 90 * DAY;
  const [, second] = await kids(keys);
  assert.equal((await keys.signing()).kid, first);
  time.now += HOUR - MINUTE;
  const last = await tokens.write(CLAIMS);
  time.now += MINUTE;
  assert.equal((await keys.signing()).kid, second);
  assert.ok(await tokens.read(last.token), 'tokens of the old key are valid');
  time.now += HOUR;
  assert.deepEqual(await kids(keys), [first, second]);
  time.now += 2 * MINUTE;
  assert.deepEqual(await kids(keys), [second]);
});

test('a key of another node is found at once, and an unknown one is looked up every 10 s at most', async () => {
  const { time, store, node } = world();
  const { tokens } = await node('a secret');
  time.now += 90 * DAY;
  const other = await node('a secret');
  time.now += HOUR;
  const { token } = await other.tokens.write(CLAIMS);
  assert.ok(await tokens.read(token));
  const reads = store.reads;
  const foreign = `${Buffer.from('{"alg":"ES256","kid":"nobody"}').toString('base64url')}.e30.AA`;
  for (let i = 0; i < 100; i++) assert.equal(await tokens.read(foreign), undefined);
  assert.equal(store.reads, reads);
  time.now += 10_000;
  await tokens.read(foreign);
  assert.ok(store.reads > reads);
});

test('with a new secret the keys are sealed again, and are valid only under it', async () => {
  const { node } = world();
  const before = await node('old');
  const { token } = await before.tokens.write(CLAIMS);
  assert.ok(await (await node('new', 'old')).tokens.read(token));
  assert.ok(await (await node('new')).tokens.read(token));
});

test('published keys are for ES256, and have no private part', async () => {
  const { keys } = await world().node('a secret');
  for (const key of (await keys.published()).keys) {
    const members = ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'];
    assert.deepEqual(Object.keys(key).toSorted(), members);
    assert.deepEqual([key.alg, key.crv, key.key_ops], ['ES256', 'P-256', ['verify']]);
  }
});

test('two nodes that start at once keep one key', async () => {
  const { store, node } = world();
  await Promise.all([node('secret'), node('secret')]);
  assert.equal(store.rows.length, 1);
});

test('once a secret is dropped its key is neither accepted nor published, and all nodes share a new one', async () => {
  const { time, store, node } = world();
  const old = await node('old');
  const [first] = await kids(old.keys);
  const { token } = await old.tokens.write(CLAIMS);
  time.now += MINUTE;
  const [one, other] = await Promise.all([node('new'), node('new')]);
  const [second, ...more] = await kids(one.keys);
  assert.deepEqual([await kids(other.keys), more], [[second], []]);
  assert.notEqual(second, first);
  assert.equal(await one.tokens.read(token), undefined);
  const { token: fresh } = await one.tokens.write(CLAIMS);
  assert.ok(await other.tokens.read(fresh));
  // A node that still has the old secret keeps its own key meanwhile.
  time.now += 3 * HOUR;
  assert.deepEqual(await kids(old.keys), [first]);
  assert.deepEqual(await kids(one.keys), [second]);
  time.now += 90 * DAY;
  await kids(one.keys);
  const left = store.rows.map(({ kid }) => kid);
  assert.ok(left.includes(second ?? '') && !left.includes(first ?? ''), 'it leaves after its time');
});
