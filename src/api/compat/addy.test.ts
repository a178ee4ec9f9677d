import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isObject } from '#api/body.ts';
import type { Answer } from '#support/api.ts';
import { keyHolder, PUBLIC_URL } from './key-holder.fixture.ts';

const dataOf = ({ json }: Answer): Record<string, unknown> =>
  isObject(json.data) ? json.data : {};
const rowsOf = ({ json }: Answer): Record<string, unknown>[] =>
  Array.isArray(json.data) ? json.data.filter(isObject) : [];

test('Bitwarden makes an alias at the domain that its user typed', async () => {
  const { addy } = await keyHolder(after, 'create');
  const made = await addy('POST', '/aliases', {
    domain: 'B.Test',
    description: 'Website: shop.example',
  });
  assert.equal(made.status, 201);
  assert.match(String(dataOf(made).email), /^alias-[1-9]\d{9}@b\.test$/);
  assert.equal(dataOf(made).description, 'Website: shop.example');
  const wrong = await addy('POST', '/aliases', { domain: 'c.test' });
  assert.deepEqual([wrong.status, wrong.json.message], [422, 'domain must be a.test or b.test.']);
  assert.equal((await addy('POST', '/aliases', { domain: 'a.test' })).status, 201);
  const full = await addy('POST', '/aliases', { domain: 'a.test' });
  assert.deepEqual([full.status, full.json], [403, { message: 'You have 3 of 3 aliases.' }]);
});

