import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { NOW, user as anonymous } from '#store/sessions/auth-rows.fixture.ts';
import { keptStore } from '#support/database.ts';
import { deriveAuthKeys } from './keys.ts';
import { RefreshTokens } from './refresh-token.ts';
import { methodsOf, Sessions } from './sessions.ts';

const DAY = 86_400_000;

async function world(t: TestContext) {
  const time = { now: NOW };
  const store = await keptStore(() => time.now);
  t.after(() => store.close());
  const tokens = new RefreshTokens(deriveAuthKeys(['a secret']).refresh);
  const node = () => new Sessions({ store: store.auth.sessions, tokens, now: () => time.now });
  const person = anonymous(null);
  await store.auth.users.insert(person);
  return { time, node, user: person.id, tokens };
}

/** @returns the successor */
async function refreshed(sessions: Sessions, token: string): Promise<string> {
  const answer = await sessions.refresh(token);
  assert.ok(answer.kind === 'refreshed', answer.kind);
  return sessions.tokenOf(answer.session);
}

test('of ten refreshes at once on two nodes all get the same successor', async (t) => {
  const { node, user } = await world(t);
  const [one, other] = [node(), node()];
  const token = one.tokenOf(await one.begin(user, 'otp'));
  const successors = await Promise.all(
    Array.from({ length: 10 }, (_, i) => refreshed(i % 2 ? one : other, token)),
  );
  assert.equal(new Set(successors).size, 1);
  assert.notEqual(successors[0], token);
  await refreshed(one, successors[0] ?? '');
});

test('the parent token gives its successor again; late uses are tolerated three times a day, and then the session ends', async (t) => {
  const { time, node, user } = await world(t);
  const sessions = node();
  const parent = sessions.tokenOf(await sessions.begin(user, 'otp'));
  const successor = await refreshed(sessions, parent);
  assert.equal(await refreshed(sessions, parent), successor);
  time.now += 3_600_000;
  for (let late = 0; late < 3; late++) {
    assert.equal(await refreshed(sessions, parent), successor);
  }
  assert.equal((await sessions.refresh(parent)).kind, 'misused');
  assert.deepEqual(await sessions.refresh(successor), {
    kind: 'refused',
    error: 'refresh_token_not_found',
  });
});

test('a laptop that falls asleep before the response once a day is never signed out', async (t) => {
  const { time, node, user } = await world(t);
  const sessions = node();
  const parent = sessions.tokenOf(await sessions.begin(user, 'otp'));
  const successor = await refreshed(sessions, parent);
  for (let day = 0; day < 10; day++) {
    time.now += DAY + 1;
    assert.equal(await refreshed(sessions, parent), successor);
  }
});

test('an older token is a parallel tab within ten seconds of the last refresh, and misuse after that', async (t) => {
  const { time, node, user } = await world(t);
  const sessions = node();
  const first = sessions.tokenOf(await sessions.begin(user, 'otp'));
  const second = await refreshed(sessions, first);
  time.now += 1000;
  const third = await refreshed(sessions, second);
  time.now += 9999;
  assert.equal(await refreshed(sessions, first), third);
  time.now += 1;
  const answer = await sessions.refresh(first);
  assert.ok(answer.kind === 'misused' && answer.session.userId === user);
});

test('a forged token, or one with a counter that was never reached, is not found', async (t) => {
  const { node, user, tokens } = await world(t);
  const sessions = node();
  const session = await sessions.begin(user, 'otp');
  for (const token of [
    'x',
    new RefreshTokens(deriveAuthKeys(['other']).refresh).write({
      sessionId: session.id,
      counter: 1,
    }),
    tokens.write({ sessionId: session.id, counter: 2 }),
    tokens.write({ sessionId: randomUUID(), counter: 1 }),
  ]) {
    assert.deepEqual(await sessions.refresh(token), {
      kind: 'refused',
      error: 'refresh_token_not_found',
    });
  }
});

test('a session that is not refreshed for 180 days has ended', async (t) => {
  const { time, node, user } = await world(t);
  const sessions = node();
  const session = await sessions.begin(user, 'otp');
  time.now += 180 * DAY - 1;
  assert.ok(await sessions.find(session.id));
  time.now += 1001;
  assert.equal(await sessions.find(session.id), undefined);
  assert.deepEqual(await sessions.refresh(sessions.tokenOf(session)), {
    kind: 'refused',
    error: 'session_expired',
  });
});

test('the end of a session holds at once here, and within a second on another node', async (t) => {
  const { time, node, user } = await world(t);
  const [one, other] = [node(), node()];
  const [first, second] = [await one.begin(user, 'otp'), await one.begin(user, 'otp')];
  for (const { id } of [first, second]) assert.ok((await one.find(id)) && (await other.find(id)));
  await one.end(first.id);
  assert.equal(await one.find(first.id), undefined);
  await one.endOf(user, second.id);
  assert.ok(await one.find(second.id));
  time.now += 1000;
  assert.equal(await other.find(first.id), undefined);
  assert.ok(await other.find(second.id));
});

test('a second factor raises a session, replaces its token, and ends the sessions below it if it was the first', async (t) => {
  const { time, node, user } = await world(t);
  const sessions = node();
  const [session, below] = [await sessions.begin(user, 'otp'), await sessions.begin(user, 'otp')];
  const token = sessions.tokenOf(session);
  time.now += 60_000;
  const raised = await sessions.raise(session, 'totp', true);
  assert.ok(raised);
  assert.equal(raised.aal, 2);
  assert.deepEqual(
    methodsOf(raised).map(({ method }) => method),
    ['totp', 'otp'],
  );
  assert.equal(await refreshed(sessions, token), sessions.tokenOf(raised));
  assert.equal(await sessions.find(below.id), undefined);
  const lowered = await sessions.lower(raised);
  assert.ok(lowered?.aal === 1 && methodsOf(lowered).length === 1);
});

test('of more than a hundred sessions of a person the one without a refresh for the longest time ends', async (t) => {
  const { time, node, user } = await world(t);
  const sessions = node();
  const begun = [];
  for (let i = 0; i < 100; i++) {
    time.now += 1;
    begun.push(await sessions.begin(user, 'passkey'));
  }
  const [first, second, third] = begun;
  assert.ok(first && second && third);
  time.now += 1;
  await refreshed(sessions, sessions.tokenOf(first));
  const last = await sessions.begin(user, 'passkey');
  const isThere = async ({ id }: { id: string }) => (await node().find(id)) !== undefined;
  assert.deepEqual(await Promise.all([first, second, third, last].map(isThere)), [
    true,
    false,
    true,
    true,
  ]);
});
