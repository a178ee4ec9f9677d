import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { keyHolder, listed } from './key-holder.fixture.ts';

test('a known member of the wrong type is rejected, one without a value or of another name is ignored', async () => {
  const { simpleLogin, addy, alias } = await keyHolder(after, 'delete', { perOwner: 30 });
  const [{ id } = {}] = listed(await simpleLogin('GET', '/v2/aliases'));
  const { suffixes } = (await simpleLogin('GET', '/v5/alias/options')).json;
  const [row] = Array.isArray(suffixes) ? suffixes : [];
  const custom = { alias_prefix: 'shop', signed_suffix: row?.signed_suffix };
  const [inApps, inAddy] = [`/aliases/${String(id)}`, `/aliases/${alias.id}`];
  const wrong = (member: object) => ({ ...custom, ...member });
  const at = (member: object) => ({ domain: 'a.test', ...member });
  for (const [call, method, path, status, ...bodies] of [
    [simpleLogin, 'POST', '/alias/random/new', 400, { note: ['x'] }],
    [simpleLogin, 'POST', '/v3/alias/custom/new', 400, wrong({ alias_prefix: 1 })],
    [simpleLogin, 'POST', '/v3/alias/custom/new', 400, wrong({ signed_suffix: {} })],
    [simpleLogin, 'POST', '/v3/alias/custom/new', 400, wrong({ note: false }), wrong({ name: 1 })],
    [simpleLogin, 'POST', '/v3/alias/custom/new', 400, wrong({ mailbox_ids: '1' })],
    [simpleLogin, 'POST', '/v2/aliases', 400, { query: 1 }],
    [simpleLogin, 'PATCH', inApps, 400, { note: 1 }, { name: 1 }, { pinned: 'yes' }],
    [simpleLogin, 'PATCH', inApps, 400, { disable_pgp: 'no' }, { mailbox_id: '1' }],
    [simpleLogin, 'PATCH', inApps, 400, { mailbox_ids: [1, 2] }],
    [addy, 'POST', '/aliases', 422, at({ description: 1 }), at({ local_part: 1 })],
    [addy, 'POST', '/aliases', 422, at({ format: [] }), at({ recipient_ids: {} })],
    [addy, 'POST', '/aliases', 422, { domain: ['a.test'] }],
    [addy, 'PATCH', inAddy, 422, { description: [] }, { from_name: 1 }],
    [addy, 'POST', '/active-aliases', 422, { id: 1 }],
    [addy, 'POST', '/pinned-aliases', 422, { id: 1 }],
    [addy, 'POST', '/active-aliases', 404, {}],
    [addy, 'POST', '/pinned-aliases', 404, {}],
  ] as const) {
    for (const body of bodies) {
      const answer = await call(method, path, body);
      assert.equal(answer.status, status, `${path} ${JSON.stringify(body)}`);
      assert.equal(answer.json.errors !== undefined, status === 422);
    }
  }
  const nulls = {
    note: null,
    name: null,
    mailbox_ids: null,
    mailbox_id: null,
    pinned: null,
    unknown: {},
  };
  for (const [call, method, path, status, body] of [
    [simpleLogin, 'PATCH', inApps, 200, nulls],
    [simpleLogin, 'POST', '/v3/alias/custom/new', 201, { ...custom, ...nulls }],
    [addy, 'POST', '/aliases', 201, at({ local_part: null, unknown: 1 })],
    [simpleLogin, 'GET', '/v2/aliases?page_id=&pinned=&enabled&unknown=1', 200, undefined],
  ] as const) {
    assert.equal((await call(method, path, body)).status, status, path);
  }
});