test('the extension makes an alias with its own members, and no other recipient or name', async () => {
  const { addy } = await keyHolder(after, 'manage');
  const [recipient] = rowsOf(
    await addy('GET', '/recipients?filter[verified]=true&alias_count=false'),
  );
  const { id, user_id, email_verified_at, created_at, updated_at, ...rest } = recipient ?? {};
  assert.deepEqual(rest, {
    email: 'j***@mailbox.test',
    can_reply_send: true,
    should_encrypt: false,
    fingerprint: null,
    aliases_count: 1,
  });
  assert.equal(user_id, id);
  assert.match(String(created_at), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  assert.deepEqual([email_verified_at, updated_at], [created_at, created_at]);
  const wish = { domain: 'a.test', local_part: '', format: 'random_characters' };
  for (const recipient_ids of [[], null, [recipient?.id]]) {
    const { status } = await addy('POST', '/aliases', { ...wish, recipient_ids });
    assert.ok(status === 201 || status === 403);
  }
  assert.equal((await addy('POST', '/aliases', { ...wish, recipient_ids: ['x'] })).status, 422);
  assert.equal((await addy('POST', '/aliases', { ...wish, recipient_ids: 'x' })).status, 422);
  assert.equal((await addy('POST', '/aliases', { ...wish, format: 'custom' })).status, 422);
});

test('the list is filtered, sorted and paged, with the brackets and empty values that the extension sends', async () => {
  const { addy, under } = await keyHolder(after, 'manage', { perOwner: 30 });
  for (let i = 0; i < 11; i++) {
    under.time.now += 1000;
    await addy('POST', '/aliases', { domain: 'a.test', description: `Nr ${i}` });
  }
  const query =
    'filter[deleted]=&filter[active]=&filter[search]=&sort=-created_at&page[number]=1&page[size]=10';
  const first = await addy('GET', `/aliases?${query}`);
  assert.deepEqual([rowsOf(first).length, rowsOf(first)[0]?.description], [10, 'Nr 10']);
  assert.deepEqual(first.json.meta, { current_page: 1, last_page: 2, per_page: 10, total: 12 });
  const links = isObject(first.json.links) ? first.json.links : {};
  assert.equal(links.prev, null);
  const next = new URL(String(links.next));
  assert.equal(`${next.origin}${next.pathname}`, `${PUBLIC_URL}/api/v1/aliases`);
  const second = await addy('GET', `/aliases${next.search}`);
  assert.deepEqual(
    rowsOf(second).map(({ description }) => description),
    ['Nr 0', null],
    'sorted as the first page',
  );
  const last = await addy('GET', '/aliases?page[number]=2&page[size]=10&sort=created_at');
  assert.deepEqual(
    [rowsOf(last).length, isObject(last.json.links) && last.json.links.next],
    [2, null],
  );
  for (const name of ['filter[search]', 'filter%5Bsearch%5D']) {
    const found = await addy('GET', `/aliases?${name}=NR+7&page%5Bsize%5D=1`);
    assert.deepEqual(
      [rowsOf(found).map(({ description }) => description), found.json.meta],
      [['Nr 7'], { current_page: 1, last_page: 1, per_page: 1, total: 1 }],
    );
  }
  const [newest] = rowsOf(first);
  await addy('DELETE', `/active-aliases/${String(newest?.id)}`);
  await addy('POST', '/pinned-aliases', { id: newest?.id });
  const linksOf = async (page: string) => {
    const found = (await addy('GET', `/aliases?page[size]=5&page[number]=${page}`)).json.links;
    const numbers = Object.values(isObject(found) ? found : {}).map((link) =>
      typeof link === 'string' ? new URL(link).searchParams.get('page[number]') : link,
    );
    return numbers;
  };
  assert.deepEqual(await linksOf('1'), ['1', '3', null, '2'], 'first, last, previous, next');
  assert.deepEqual(await linksOf('2'), ['1', '3', '1', '3']);
  assert.deepEqual(await linksOf('3'), ['1', '3', '2', null]);
  assert.deepEqual(await linksOf('1000000'), ['1', '3', '3', null]);
  for (const [filter, rows] of [
    ['active', [11, 1]],
    ['pinned', [1, 11]],
  ] as const) {
    const counts = ['true', 'false', ''].map(async (wanted) => {
      return rowsOf(await addy('GET', `/aliases?filter[${filter}]=${wanted}`)).length;
    });
    assert.deepEqual(await Promise.all(counts), [...rows, 12], filter);
  }
  assert.deepEqual(rowsOf(await addy('GET', '/aliases?filter[deleted]=only')), []);
  const sortedBy = async (sort: string, of: string) =>
    rowsOf(await addy('GET', `/aliases?sort=${sort}`)).map((row) => JSON.stringify(row[of] ?? ''));
  for (const word of ['local_part', 'email', 'domain', 'description', 'active', 'pinned']) {
    const values = await sortedBy(word, word);
    assert.deepEqual(values, values.toSorted(), word);
    assert.deepEqual(await sortedBy(`-${word}`, word), values.toReversed(), word);
  }
  const oldest = await sortedBy('created_at', 'description');
  assert.deepEqual(oldest.slice(0, 3), ['""', '"Nr 0"', '"Nr 1"']);
  for (const sort of ['anything', '--x', 'emails_forwarded,id', 'emails_sent']) {
    assert.deepEqual(await sortedBy(sort, 'description'), oldest, sort);
  }
  for (const sort of ['', '-created_at', '-anything', 'emails_forwarded', '-last_forwarded']) {
    assert.deepEqual(await sortedBy(sort, 'description'), oldest.toReversed(), sort);
  }
  for (const wrong of [
    'page[number]=0',
    'page[number]=1000001',
    'page[size]=101',
    'page[size]=x',
  ]) {
    assert.equal((await addy('GET', `/aliases?${wrong}`)).status, 422, wrong);
  }
});

test('the extension switches, pins, describes, deletes and forgets an alias', async () => {
  const { addy, alias } = await keyHolder(after);
  const path = `/aliases/${alias.id}`;
  const { id } = alias;
  assert.equal((await addy('DELETE', `/active-aliases/${id}`)).status, 204);
  assert.equal(dataOf(await addy('GET', path)).active, false);
  const on = await addy('POST', '/active-aliases', { id });
  assert.deepEqual([on.status, dataOf(on).active], [200, true]);
  assert.equal(dataOf(await addy('POST', '/pinned-aliases', { id })).pinned, true);
  assert.equal((await addy('DELETE', `/pinned-aliases/${id}`)).status, 204);
  const described = await addy('PATCH', path, { description: 'Shoes', from_name: 'x' });
  assert.deepEqual([described.status, dataOf(described).description], [200, 'Shoes']);
  assert.equal(dataOf(await addy('PATCH', path, { description: null })).description, null);
  assert.equal((await addy('PATCH', path, { description: 'x'.repeat(201) })).status, 422);
  assert.equal((await addy('DELETE', path)).status, 204);
  assert.equal((await addy('DELETE', `${path}/forget`)).status, 204);
  for (const [method, wanted] of [
    ['GET', path],
    ['DELETE', path],
    ['PATCH', `${path}/restore`],
    ['DELETE', `/active-aliases/${id}`],
  ] as const) {
    assert.equal((await addy(method, wanted)).status, 404, wanted);
  }
});

test('a row has every member that the extension reads', async () => {
  const { addy, alias, under } = await keyHolder(after);
  const { user_id, ...rest } = dataOf(await addy('GET', `/aliases/${alias.id}`));
  assert.equal(user_id, (await under.store.auth.users.byEmail('jane@mailbox.test'))?.id);
  const made = alias.created_at.slice(0, 19).replace('T', ' ');
  assert.deepEqual(rest, {
    id: alias.id,
    aliasable_id: null,
    aliasable_type: null,
    local_part: 'alias-1000',
    extension: null,
    domain: 'a.test',
    email: 'alias-1000@a.test',
    active: true,
    pinned: false,
    description: null,
    from_name: null,
    emails_forwarded: 0,
    emails_blocked: 0,
    emails_replied: 0,
    emails_sent: 0,
    recipients: [],
    last_forwarded: null,
    last_blocked: null,
    last_replied: null,
    last_sent: null,
    created_at: made,
    updated_at: made,
    deleted_at: null,
  });
  assert.deepEqual((await addy('GET', '/domain-options')).json, {
    data: ['a.test', 'b.test'],
    sharedDomains: ['a.test', 'b.test'],
    defaultAliasDomain: 'a.test',
    defaultAliasFormat: 'random_characters',
  });
  const { name, expires_at } = (await addy('GET', '/api-token-details')).json;
  assert.deepEqual([name, expires_at], ['Bitwarden', null]);
});
