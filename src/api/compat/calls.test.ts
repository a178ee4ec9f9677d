import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { StoreUnavailable } from '#store/store.ts';
import { apiUnderTest } from '#support/api.ts';
import { JANE, manyAliasesOf, ownerOf, SECRET } from '#support/owner.ts';
import { keyHolder, newKey, PUBLIC_URL } from './key-holder.fixture.ts';
import { SignedNames } from './options.ts';

/** A call of each kind on either API. */
const CALLS = [
  ['GET', '/api/user_info'],
  ['POST', '/api/alias/random/new'],
  ['GET', '/api/v2/aliases?page_id=0'],
  ['GET', '/api/v1/domain-options'],
  ['POST', '/api/v1/aliases'],
] as const;

/** As the clients of either API send it. */
const withKey = (key: string) => ({ authentication: key, authorization: `Bearer ${key}` });
const bodyOf = (method: string) => (method === 'GET' ? undefined : '{}');
const shapeOf = (path: string) => (path.startsWith('/api/v1/') ? ['message'] : ['error']);

test('without several aliases there is nothing under /api', async () => {
  const { under } = await ownerOf(after);
  for (const [method, path] of CALLS) {
    assert.equal((await under.send(method, path)).status, 404, path);
  }
  assert.equal((await under.send('OPTIONS', '/api/user_info')).status, 404);
});

test('after the operator has turned several aliases off, a key still lists those of its owner, who can revoke it', async () => {
  const { under, key, token } = await keyHolder(after, 'manage');
  const { store, facility, time } = under;
  const now = () => time.now;
  const { send } = await apiUnderTest(() => {}, {
    store,
    now,
    auth: { facility },
    manyAliases: manyAliasesOf(store, now, { perOwner: 1 }),
    signedNames: new SignedNames([SECRET], now),
  });
  const headers = { authentication: key, authorization: `Bearer ${token}` };
  const ask = (method: string, path: string) => send(method, path, undefined, headers);
  assert.equal((await ask('GET', '/api/v2/aliases')).status, 200);
  assert.equal((await ask('GET', '/functions/v1/api-keys')).status, 200);
  const { status, json } = await ask('POST', '/api/alias/random/new');
  assert.deepEqual([status, json.error], [400, 'You have 1 of 1 aliases.']);
  assert.equal((await ask('GET', '/api/v4/alias/options')).json.can_create, false);
});

test('any origin may call with a key, reads every answer and error, and sends no cookie', async () => {
  const { under, key } = await keyHolder(after);
  for (const [method, path] of CALLS) {
    const asked = await under.send('OPTIONS', path, undefined, {
      origin: 'https://vault.example',
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization, authentication, content-type',
    });
    assert.equal(asked.status, 204);
    assert.equal(asked.headers.get('access-control-allow-origin'), '*');
    assert.equal(asked.headers.get('access-control-max-age'), '86400');
    assert.match(
      asked.headers.get('access-control-allow-headers') ?? '',
      /authentication, authorization, content-type/,
    );
    assert.match(
      asked.headers.get('access-control-allow-methods') ?? '',
      /GET, POST, PUT, PATCH, DELETE/,
    );
    for (const sent of [key, 'wrong']) {
      const { headers } = await under.send(method, path, bodyOf(method), withKey(sent));
      assert.equal(headers.get('access-control-allow-origin'), '*', `${path} ${sent}`);
      assert.equal(headers.get('access-control-expose-headers'), 'Retry-After');
      assert.equal(headers.get('access-control-allow-credentials'), null);
      assert.match(headers.get('content-type') ?? '', /^application\/json/);
    }
  }
  const page = await under.send('GET', '/rest/v1/aliases?real_email=eq.x');
  assert.equal(page.headers.get('access-control-allow-origin'), null);
});

