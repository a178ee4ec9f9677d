import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { keyHolder, listed } from './key-holder.fixture.ts';

test('a known member of the wrong type is rejected, one without a value or of another name is ignored', async () => {
  const { simpleLogin, addy, alias } = await keyHolder(after, 'delete', { perOwner: 30 });
  const [{ id } = {}] = listed(await simpleLogin('GET', '/v2/aliases'));
  const { suffixes } = (await simpleLogin('GET', '/v5/alias/options')).json;
  const [row] = Array.isArray(suffixes) ? suffixes : [];
  const custom = { alias_prefix: 'shop', signed_suffix: row?.signed_suffix };
  for (const [path, body] of [
    ['/alias/random/new', { note: ['x'] }],
    ['/v3/alias/custom/new', { ...custom, alias_prefix: 1 }],
    ['/v3/alias/custom/new', { ...custom, signed_suffix: {} }],
    ['/v3/alias/custom/new', { ...custom, note: false }],
    ['/v3/alias/custom/new', { ...custom, name: 1 }],
    ['/v3/alias/custom/new', { ...custom, mailbox_ids: '1' }],
    ['/v2/aliases', { query: 1 }],
  ] as const) {
    assert.equal((await simpleLogin('POST', path, body)).status, 400, JSON.stringify(body));
  }
  for (const body of [
    { note: 1 },
    { name: 1 },
    { pinned: 'yes' },
    { disable_pgp: 'no' },
    { mailbox_id: '1' },
    { mailbox_ids: [1, 2] },
  ]) {
    assert.equal(
      (await simpleLogin('PATCH', `/aliases/${String(id)}`, body)).status,
      400,
      JSON.stringify(body),
    );
  }
  for (const body of [
    { description: 1 },
    { local_part: 1 },
    { format: [] },
    { recipient_ids: {} },
    { domain: ['a.test'] },
  ]) {
    const { status, json } = await addy('POST', '/aliases', { domain: 'a.test', ...body });
    assert.deepEqual([status, json.errors !== undefined], [422, true], JSON.stringify(body));
  }
  for (const body of [{ description: [] }, { from_name: 1 }]) {
    assert.equal((await addy('PATCH', `/aliases/${alias.id}`, body)).status, 422);
  }
  for (const path of ['/active-aliases', '/pinned-aliases']) {
    assert.equal((await addy('POST', path, { id: 1 })).status, 422);
    assert.equal((await addy('POST', path, {})).status, 404);
  }
  const nulls = {
    note: null,
    name: null,
    mailbox_ids: null,
    mailbox_id: null,
    pinned: null,
    unknown: {},
  };
  assert.equal((await simpleLogin('PATCH', `/aliases/${String(id)}`, nulls)).status, 200);
  assert.equal(
    (await simpleLogin('POST', '/v3/alias/custom/new', { ...custom, ...nulls })).status,
    201,
  );
  assert.equal(
    (await addy('POST', '/aliases', { domain: 'a.test', local_part: null, unknown: 1 })).status,
    201,
  );
  assert.equal(
    (await simpleLogin('GET', '/v2/aliases?page_id=&pinned=&enabled&unknown=1')).status,
    200,
  );
});
