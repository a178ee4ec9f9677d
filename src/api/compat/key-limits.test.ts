import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Call } from '#api/call.ts';
import { from, limiting } from '#api/limits/limiting.fixture.ts';
import { LIMITS } from '#api/limits/limits.ts';
import { aliasNumber } from '#rules/alias.ts';
import { apiUnderTest } from '#support/api.ts';
import { manyAliasesOf, ownersReplies } from '#support/owner.ts';
import { keyHolder } from './key-holder.fixture.ts';
import { SignedNames } from './options.ts';

/** An owner with a key, and a second api over the same store that limits its calls. */
async function limited(limits = LIMITS) {
  const { under, alias, key } = await keyHolder(after, 'manage');
  const { store, facility, time } = under;
  const rateLimits = limiting({ limits });
  const now = () => time.now;
  const { api } = await apiUnderTest(() => {}, {
    store,
    now,
    auth: { facility },
    manyAliases: manyAliasesOf(store, now, { perOwner: 30 }),
    signedNames: new SignedNames(['a secret for tests'], now),
    replies: ownersReplies(store, now),
    rateLimits,
  });
  const ask = async (
    sent: string | undefined,
    address: string,
    path = '/api/user_info',
    init = {},
  ) => {
    const headers: Record<string, string> = sent === undefined ? {} : { authentication: sent };
    const answer = await api.request(path, { headers, ...init }, from(address));
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
  };
  return { alias, key, rateLimits, ask };
}

test('the 21st wrong key of a block is 429, and the right key of the same block still works', async () => {
  const { ask, key } = await limited();
  for (let i = 0; i < 20; i += 1) {
    assert.equal((await ask(`wrong${i}`, '203.0.113.1')).status, 401);
  }
  const refused = await ask('wrong', '203.0.113.2');
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.retryAfter) > 0);
  assert.equal((await ask(key, '203.0.113.1')).status, 200);
  assert.equal((await ask('wrong', '203.0.114.1')).status, 401, 'another block');
  assert.equal(
    (await ask(undefined, '203.0.113.1')).status,
    401,
    'without a key nothing is guessed',
  );
});

test('strangers who use up the limit of all callers together do not keep out the owner of a key', async () => {
  let all = 1000;
  const limits = { ...LIMITS };
  for (const call of ['key_list', 'key_create'] satisfies Call[]) {
    limits[call] = [{ seconds: 60, block: 5, scarce: 1, all: () => all }];
  }
  const { ask, key, rateLimits } = await limited(limits);
  rateLimits.take('key_list', '192.0.2.1');
  all = 0;
  assert.equal((await ask('wrong', '203.0.113.1')).status, 429);
  assert.equal((await ask(undefined, '203.0.113.1')).status, 429);
  const answers = [];
  for (let i = 0; i < 6; i += 1) answers.push((await ask(key, '203.0.113.1')).status);
  assert.deepEqual(answers, [200, 200, 200, 200, 200, 429], 'within the limit of its own block');
});

test('a preflight and a look at the list are counted separately from making aliases', async () => {
  const limits = { ...LIMITS, key_create: [{ seconds: 60, block: 1, scarce: 1, all: () => 100 }] };
  const { key, ask } = await limited(limits);
  const send = async (method: string) =>
    (await ask(key, '203.0.113.1', '/api/alias/random/new', { method })).status;
  assert.deepEqual([await send('POST'), await send('POST')], [201, 429]);
  assert.equal((await ask(key, '203.0.113.1', '/api/v2/aliases')).status, 200);
  assert.equal(await send('OPTIONS'), 204);
});

test('an owner who writes to too many new people must wait, with a text that a program shows', async () => {
  const { ask, key, alias } = await limited();
  const path = `/api/aliases/${aliasNumber(alias.id)}/contacts`;
  const answers = [];
  for (let i = 0; i < 6; i += 1) {
    const body = JSON.stringify({ contact: `person${i}@example.org` });
    answers.push(await ask(key, '203.0.113.1', path, { method: 'POST', body }));
  }
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201, 201, 201, 429],
  );
  assert.ok(Number(answers[5]?.retryAfter) > 0);
});