test('a missing, wrong or foreign key is 401 in the one member that the clients of each API read', async () => {
  const { under, key, token } = await keyHolder(after);
  const other = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
  for (const [method, path] of CALLS) {
    for (const sent of ['', 'x', other, token, 'public-anonymous-key', 'k'.repeat(5000)]) {
      const { status, json } = await under.send(method, path, bodyOf(method), withKey(sent));
      assert.equal(status, 401, path);
      assert.deepEqual(Object.keys(json), shapeOf(path));
    }
  }
  // A key must be in the header of its API.
  for (const [path, headers] of [
    ['/api/user_info', { authorization: `Bearer ${key}` }],
    ['/api/v1/recipients', { authentication: key }],
  ] as const) {
    assert.equal((await under.send('GET', path, undefined, headers)).status, 401);
  }
});

test('a key only gives access to these calls', async () => {
  const { under, key, alias } = await keyHolder(after);
  const answers = async (token: string) => {
    const all = [];
    for (const path of [
      `/rest/v1/aliases?real_email=eq.${JANE}&order=created_at.desc&select=*`,
      `/functions/v1/history?alias_id=${alias.id}`,
      '/functions/v1/my-data',
      '/functions/v1/api-keys',
      '/functions/v1/aliases',
      '/auth/v1/user',
    ]) {
      const headers = { authorization: `Bearer ${token}`, 'x-alias-ticket': token };
      const { status, text } = await under.send('GET', path, undefined, headers);
      all.push(`${status} ${text}`);
    }
    return all;
  };
  assert.deepEqual(await answers(key), await answers('wrong'));
  const asKey = await under.send('GET', '/rest/v1/aliases', undefined, { apikey: key });
  assert.equal(asKey.status, 401);
});

test('each scope allows what its sentence says, and a call beyond it is 403', async () => {
  const holder = await keyHolder(after, 'create', { perOwner: 20 });
  const { under } = holder;
  const { json } = await under.send('POST', '/api/alias/random/new', '{}', {
    authentication: holder.key,
  });
  const calls = [
    ['create', 'GET', '/api/user_info'],
    ['create', 'POST', '/api/alias/random/new'],
    ['create', 'GET', '/api/v1/api-token-details'],
    ['manage', 'GET', '/api/v2/aliases'],
    ['manage', 'POST', `/api/aliases/${String(json.id)}/toggle`],
    ['manage', 'GET', '/api/v4/alias/options'],
    ['manage', 'GET', '/api/v1/aliases'],
    ['delete', 'DELETE', `/api/aliases/${String(json.id)}`],
    ['delete', 'DELETE', `/api/v1/aliases/${holder.alias.id}`],
  ] as const;
  for (const [i, scope] of (['create', 'manage', 'delete'] as const).entries()) {
    const key = scope === 'create' ? holder.key : await newKey(holder, scope);
    for (const [needed, method, path] of calls) {
      const { status } = await under.send(method, path, bodyOf(method), withKey(key));
      const isAllowed = ['create', 'manage', 'delete'].indexOf(needed) <= i;
      assert.ok(
        isAllowed ? status < 300 : status === 403,
        `${scope}: ${method} ${path}: ${status}`,
      );
    }
  }
});

test('the real address is in no byte of any response', async () => {
  const { under, key, alias, simpleLogin } = await keyHolder(after);
  const { json } = await simpleLogin('POST', '/alias/random/new', { note: 'shop' });
  const number = String(json.id);
  const paths = `user_info v4/alias/options v5/alias/options v2/aliases aliases/${number} mailboxes v2/mailboxes stats
    setting v2/setting/domains custom_domains notifications logout aliases/${number}/activities
    aliases/${number}/contacts v1/aliases v1/aliases/${alias.id} v1/domain-options v1/recipients v1/api-token-details`;
  for (const path of paths.split(/\s+/)) {
    const { status, text } = await under.send('GET', `/api/${path}`, undefined, withKey(key));
    assert.equal(status, 200, path);
    assert.ok(!text.includes(JANE) && !text.includes('jane'), path);
  }
});

