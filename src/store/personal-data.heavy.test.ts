import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { testDatabase } from '#support/database.ts';
import { SILENT } from '#support/silent-log.ts';
import { factor, NOW, session, user } from './sessions/auth-rows.fixture.ts';
import { openStore } from './open.ts';
import { personalData } from './personal-data.ts';

const EMAIL = 'jane@mailbox.test';
const SECRETS = {
  password: 'scrypt$secret',
  sealed: 'sealed-secret',
  credential: 'credential-secret',
  ticket: 'ticket-secret',
};

/** In place of the keys of names and notes. */
const open = (_: string, sealed: string) => sealed.replace('sealed ', '');
const opened = { name: open, note: open };

test('the export of a person’s data is complete, and contains no secret', async () => {
  const store = await openStore(await testDatabase(after), { now: () => NOW, log: SILENT });
  after(() => store.close());
  const jane = user(EMAIL, { password: SECRETS.password, meta: '{"name":"Jane"}' });
  await store.auth.users.insert(jane);
  const dates = { createdAt: NOW, lastSignInAt: null };
  const identity = { id: randomUUID(), userId: jane.id, provider: 'email', subject: jane.id };
  await store.auth.identities.insert({ ...identity, data: '{"email":"x"}', ...dates });
  const hers = session(jane.id);
  await store.auth.sessions.insert(hers);
  const { sealed, credential } = SECRETS;
  await store.auth.factors.insert(factor(jane.id, { name: 'phone', sealed }));
  const keys = { credential, publicKey: credential, counter: 0, name: 'laptop' };
  const passkey = { id: randomUUID(), userId: jane.id, createdAt: NOW, lastUsedAt: NOW };
  await store.auth.passkeys.insert({ ...passkey, ...keys }, hers.id);
  const row = { real_email: EMAIL, alias_email: 'alias-1000@a.test' };
  const birth = { ticket: SECRETS.ticket, confirmedAt: NOW };
  const insertion = await store.insertAlias(row, birth);
  assert.ok(insertion.kind === 'created');
  const { alias } = insertion;
  const event = { kind: 'refused', domain: 'b.test', reason: 'full', code: 552, host: 'mx.test' };
  const shop = { sender: 'mac-secret', name: 'sealed shop.test' };
  await store.history.add([{ aliasId: alias.id, at: NOW, ...event, ...shop }]);
  await store.senders.note([{ aliasId: alias.id, sender: 'another mac-secret', at: NOW }]);
  const rule = { rule: 'blocked', name: 'sealed spam.test' } as const;
  await store.senders.setRule(alias.id, ['a mac-secret'], rule, NOW + 1);
  await store.history.addDelivered([{ aliasId: alias.id, day: NOW - (NOW % 864e5), delivered: 2 }]);
  await store.complaints.add(alias.alias_email, NOW);
  const label = { note: 'sealed Shoes', site: 'sealed shop.test' };
  await store.notes.change(alias.id, label, EMAIL, NOW);
  await store.plans.set(EMAIL, 20);
  const used = { madeAt: NOW, usedAt: null };
  const key = { id: randomUUID(), userId: jane.id, name: 'Bitwarden', scope: 'create' } as const;
  const by = { sessionId: hers.id, most: 10 };
  await store.auth.apiKeys.insert({ ...key, hash: 'hash-secret', ...used }, by);
  await store.auth.users.insert(user('joe@mailbox.test'));
  await store.insertAlias({ real_email: 'joe@mailbox.test', alias_email: 'alias-1001@a.test' });

  const data = await personalData(store, jane, [EMAIL, 'an earlier spelling'], opened);
  const at = '2026-11-22T12:00:00.000Z';
  const subjects = `user identities sessions factors passkeys aliases alias_states api_keys alias_notes plans history
    complaints senders`;
  assert.deepEqual(Object.keys(data), subjects.split(/\s+/));
  assert.deepEqual(
    [data.user?.email, data.user?.user_metadata, data.user?.has_password, data.user?.created_at],
    [EMAIL, { name: 'Jane' }, true, at],
  );
  assert.deepEqual(data.identities[0]?.identity_data, { email: 'x' });
  assert.deepEqual([data.sessions[0]?.aal, data.sessions[0]?.refreshed_at], ['aal1', at]);
  assert.deepEqual(
    [data.factors[0]?.friendly_name, data.factors[0]?.status],
    ['phone', 'unverified'],
  );
  assert.deepEqual([data.passkeys[0]?.name, data.passkeys[0]?.last_used_at], ['laptop', at]);
  assert.deepEqual(data.aliases, [alias]);
  const alias_id = alias.id;
  const times = { confirmed_at: at, paused_until: null, ends_at: null };
  const settings = { link_epoch: 0, reply_body: 'replace', known_only: false };
  assert.deepEqual(data.alias_states, [{ alias_id, ...times, ...settings }]);
  const note = { label: 'Shoes', site: 'shop.test', pinned: false, changed_at: at };
  assert.deepEqual(data.alias_notes, [{ alias_id, ...note }]);
  const { id, name, scope } = key;
  assert.deepEqual(data.api_keys, [{ id, name, scope, created_at: at, last_used_at: null }]);
  assert.deepEqual(data.plans, [{ address: EMAIL, aliases: 20 }]);
  const day = '2026-11-22';
  const events = [{ at, ...event, author: 'shop.test' }];
  assert.deepEqual(data.history, [{ alias_id, events, days: [{ day, delivered: 2 }] }]);
  assert.deepEqual(data.complaints, [{ alias_id, days: [{ day, complaints: 1 }] }]);
  const senders = [
    { rule: 'blocked', name: 'spam.test', at: '2026-11-22T12:00:00.001Z', seen_at: null },
    { rule: 'seen', name: null, at, seen_at: at },
  ];
  assert.deepEqual(data.senders, [{ alias_id, senders }]);
  const text = JSON.stringify(data);
  assert.doesNotMatch(text, /secret|joe@/);
});
