import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { SenderNames } from '#mail/senders/sender-names.ts';
import { ownerOf, ownersReplies } from '#support/owner.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 22, 12);
const time = { now: NOW };
const { under, alias, call } = await ownerOf(after, {
  now: () => time.now,
  api: { replies: ownersReplies(), senderNames: new SenderNames(['a secret for tests']) },
});
const PATH = `/rest/v1/alias_states?alias_id=eq.${alias.id}`;
const WITH_ROW = { prefer: 'return=representation' };

const row = (change: object = {}): Record<string, unknown> => ({
  alias_id: alias.id,
  paused_until: null,
  ends_at: null,
  reply_body: 'replace',
  known_only: false,
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

test('an owner chooses what happens to a reply that shows the address, and whether only known senders are accepted, and the mail engine is notified', async () => {
  for (const [column, setting, values] of [
    ['reply_body', 'replyBody', ['refuse', 'replace']],
    ['known_only', 'knownOnly', [true, false]],
  ] as const) {
    for (const value of values) {
      const sent = JSON.stringify({ [column]: value });
      const { status, text } = await call('PATCH', PATH, sent, WITH_ROW);
      const changed = [row({ [column]: value })];
      assert.deepEqual([status, JSON.parse(text)], [200, changed]);
      assert.equal((await under.store.aliasById(alias.id))?.state[setting], value);
      assert.deepEqual(JSON.parse((await call('GET', `${PATH}&select=${column}`)).text), changed);
    }
  }
  assert.equal(under.switched.length, 4);
});

test('an owner sets when the alias expires, in a minute at the earliest, in 366 days at the latest, or never', async () => {
  const end = (ends_at: unknown) => call('PATCH', PATH, JSON.stringify({ ends_at }), WITH_ROW);
  for (const ms of [60_000, 366 * 24 * HOUR]) {
    const { status, text } = await end(iso(NOW + ms));
    assert.deepEqual([status, JSON.parse(text)[0].ends_at], [200, iso(NOW + ms)]);
    assert.equal((await under.store.aliasById(alias.id))?.state.endsAt, NOW + ms);
  }
  assert.equal(under.switched.length, 2);
  const both = JSON.stringify({ ends_at: null, paused_until: null });
  assert.equal((await call('PATCH', PATH, both, WITH_ROW)).json.code, '42501');
  await end(iso(NOW + 60_000));
  time.now = NOW + 60_000;
  assert.equal(JSON.parse((await call('GET', `${PATH}&select=ends_at`)).text)[0].ends_at, null);
  assert.equal(JSON.parse((await end(null)).text)[0].ends_at, null);
});

test('if owners do not reply through us, and senders are not recorded, there is nothing to choose', async () => {
  const without = await ownerOf(after);
  const path = PATH.replace(alias.id, without.alias.id);
  for (const [column, value] of [
    ['reply_body', 'refuse'],
    ['known_only', true],
  ] as const) {
    assert.equal((await without.call('GET', `${path}&select=${column}`)).status, 400);
    const change = await without.call('PATCH', path, JSON.stringify({ [column]: value }));
    assert.deepEqual([change.status, change.json.code], [403, '42501']);
  }
  const others = { alias_id: without.alias.id, paused_until: null, ends_at: null };
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
  assert.equal(await kept(), most);
});

test('other values, times without a zone, other forms and other columns are rejected', async () => {
  const others = [
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
  ];
  const ends = [-HOUR, 59_999, 366 * 24 * HOUR + 1].map((ms) => iso(NOW + ms));
  for (const [column, values, code] of [
    ['paused_until', others, '22007'],
    ['ends_at', others, '22007'],
    ['paused_until', [iso(NOW + 48 * HOUR + 1)], '23514'],
    ['ends_at', ends, '23514'],
    ['reply_body', ['Refuse', '', null, true, ['refuse']], '23514'],
    ['known_only', [null, 1, 'true', {}], '23514'],
  ] as const) {
    for (const value of values) {
      const sent = JSON.stringify({ [column]: value });
      const { status, json } = await call('PATCH', PATH, sent);
      assert.deepEqual([status, json.code], [400, code], sent);
    }
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
