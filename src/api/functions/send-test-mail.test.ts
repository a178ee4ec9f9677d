import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import type { Delivery } from '#mail/smtp/delivery.ts';
import { reply } from '#mail/smtp/reply.ts';
import { apiUnderTest } from '#support/api.ts';
import { JANE, ownerOf } from '#support/owner.ts';

const FAR_TEXT = 'mailbox real@example.org says no';
const peer = { host: 'mx.example.org', tls: 'TLSv1.3' };
const accepted: Delivery = { kind: 'accepted', reply: reply(250, '2.0.0', FAR_TEXT), peer };

let verdict: () => Promise<Delivery> = async () => accepted;
const sent: [string, string, string][] = [];
let language: string | undefined;
const { store, send } = await apiUnderTest(after, {
  now: () => Date.now(),
  sendTestMail: async (alias, subject, message, inLanguage) => {
    language = inLanguage;
    sent.push([alias.alias_email, subject, message]);
    return { delivery: await verdict(), ms: 12.4 };
  },
});

let number = 1000;
const created = async (real_email = `real${number + 1}@example.org`) => {
  number += 1;
  const row = { real_email, alias_email: `alias-${number}@a.test` };
  const insertion = await store.insertAlias(row);
  assert.ok(insertion.kind === 'created');
  return insertion.alias;
};
const PATH = '/functions/v1/send-test-mail';
const post = (body: object) => send('POST', PATH, JSON.stringify(body));
const mailTo = (alias_id: string) => post({ alias_id, subject: 'Hello', message: 'A line.\nTwo.' });

const stopTime = (t: TestContext) => t.mock.timers.enable({ apis: ['Date'], now: Date.now() });

test('from a page in another language the message has our lines in it; an unknown language gets English', async () => {
  for (const [named, expected] of [
    ['de', 'de'],
    ['xx', 'en'],
    ['../de', 'en'],
    [7, 'en'],
  ] as const) {
    const { id } = await created();
    const body = { alias_id: id, subject: 'Hello', message: 'A line.', language: named };
    assert.equal((await post(body)).status, 200);
    assert.equal(language, expected);
  }
});

test('the response to a delivered test mail is the receipt of the next hop, with the proof that it has given', async () => {
  for (const proof of [{}, { proof: 'dane' }] as const) {
    const alias = await created();
    verdict = async () => ({ ...accepted, peer: { ...peer, ...proof } });
    const { status, json } = await mailTo(alias.id);
    const receipt = { host: 'mx.example.org', tls: 'TLSv1.3', ...proof, code: 250, ms: 12 };
    assert.deepEqual([status, json], [200, receipt]);
    assert.deepEqual(sent.at(-1), [alias.alias_email, 'Hello', 'A line.\nTwo.']);
  }
  verdict = async () => accepted;
});

test('a second one within a minute is rejected with the time to wait, one to another alias is not', async (t) => {
  stopTime(t);
  const alias = await created();
  assert.equal((await mailTo(alias.id)).status, 200);
  t.mock.timers.tick(14_500);
  const { status, headers, json } = await mailTo(alias.id);
  assert.equal(status, 429);
  assert.equal(headers.get('retry-after'), '46');
  assert.equal(json.code, 'rate_limited');
  assert.equal(json.message, 'Please wait 46 seconds before sending another test mail.');
  assert.equal((await mailTo((await created()).id)).status, 200);
  t.mock.timers.tick(45_500);
  assert.equal((await mailTo(alias.id)).status, 200);
});

test('one mailbox gets five in a day, whatever the alias, the tag or the case of its address', async (t) => {
  stopTime(t);
  const addresses = ['jane@Mailbox.test', 'jane+1@mailbox.test', 'jane+two+2@mailbox.test'];
  const aliases = await Promise.all(addresses.map((real_email) => created(real_email)));
  const statuses: number[] = [];
  for (let i = 0; i < 9; i += 1) {
    t.mock.timers.tick(60_000);
    const alias = aliases[i % aliases.length];
    statuses.push((await mailTo(alias?.id ?? '')).status);
  }
  assert.deepEqual(statuses, [...Array(5).fill(200), ...Array(4).fill(429)]);
  const { headers, json } = await mailTo(aliases[0]?.id ?? '');
  // Of a day that began with the first, eight minutes ago.
  assert.equal(headers.get('retry-after'), '85920');
  assert.equal(json.message, 'Please wait 85920 seconds before sending another test mail.');
  assert.equal((await mailTo((await created('john@mailbox.test')).id)).status, 200);
});

test('delivered messages and uncertain ones count towards those five; failed ones do not', async (t) => {
  stopTime(t);
  const { id } = await created();
  const far = reply(451, '4.4.2', FAR_TEXT);
  const attempts = async (count: number, delivery: Delivery) => {
    verdict = async () => delivery;
    const statuses = new Set<number>();
    for (let i = 0; i < count; i += 1) {
      t.mock.timers.tick(60_000);
      statuses.add((await mailTo(id)).status);
    }
    return [...statuses];
  };
  assert.deepEqual(await attempts(10, { kind: 'deferred', reply: far, peer }), [503]);
  assert.deepEqual(await attempts(2, { kind: 'deferred', reply: far, peer, unknown: true }), [503]);
  assert.deepEqual(await attempts(3, accepted), [200]);
  assert.deepEqual(await attempts(1, accepted), [429]);
});

