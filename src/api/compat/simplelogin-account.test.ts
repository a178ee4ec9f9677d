import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { keyHolder, listed } from './key-holder.fixture.ts';

test('the apps get each fixed response with the members that they decode', async () => {
  const { simpleLogin, under } = await keyHolder(after, 'manage');
  const mailboxes = await simpleLogin('GET', '/mailboxes');
  assert.deepEqual((await simpleLogin('GET', '/v2/mailboxes')).json, mailboxes.json);
  const user = await under.store.auth.users.byEmail('jane@mailbox.test');
  const mailbox = { id: 1, email: 'j***@mailbox.test', default: true, verified: true, nb_alias: 1 };
  const creation_timestamp = Math.floor((user?.confirmedAt ?? 0) / 1000);
  assert.deepEqual(mailboxes.json, { mailboxes: [{ ...mailbox, creation_timestamp }] });
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
