/** A stranger learns nothing about an address with several aliases. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { reply } from '#mail/smtp/reply.ts';
import type { Store } from '#store/store.ts';
import type { Answer } from '#support/api.ts';
import { authUnderTest } from '#support/auth.ts';
import { manyAliasesOf } from '#support/owner.ts';
import { newSession } from '#support/signed-in.ts';

const UNKNOWN_ID = '11111111-1111-4111-8111-111111111111';

/** Calls of the store, by name and with the address or id that they were given. */
const asked: string[] = [];

/** The store as the api has it, which records its calls. */
const noting = (store: Store): Store =>
  new Proxy(store, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        asked.push(String(name));
        return Reflect.apply(value, target, args);
      };
    },
  });

const under = await authUnderTest(after, {
  ownership: { mode: 'confirmed', since: 1 },
  apiOf: (store, now) => ({
    store: noting(store),
    manyAliases: manyAliasesOf(store, now, { perOwner: 500 }),
    async sendTestMail() {
      const peer = { host: 'mx.mailbox.test', tls: null };
      return { delivery: { kind: 'accepted', reply: reply(250, '2.0.0', 'ok'), peer }, ms: 1 };
    },
  }),
});
const { store } = under;
let number = 1000;

/** A person with a session. @param long the number of long names */
async function person(name: string, short: boolean, long: number) {
  const real_email = `${name}@mailbox.test`;
  const { userId, token } = await newSession(under, real_email);
  const many = manyAliasesOf(store, () => under.time.now, { perOwner: 500 });
  number += 1;
  const alias_email = `alias-${number}@a.test`;
  if (short) await store.insertAlias({ real_email, alias_email }, { confirmedAt: 1, ticket: null });
  for (let i = 0; i < long; i += 1) {
    const made = await many.make({ userId, email: real_email });
    assert.equal(made.kind, 'created');
  }
  const [alias] = (await store.aliasesOf(real_email)).map((one) => one.alias);
  return { real_email, alias, authorization: `Bearer ${token}` };
}

type Person = { real_email: string; alias: { id: string; alias_email: string } | undefined };

/** The calls of a stranger who knows the address, and perhaps an id and a name. */
async function strangersCalls({ real_email, alias }: Person, ticket: string) {
  const send = async (method: string, path: string, body?: object): Promise<Answer> =>
    under.send(method, path, body && JSON.stringify(body), {
      'x-alias-ticket': ticket.repeat(43),
      prefer: 'return=representation',
    });
  const id = alias?.id ?? UNKNOWN_ID;
  number += 1;
  const candidate = `alias-${number}@b.test`;
  const answers = [
    await send('GET', `/rest/v1/aliases?real_email=eq.${real_email}&order=created_at.desc`),
    await send('GET', `/rest/v1/aliases?select=id&alias_email=eq.${candidate}`),
    await send('POST', '/rest/v1/aliases', { real_email, alias_email: candidate, active: true }),
    await send('PATCH', `/rest/v1/aliases?id=eq.${id}`, { active: false }),
    await send('DELETE', `/rest/v1/aliases?id=eq.${id}`),
    await send('POST', '/functions/v1/send-test-mail', {
      alias_id: id,
      subject: 'a',
      message: 'b',
    }),
    await send('POST', '/auth/v1/otp', { email: real_email, create_user: true }),
    await send('GET', '/functions/v1/aliases'),
    await send('POST', '/functions/v1/aliases', {}),
    await send('GET', `/functions/v1/history?alias_id=${id}`),
  ];
  const plain = (text: string) =>
    text
      .replaceAll(real_email, 'ADDRESS')
      .replaceAll(candidate, 'CANDIDATE')
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'ID')
      .replaceAll(/"created_at":"[^"]*"/g, 'TIME');
  return answers.map(({ status, text, headers }) => ({
    status,
    text: plain(text),
    headers: [...headers].map(([name, value]) => `${name}: ${plain(value)}`).toSorted(),
  }));
}

test('a stranger gets the same answers for an address with one alias and for one with several', async () => {
  const free = await person('free', true, 0);
  const upgraded = await person('upgraded', true, 5);
  const [some, others] = [await strangersCalls(free, 'a'), await strangersCalls(upgraded, 'b')];
  assert.deepEqual(others, some);
  assert.deepEqual(
    some.map(({ status }) => status),
    [200, 200, 409, 200, 200, 404, 200, 404, 404, 404],
  );
});

test('the same for an address without an alias, and for one whose aliases all have long names', async () => {
  const none = await person('none', false, 0);
  const long = await person('long', false, 5);
  const [some, others] = [await strangersCalls(none, 'a'), await strangersCalls(long, 'b')];
  assert.deepEqual(others, some);
  assert.equal(some[2]?.status, 201, 'a row that forwards nothing until a letter confirms it');
  const rows = await store.aliasesOf(long.real_email);
  assert.equal(rows.filter(({ state }) => state.confirmedAt === null).length, 1);
});

test('a stranger’s calls read one alias of the address at most, however many it has; the owner’s read all', async () => {
  const owner = await person('busy', true, 9);
  asked.length = 0;
  await strangersCalls(owner, 'a');
  assert.ok(asked.includes('shortAliasOf'), asked.join());
  assert.ok(!asked.includes('aliasesOf'), asked.join());
  const path = `/rest/v1/aliases?real_email=eq.${owner.real_email}&order=created_at.desc`;
  const { authorization } = owner;
  const mine = await under.send('GET', path, undefined, { authorization });
  assert.equal(JSON.parse(mine.text).length, 10);
});
