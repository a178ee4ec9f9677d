import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { keptTokens, SESSIONS } from './session.ts';
import { defineStorage, removeStorages, StorageInMemory } from './storage.fixture.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const JANE = 'jane@home.example';

let local: StorageInMemory;
let session: StorageInMemory;

beforeEach(() => {
  [local, session] = [new StorageInMemory(), new StorageInMemory()];
  defineStorage('localStorage', () => local);
  defineStorage('sessionStorage', () => session);
});

afterEach(removeStorages);

/** An answer of auth/v1. @param seconds left for the token */
const answer = (seconds: number, access_token = 'token') =>
  JSON.stringify({ access_token, expires_at: NOW / 1000 + seconds, user: { email: JANE } });

test('a session is kept for the next visit, or ends with the tab', () => {
  assert.equal(SESSIONS.kept(), undefined);
  SESSIONS.keep(answer(3600), false);
  assert.deepEqual(SESSIONS.kept(), { token: 'token', until: NOW + 3_600_000, email: JANE });
  assert.equal(session.length, 0);
  SESSIONS.keep(answer(3600, 'brief'), true);
  assert.equal(SESSIONS.kept()?.token, 'brief');
  assert.equal(local.length, 0, 'the one before is gone');
  SESSIONS.drop();
  assert.equal(SESSIONS.kept(), undefined);
});

test('an invalid text is not a session, nor is one that the browser refuses to keep', () => {
  for (const text of ['', 'x', 'null', '7', '{"access_token":"x"}']) {
    local.setItem(SESSIONS.key, text);
    assert.equal(SESSIONS.kept(), undefined, text);
  }
  defineStorage('localStorage', () => {
    throw new Error('SecurityError');
  });
  SESSIONS.keep(answer(3600), false);
  assert.equal(SESSIONS.kept()?.email, JANE, 'it ends with the tab then');
});

test('with full storage a session ends with the tab; one that must end with it is kept nowhere else', () => {
  local.full = true;
  SESSIONS.keep(answer(3600), false);
  assert.deepEqual([local.length, session.length], [0, 1]);
  [local.full, session.full] = [false, true];
  SESSIONS.keep(answer(3600), true);
  assert.equal(SESSIONS.kept(), undefined);
});

/** The token for a call. @param renewed result of a renewal */
async function currentToken(renewed: string | undefined) {
  let renewals = 0;
  const renew = async () => {
    renewals += 1;
    return renewed;
  };
  return { token: await keptTokens(renew, () => NOW).current(), renewals };
}

test('a token is used while more than 90 s are left, and else renewed first', async () => {
  assert.deepEqual(await currentToken('new'), { token: undefined, renewals: 0 });
  SESSIONS.keep(answer(91), false);
  assert.deepEqual(await currentToken('new'), { token: 'token', renewals: 0 });
  SESSIONS.keep(answer(90), false);
  assert.deepEqual(await currentToken('new'), { token: 'new', renewals: 1 });
});

test("if it cannot be renewed now the call fails: a stranger's answer would take the owner's aliases off the page", async () => {
  SESSIONS.keep(answer(-1), false);
  const tokens = keptTokens(
    () => Promise.reject(new Error('offline')),
    () => NOW,
  );
  for (const token of [tokens.current, tokens.renewed]) {
    await assert.rejects(token(), /offline/);
    assert.equal(SESSIONS.kept()?.email, JANE);
  }
});