test('unknown paths and methods are JSON, and what no key may do is 403', async () => {
  const { under, key, simpleLogin, addy } = await keyHolder(after);
  assert.deepEqual((await simpleLogin('GET', '/nothing')).json, {
    error: 'There is no such call.',
  });
  assert.deepEqual((await addy('GET', '/app-version')).json, { message: 'There is no such call.' });
  const wrong = await simpleLogin('DELETE', '/user_info');
  assert.equal(wrong.status, 403);
  const method = await simpleLogin('DELETE', '/alias/random/new');
  assert.deepEqual([method.status, method.headers.get('allow')], [405, 'POST']);
  for (const path of [
    '/api_key',
    '/sudo',
    '/user',
    '/user/cookie_token',
    '/export/data',
    '/phone/x',
    '/apple/x',
  ]) {
    assert.equal((await simpleLogin('POST', path, {})).status, 403, path);
    assert.equal((await under.send('POST', `/api${path}`, '{}')).status, 401, path);
  }
  const login = await under.send(
    'POST',
    '/api/auth/login',
    '{"email":"x","password":"y","device":"z"}',
  );
  const advice = `Sign in with an API key: make one on ${PUBLIC_URL}.`;
  assert.deepEqual([login.status, login.json], [403, { error: advice, message: advice }]);
  assert.ok(key.length === 48);
});

test('bodies that are not JSON, too long or of the wrong type are rejected by name', async () => {
  const { simpleLogin, addy } = await keyHolder(after);
  for (const body of ['{', '[]', '"x"', 'null', '\ud800']) {
    assert.equal((await simpleLogin('POST', '/alias/random/new', body)).status, 400, body);
  }
  const long = `{"note":"${'x'.repeat(70_000)}"}`;
  assert.equal((await simpleLogin('POST', '/alias/random/new', long)).status, 413);
  const wrong = await simpleLogin('POST', '/alias/random/new', { note: 1 });
  assert.deepEqual([wrong.status, wrong.json], [400, { error: 'note must be text.' }]);
  const field = await addy('POST', '/aliases', { domain: 1 });
  assert.equal(field.status, 422);
  assert.deepEqual(field.json.errors, { domain: ['domain must be text.'] });
});

test('an owner who makes aliases too fast must wait, and one who finds no free name gets a sentence', async () => {
  const soon = await keyHolder(after, 'create', { spend: async () => 60 });
  const names = await keyHolder(after, 'create', { perOwner: 9, drawNumber: () => 1_000_000_001 });
  for (const [face, path, member, taken] of [
    ['simpleLogin', '/alias/random/new', 'error', 409],
    ['addy', '/aliases', 'message', 422],
  ] as const) {
    const body = { domain: 'a.test' };
    const late = await soon[face]('POST', path, body);
    assert.deepEqual(
      [late.status, late.headers.get('retry-after'), late.json],
      [429, '60', { [member]: 'Too many requests. Please wait 60 seconds.' }],
    );
    assert.equal(late.headers.get('access-control-allow-origin'), '*');
    for (let i = 0; i < 2; i += 1)
      await names.addy('POST', '/aliases', { domain: `${'ab'[i]}.test` });
    const none = await names[face]('POST', path, body);
    assert.deepEqual([none.status, Object.keys(none.json)], [taken, [member]]);
  }
});

test('while the database is silent a program is told when to retry, in its own format and from any origin, and nothing is made', async () => {
  const { under, simpleLogin, addy } = await keyHolder(after);
  const silent = async () => {
    throw new StoreUnavailable('silent');
  };
  under.store.owners.another = silent;
  const made = [
    await simpleLogin('POST', '/alias/random/new', { note: 'a' }),
    await addy('POST', '/aliases', { domain: 'a.test' }),
  ];
  under.store.auth.apiKeys.byHash = silent;
  const read = [await simpleLogin('GET', '/user_info'), await addy('GET', '/recipients')];
  for (const [i, { status, json, headers }] of [...made, ...read].entries()) {
    assert.deepEqual([status, Object.keys(json)], [503, [i % 2 === 0 ? 'error' : 'message']]);
    assert.equal(headers.get('retry-after'), '30');
    assert.equal(headers.get('access-control-allow-origin'), '*');
  }
  assert.equal((await under.store.aliasesOf(JANE)).length, 1);
});
