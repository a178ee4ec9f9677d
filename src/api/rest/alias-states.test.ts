import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { ownerOf, ownersReplies } from '#support/owner.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 22, 12);
const time = { now: NOW };
const { under, alias, call } = await ownerOf(after, {
  now: () => time.now,
  api: { replies: ownersReplies() },
});
const PATH = `/rest/v1/alias_states?alias_id=eq.${alias.id}`;
const WITH_ROW = { prefer: 'return=representation' };

const row = (change: object = {}): Record<string, unknown> => ({
  alias_id: alias.id,
  paused_until: null,
  ends_at: null,
  reply_body: 'replace',
  ...change,
});
const iso = (ms: number) => new Date(ms).toISOString();
const pause = (paused_until: unknown, headers: Record<string, string> = WITH_ROW) =>
  call('PATCH', PATH, JSON.stringify({ paused_until }), headers);
const kept = async () => (await under.store.aliasById(alias.id))?.state.pausedUntil;

beforeEach(async () => {
  time.now = NOW;
  await under.store.owners.change(alias.id, { pausedUntil: null }, alias.real_email);
  await under.store.owners.change(alias.id, { endsAt: null }, alias.real_email);
  under.switched.length = 0;
});

test('an owner pauses an alias until a time, in any form with a zone, and the mail engine is notified', async () => {
  const until = Date.UTC(2026, 10, 22, 18);
  for (const text of [
    '2026-11-22T18:00:00.000Z',
    '2026-11-22T18:00:00Z',
    '2026-11-22T18:00Z',
    '2026-11-22T18:00:00.000000+00:00',
    '2026-11-22T19:00:00+01:00',
    '2026-11-22T12:30:00-0530',
  ]) {
    under.switched.length = 0;
    const { status, text: body } = await pause(text);
    assert.deepEqual([status, JSON.parse(body)], [200, [row({ paused_until: iso(until) })]]);
    assert.equal(await kept(), until, text);
    assert.deepEqual(
      under.switched.map(({ id }) => id),
      [alias.id],
    );
  }
  const shown = await call('GET', `${PATH}&select=paused_until`);
  assert.deepEqual(JSON.parse(shown.text), [row({ paused_until: iso(until) })]);
});

test('an owner chooses what happens to a reply that shows the address, and the mail engine is notified', async () => {
  const choose = (reply_body: unknown) =>
    call('PATCH', PATH, JSON.stringify({ reply_body }), WITH_ROW);
  for (const reply_body of ['refuse', 'replace']) {
    const { status, text } = await choose(reply_body);
    const changed = [row({ reply_body })];
    assert.deepEqual([status, JSON.parse(text)], [200, changed]);
    assert.equal((await under.store.aliasById(alias.id))?.state.replyBody, reply_body);
    assert.deepEqual(JSON.parse((await call('GET', `${PATH}&select=reply_body`)).text), changed);
  }
  assert.equal(under.switched.length, 2);
  for (const none of ['Refuse', '', null, true, ['refuse']]) {
    const { status, json } = await choose(none);
    assert.deepEqual([status, json.code], [400, '23514'], JSON.stringify(none));
  }
});

test('an owner sets when the alias expires, in a minute at the earliest, in 366 days at the latest, or never', async () => {
  const end = (ends_at: unknown) => call('PATCH', PATH, JSON.stringify({ ends_at }), WITH_ROW);
  for (const ms of [60_000, 366 * 24 * HOUR]) {
    const { status, text } = await end(iso(NOW + ms));
    assert.deepEqual([status, JSON.parse(text)[0].ends_at], [200, iso(NOW + ms)]);
    assert.equal((await under.store.aliasById(alias.id))?.state.endsAt, NOW + ms);
  }
  assert.equal(under.switched.length, 2);
  for (const ms of [-HOUR, 59_999, 366 * 24 * HOUR + 1]) {
    const { status, json } = await end(iso(NOW + ms));
    assert.deepEqual([status, json.code], [400, '23514'], String(ms));
  }
  for (const text of ['2026-11-22T18:00:00', 'tomorrow', 7]) {
    const { status, json } = await end(text);
    assert.deepEqual([status, json.code], [400, '22007'], String(text));
  }
  const both = JSON.stringify({ ends_at: null, paused_until: null });
  assert.equal((await call('PATCH', PATH, both, WITH_ROW)).json.code, '42501');
  await end(iso(NOW + 60_000));
  time.now = NOW + 60_000;
  assert.equal(JSON.parse((await call('GET', `${PATH}&select=ends_at`)).text)[0].ends_at, null);
  assert.equal(JSON.parse((await end(null)).text)[0].ends_at, null);
});

