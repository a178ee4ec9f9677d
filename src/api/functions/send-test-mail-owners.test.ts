import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { reply } from '#mail/smtp/reply.ts';
import { JANE, ownerOf } from '#support/owner.ts';

const HOUR = 3_600_000;
const TICKET = 'T'.repeat(43);
const sent: string[] = [];
const owner = await ownerOf(after, {
  api: {
    async sendTestMail({ alias_email }) {
      sent.push(alias_email);
      const peer = { host: 'mx.mailbox.test', tls: null };
      return { delivery: { kind: 'accepted', reply: reply(250, '2.0.0', 'ok'), peer }, ms: 1 };
    },
  },
});
const { under, alias, call } = owner;
const body = (alias_id: string) =>
  JSON.stringify({ alias_id, subject: 'Hello', message: 'Are you there?' });
const testMail = (id: string, headers = {}) =>
  call('POST', '/functions/v1/send-test-mail', body(id), headers);

test('test mail to a paused alias is 409 `paused` with the time, and sends nothing; the clock ends it', async () => {
  const until = under.time.now + HOUR / 2;
  await under.store.owners.change(alias.id, { pausedUntil: until }, JANE);
  const { status, json } = await testMail(alias.id);
  assert.deepEqual(
    [status, json.code, json.paused_until, typeof json.message],
    [409, 'paused', new Date(until).toISOString(), 'string'],
  );
  assert.deepEqual(sent, []);
  await under.store.setActive(alias.id, false, 'anybody');
  assert.equal((await testMail(alias.id)).json.code, 'alias_disabled', 'switched off wins');
  await under.store.setActive(alias.id, true, 'anybody');
  under.time.now = until;
  assert.equal((await testMail(alias.id)).status, 200);
  assert.deepEqual(sent, [alias.alias_email]);
});

test('test mail to an unconfirmed alias is 403 `not_confirmed` for its creator, and 404 for all others', async () => {
  const row = { real_email: 'joe@mailbox.test', alias_email: 'alias-1001@a.test', active: true };
  const ticket = { 'x-alias-ticket': TICKET };
  await under.send('POST', '/rest/v1/aliases', JSON.stringify(row), ticket);
  const id = (await under.store.aliasByAddress(row.alias_email))?.alias.id ?? '';
  const path = '/functions/v1/send-test-mail';
  const creator = await under.send('POST', path, body(id), ticket);
  assert.deepEqual([creator.status, creator.json.code], [403, 'not_confirmed']);
  for (const headers of [{}, { 'x-alias-ticket': 'U'.repeat(43) }]) {
    const { status, json } = await under.send('POST', path, body(id), headers);
    assert.deepEqual([status, json.code], [404, 'not_found']);
  }
  assert.equal((await testMail(id)).status, 404);
  assert.ok(!sent.includes(row.alias_email));
});
