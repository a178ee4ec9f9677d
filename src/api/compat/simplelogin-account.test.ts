import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { keyHolder, listed } from './key-holder.fixture.ts';

test('the apps get each fixed answer with the members that they decode', async () => {
  const { simpleLogin } = await keyHolder(after, 'manage');
  const mailboxes = await simpleLogin('GET', '/mailboxes');
  assert.deepEqual((await simpleLogin('GET', '/v2/mailboxes')).json, mailboxes.json);
  const [one] = Array.isArray(mailboxes.json.mailboxes) ? mailboxes.json.mailboxes : [];
  assert.deepEqual(
    [
      one.id,
      one.email,
      one.default,
      one.verified,
      one.nb_alias,
      Number.isInteger(one.creation_timestamp),
    ],
    [1, 'j***@mailbox.test', true, true, 1, true],
  );
  assert.deepEqual((await simpleLogin('GET', '/setting')).json, {
    notification: false,
    alias_generator: 'uuid',
    random_alias_default_domain: 'a.test',
    random_alias_suffix: 'random_string',
    sender_format: 'AT',
  });
  assert.deepEqual(JSON.parse((await simpleLogin('GET', '/v2/setting/domains')).text), [
    { domain: 'a.test', is_custom: false },
    { domain: 'b.test', is_custom: false },
  ]);
  assert.deepEqual((await simpleLogin('GET', '/custom_domains')).json, { custom_domains: [] });
  assert.deepEqual((await simpleLogin('GET', '/notifications')).json, {
    more: false,
    notifications: [],
  });
  const [alias] = listed(await simpleLogin('GET', '/v2/aliases'));
  assert.deepEqual(
    (await simpleLogin('GET', `/aliases/${String(alias?.id)}/activities?page_id=0`)).json,
    { activities: [] },
  );
  assert.deepEqual(
    (await simpleLogin('GET', `/aliases/${String(alias?.id)}/contacts?page_id=0`)).json,
    { contacts: [] },
  );
  assert.equal((await simpleLogin('GET', '/logout')).status, 200);
  assert.equal((await simpleLogin('GET', '/user_info')).status, 200, 'the key works on');
});