test('a message in flight counts; a failed one does not', async () => {
  const alias = await created();
  const underWay = Promise.withResolvers<void>();
  const { promise, resolve } = Promise.withResolvers<Delivery>();
  verdict = () => {
    underWay.resolve();
    return promise;
  };
  const first = mailTo(alias.id);
  await underWay.promise;
  assert.equal((await mailTo(alias.id)).status, 429);
  resolve({ kind: 'deferred', reply: reply(451, '4.3.0', FAR_TEXT), peer });
  assert.equal((await first).status, 503);
  verdict = async () => accepted;
  assert.equal((await mailTo(alias.id)).status, 200);
});

test('the remote server’s rejection is reported by its kind, never by its text or the real address', async () => {
  for (const [delivery, status, code, smtpCode] of [
    [{ kind: 'refused', reply: reply(550, '5.1.1', FAR_TEXT), peer }, 502, 'refused', 550],
    [{ kind: 'deferred', reply: reply(452, '4.2.2', FAR_TEXT), peer }, 503, 'deferred', 452],
    [{ kind: 'deferred', reply: reply(451, '4.4.1', FAR_TEXT) }, 504, 'unreachable', 451],
  ] as const) {
    const alias = await created();
    verdict = async () => delivery;
    const answer = await mailTo(alias.id);
    assert.equal(answer.status, status);
    assert.equal(answer.json.code, code);
    assert.equal(answer.json.smtp_code, smtpCode);
    assert.match(answer.text, /"Test mail could not be delivered: /);
    assert.doesNotMatch(answer.text, /example\.org/);
  }
  verdict = async () => accepted;
});

test('an engine that throws is a plain 500, and the alias may retry at once', async () => {
  const alias = await created();
  verdict = () => Promise.reject(new Error(FAR_TEXT));
  const { status, json } = await mailTo(alias.id);
  assert.equal(status, 500);
  assert.doesNotMatch(JSON.stringify(json), /example\.org/);
  verdict = async () => accepted;
  assert.equal((await mailTo(alias.id)).status, 200);
});

test('an unknown alias is 404, a disabled one 409 with the message of the catalogue', async () => {
  for (const id of ['6f1c2f8e-0f7e-4d7c-9d56-0a3f6d5f8b11', 'x', '__proto__']) {
    const unknown = await mailTo(id);
    assert.deepEqual([unknown.status, unknown.json.code], [404, 'not_found']);
  }
  const alias = await created();
  await store.setActive(alias.id, false, 'anybody');
  const { status, json } = await mailTo(alias.id);
  assert.deepEqual([status, json.code], [409, 'alias_disabled']);
  assert.equal(json.message, 'Alias is disabled. Reactivate to receive messages.');
});

test('subject and message are required, without control characters, and bounded in length', async () => {
  const { id: alias_id } = await created();
  const before = sent.length;
  for (const body of [
    {},
    { alias_id, subject: 'x' },
    { alias_id, subject: ' ', message: 'x' },
    { alias_id, subject: 'x', message: '\r\n\t ' },
    { alias_id, subject: 'x\r\nBcc: a@b.c', message: 'x' },
    { alias_id, subject: 'x\u0000', message: 'x' },
    { alias_id, subject: 'x\u0085', message: 'x' },
    { alias_id, subject: 'x', message: 'x\u0000' },
    { alias_id, subject: 'x'.repeat(201), message: 'x' },
    { alias_id, subject: 'x', message: 'x'.repeat(10_001) },
    { alias_id, subject: ['x'], message: 'x' },
    [alias_id, 'x', 'x'],
  ]) {
    const answer = await post(body);
    assert.deepEqual([answer.status, answer.json.code], [400, 'invalid'], JSON.stringify(body));
  }
  assert.equal(sent.length, before);
  const longest = { alias_id, subject: 'x'.repeat(200), message: '€'.repeat(10_000) };
  assert.equal((await post(longest)).status, 200);
});

test('only POST with the key is accepted', async () => {
  assert.equal((await send('GET', PATH)).status, 404);
  assert.equal((await send('POST', PATH, '{}', { apikey: 'wrong' })).status, 401);
  assert.equal((await send('POST', PATH, 'x'.repeat(65_537))).status, 413);
});

test('if test mail is simulated the call is not found', async (t) => {
  const simulated = await apiUnderTest((cleanUp) => t.after(cleanUp));
  assert.equal((await simulated.send('POST', PATH, '{}')).status, 404);
});

const HOUR = 3_600_000;
const toOwners: string[] = [];
const owner = await ownerOf(after, {
  api: {
    async sendTestMail({ alias_email }) {
      toOwners.push(alias_email);
      return { delivery: accepted, ms: 1 };
    },
  },
});
const { under, alias, call } = owner;
const body = (alias_id: string) =>
  JSON.stringify({ alias_id, subject: 'Hello', message: 'Are you there?' });
const testMail = (id: string) => call('POST', PATH, body(id));

test('test mail to a paused alias is 409 `paused` with the time, and sends nothing; the clock ends it', async () => {
  const until = under.time.now + HOUR / 2;
  await under.store.owners.change(alias.id, { pausedUntil: until }, JANE);
  const { status, json } = await testMail(alias.id);
  assert.deepEqual(
    [status, json.code, json.paused_until, typeof json.message],
    [409, 'paused', new Date(until).toISOString(), 'string'],
  );
  assert.deepEqual(toOwners, []);
  await under.store.setActive(alias.id, false, 'anybody');
  assert.equal((await testMail(alias.id)).json.code, 'alias_disabled', 'switched off wins');
  await under.store.setActive(alias.id, true, 'anybody');
  under.time.now = until;
  assert.equal((await testMail(alias.id)).status, 200);
  assert.deepEqual(toOwners, [alias.alias_email]);
});
