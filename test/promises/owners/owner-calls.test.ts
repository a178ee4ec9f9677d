/** A change by an owner's call takes effect at once in the mail server of the running service. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isObject } from '#api/body.ts';
import { testDatabase } from '#support/database.ts';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { hand, letter } from '#support/forwarding.ts';
import { browserAt } from '#support/owners-key.ts';
import { addressesOf, serviceInProcess } from '#support/service-in-process.ts';

const HOUR = 3_600_000;
const ALIAS = 'alias-4827@alias.localhost';
const JANE = 'jane@mailbox.test';
const ROW = { real_email: JANE, alias_email: ALIAS, active: true };
const TICKET = 'T'.repeat(43);

/** The running service, with a visitor who has made an alias, read the email in her mailbox and pressed the button. */
async function owned(t: TestContext) {
  const hop = await FakeNextHop.start();
  t.after(() => hop.close());
  const service = await serviceInProcess(t, {
    DATABASE_URL: await testDatabase((cleanUp) => t.after(cleanUp)),
    NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
    OWNERSHIP: 'confirmed',
    PUBLIC_URL: 'https://veilpost.test',
  });
  const { call, signIn } = browserAt(addressesOf(service.running).http, {
    Prefer: 'return=representation',
    'x-alias-ticket': TICKET,
  });
  assert.equal((await call('POST', '/rest/v1/aliases', ROW)).status, 201);
  const sender = await service.client();
  const verdict = (name: string) => hand(sender, [ALIAS], letter(name));
  await signIn(JANE, async () => {
    assert.match(await verdict('too early'), /^450 4\.2\.1 /);
    await hop.until(() => hop.messages.length === 1);
    return hop.messages[0]?.octets.toString() ?? '';
  });
  const found = await service.store.aliasByAddress(ALIAS);
  return { call, verdict, id: found?.alias.id ?? assert.fail(ALIAS) };
}

test('a pause by call takes effect at RCPT at once, and so does its end; the history has the last deliveries of the mail engine', async (t) => {
  const { call, verdict, id } = await owned(t);
  assert.match(await verdict('before'), /^250 /);
  const path = `/rest/v1/alias_states?alias_id=eq.${id}`;
  const paused_until = new Date(Date.now() + HOUR).toISOString();
  assert.deepEqual(await call('PATCH', path, { paused_until }), {
    status: 200,
    json: [{ alias_id: id, paused_until, ends_at: null }],
  });
  assert.match(await verdict('during'), /^450 4\.2\.1 /);
  assert.equal((await call('PATCH', path, { paused_until: null })).status, 200);
  assert.match(await verdict('after'), /^250 /);
  const { json } = await call('GET', `/functions/v1/history?alias_id=${id}`);
  assert.ok(isObject(json) && Array.isArray(json.last));
  assert.deepEqual(
    json.last.map(({ domain }) => domain),
    ['example.org', 'example.org'],
  );
});

test('the name of an alias that its owner has deleted is taken, and mail to it is refused', async (t) => {
  const { call, verdict, id } = await owned(t);
  assert.equal((await call('DELETE', `/rest/v1/aliases?id=eq.${id}`)).status, 200);
  const check = await call('GET', `/rest/v1/aliases?select=id&alias_email=eq.${ALIAS}`);
  assert.deepEqual(check.json, [{ id: '00000000-0000-0000-0000-000000000000' }]);
  for (const real_email of [JANE, 'joe@mailbox.test']) {
    const insert = await call('POST', '/rest/v1/aliases', { ...ROW, real_email });
    assert.equal(insert.status, 409);
    assert.match(JSON.stringify(insert.json), /Key \(alias_email\)/);
  }
  assert.match(await verdict('after'), /^550 5\.1\.1 /);
});