test('if owners do not reply through us there is nothing to choose', async () => {
  const without = await ownerOf(after);
  const path = PATH.replace(alias.id, without.alias.id);
  assert.equal((await without.call('GET', `${path}&select=reply_body`)).status, 400);
  const change = await without.call('PATCH', path, '{"reply_body":"refuse"}');
  assert.deepEqual([change.status, change.json.code], [403, '42501']);
  const { reply_body: _, ...others } = row({ alias_id: without.alias.id });
  assert.deepEqual(JSON.parse((await without.call('GET', path)).text), [others]);
});

test('null ends a pause, a time in the past is not a pause, and the clock ends it too', async () => {
  const until = time.now + HOUR / 2;
  await pause(iso(until));
  const ended = await pause(null);
  assert.deepEqual(JSON.parse(ended.text), [row()]);
  assert.equal(await kept(), null);
  for (const over of [time.now, time.now - HOUR]) {
    assert.deepEqual(JSON.parse((await pause(iso(over))).text)[0].paused_until, null);
    assert.equal(await kept(), null);
  }
  await pause(iso(until));
  time.now = until;
  assert.deepEqual(JSON.parse((await call('GET', PATH)).text)[0].paused_until, null);
});

test('a pause lasts 48 hours at most', async () => {
  const most = time.now + 48 * HOUR;
  assert.equal((await pause(iso(most))).status, 200);
  const { status, json } = await pause(iso(most + 1));
  assert.deepEqual([status, json.code], [400, '23514']);
  assert.equal(await kept(), most);
});

test('times without a zone, other forms and other columns are rejected', async () => {
  for (const text of [
    '2026-11-22T18:00:00',
    '2026-11-22',
    '22 Nov 2026 18:00 GMT',
    'tomorrow',
    '2026-13-22T18:00:00Z',
    '2026-11-22T25:00:00Z',
    `2026-11-22T18:00:00.${'0'.repeat(60)}Z`,
    '',
    7,
    true,
    {},
    ['2026-11-22T18:00:00Z'],
  ]) {
    const { status, json } = await pause(text);
    assert.deepEqual([status, json.code], [400, '22007'], JSON.stringify(text));
  }
  for (const body of [
    '{}',
    '[]',
    'null',
    '{"link_epoch":9}',
    '{"paused_until":null,"ticket":"x"}',
    '{"paused_until":null,"reply_body":"refuse"}',
  ]) {
    const { status, json } = await call('PATCH', PATH, body);
    assert.deepEqual([status, json.code], [403, '42501'], body);
  }
  assert.equal((await pause(`2026${' '.repeat(600)}`)).status, 413);
  assert.equal(await kept(), null);
});

test('the response is 204 by default, and one object if the call requests it', async () => {
  assert.deepEqual([(await pause(null, {})).status, (await pause(null, {})).text], [204, '']);
  const one = { ...WITH_ROW, accept: 'application/vnd.pgrst.object+json' };
  const { json, headers } = await pause(null, one);
  assert.match(headers.get('content-type') ?? '', /^application\/vnd\.pgrst\.object\+json;/);
  assert.deepEqual(json, row());
});

test('any other query, method or table is rejected', async () => {
  for (const query of [
    '',
    '?alias_id=eq.x',
    `?id=eq.${alias.id}`,
    `?alias_id=neq.${alias.id}`,
    `?alias_id=eq.${alias.id}&alias_id=eq.${alias.id}`,
    `?alias_id=eq.${alias.id}&select=ticket`,
    `?alias_id=eq.${alias.id}&select=*,aliases(*)`,
    `?alias_id=eq.${alias.id}&limit=1`,
  ]) {
    assert.equal((await call('GET', `/rest/v1/alias_states${query}`)).status, 400, query);
  }
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const { status, json } = await call(method, PATH, '{}');
    assert.deepEqual([status, json.code], [405, 'PGRST105']);
  }
  for (const table of ['retired_names', 'history', 'users']) {
    assert.equal((await call('GET', `/rest/v1/${table}`)).status, 404, table);
  }
});
