import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SenderNames } from '#mail/senders/sender-names.ts';
import type { Send } from '#support/api.ts';
import { authUnderTest } from '#support/auth.ts';
import {
  JANE,
  newToken,
  type Owner,
  ownerOf,
  ownersReplies,
  SECRET,
  severalAliases,
  withSecondFactor,
} from '#support/owner.ts';
import { signedIn } from '#support/signed-in.ts';

const DAY = 86_400_000;
const TODAY = Date.UTC(2026, 10, 22);
const UNKNOWN = '11111111-1111-4111-8111-111111111111';

const history = (id: string) => `/functions/v1/history?alias_id=${id}`;
const MY_DATA = '/functions/v1/my-data';
const NEW_LINK = '/functions/v1/new-switch-off-link';

const refused = {
  at: TODAY + 1,
  kind: 'refused',
  domain: 'shop.test',
  reason: 'mailbox_full',
  code: 552,
  host: 'mx.mailbox.test',
};
const paused = {
  at: TODAY + 2,
  kind: 'paused',
  domain: '',
  reason: 'paused',
  code: null,
  host: null,
};

/** A user with a session, an anonymous one, and a caller without a session. */
async function others({ under }: Owner): Promise<Record<string, string>[]> {
  const eve = await newToken(under, 'eve@mailbox.test');
  return [{ authorization: `Bearer ${eve}` }, { 'x-alias-ticket': 'T'.repeat(43) }, {}];
}

test('an owner reads the history of an alias: the failed messages, the number of delivered ones, and the last of them', async () => {
  const asked: string[] = [];
  const gathered = { day: TODAY - DAY, delivered: 3 };
  const owner = await ownerOf(after, {
    api: {
      async writeHistory() {
        await owner.under.store.history.addDelivered([{ aliasId: owner.alias.id, ...gathered }]);
        gathered.delivered = 0;
      },
      lastArrivals(id) {
        asked.push(id);
        return [{ at: TODAY + 3, domain: 'news.test' }];
      },
    },
  });
  const { under, alias, call } = owner;
  const aliasId = alias.id;
  await under.store.history.add([
    { aliasId, ...refused },
    { aliasId, ...paused },
  ]);
  await under.store.history.addDelivered([{ aliasId, day: TODAY - DAY, delivered: 4 }]);
  const { status, json } = await call('GET', history(alias.id));
  assert.deepEqual(
    [status, json],
    [
      200,
      {
        events: [
          { ...paused, at: '2026-11-22T00:00:00.002Z' },
          { ...refused, at: '2026-11-22T00:00:00.001Z' },
        ],
        days: [{ day: '2026-11-21', delivered: 7 }],
        last: [{ at: '2026-11-22T00:00:00.003Z', domain: 'news.test' }],
      },
    ],
  );
  assert.equal((await call('GET', history(alias.id.toUpperCase()))).status, 200);
  assert.deepEqual(asked, [alias.id, alias.id]);
});

/** Each call that names an alias. */
const callsOn = (alias_id: unknown) =>
  [
    ['GET', history(String(alias_id))],
    ['POST', NEW_LINK, { alias_id }],
    ['POST', '/functions/v1/reply-address', { alias_id, email: 'bob@example.org' }],
    ['GET', `/functions/v1/senders?alias_id=${String(alias_id)}`],
    ['POST', '/functions/v1/senders', { alias_id, sender: 'x', rule: 'let' }],
  ] as const;

test('no other caller learns that an alias exists, and an unconfirmed one has no owner', async () => {
  const senderNames = new SenderNames([SECRET]);
  const owner = await ownerOf(after, { api: { replies: ownersReplies(), senderNames } });
  const { under, alias, call } = owner;
  const answers = new Set<string>();
  const noted = async ([method, path, body]: ReturnType<typeof callsOn>[number], send: Send) => {
    const { status, text } = await send(method, path, body && JSON.stringify(body));
    answers.add(`${status} ${text}`);
  };
  for (const headers of await others(owner)) {
    const send: Send = (method, path, body) => under.send(method, path, body, headers);
    for (const id of [alias.id, UNKNOWN, 'x', '', `${alias.id}'--`]) {
      for (const one of callsOn(id)) await noted(one, send);
    }
  }
  await under.store.owners.forget(JANE, 1, 0);
  const again = { real_email: JANE, alias_email: 'alias-1001@a.test' };
  const made = await under.store.insertAlias(again);
  assert.ok(made.kind === 'created');
  for (const id of [made.alias.id, UNKNOWN, 7, null, 'x\0', {}]) {
    for (const one of callsOn(id)) await noted(one, call);
  }
  const [only, ...more] = answers;
  assert.deepEqual(more, []);
  assert.match(only ?? '', /^404 .*"not_found"/);
});

test('with a second factor only a session that has shown it downloads everything, makes a key and deletes an alias', async () => {
  const owner = await severalAliases(after);
  const { raised, below } = await withSecondFactor(owner);
  for (const [method, path, body] of [
    ['GET', MY_DATA],
    ['POST', '/functions/v1/api-keys', '{"name":"x","scope":"create"}'],
    ['DELETE', `/rest/v1/aliases?id=eq.${owner.alias.id}`],
  ] as const) {
    const asked = (token: string) =>
      owner.call(method, path, body, { authorization: `Bearer ${token}` });
    const { status, json } = await asked(below);
    assert.deepEqual([status, json.code], [403, 'insufficient_aal'], path);
    assert.deepEqual(Object.keys(json), ['code', 'message', 'details', 'hint']);
    assert.ok((await asked(raised)).status < 300, path);
  }
});

test('a signed-in person downloads every row of theirs, and no row of another person', async () => {
  const owner = await ownerOf(after);
  const { under, alias, call, visitor } = owner;
  await signedIn(under, 'eve@mailbox.test');
  const eves = { real_email: 'eve@mailbox.test', alias_email: 'alias-1001@a.test' };
  await under.store.insertAlias(eves);
  await under.store.history.add([{ aliasId: alias.id, ...refused }]);
  await (await visitor()).client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
  const { status, json, headers, text } = await call('GET', MY_DATA);
  assert.equal(status, 200);
  assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="[\w.-]+\.json"$/);
  const shape = Object.entries(json).map(
    ([key, rows]) => `${key} ${Array.isArray(rows) ? rows.length : typeof rows}`,
  );
  assert.deepEqual(shape, [
    'user object',
    'identities 1',
    'sessions 1',
    'factors 1',
    'passkeys 0',
    'aliases 1',
    'alias_states 1',
    'history 1',
    'complaints 1',
    'senders 1',
  ]);
  assert.deepEqual(json.aliases, [alias]);
  assert.match(text, /"mailbox_full"/);
  assert.doesNotMatch(text, /eve@|alias-1001/);
});

test('a download has the alias of an earlier spelling of the address; an anonymous person has none', async () => {
  const under = await authUnderTest(after);
  const row = { real_email: 'jane@exämple.test', alias_email: 'alias-1000@a.test' };
  await under.store.insertAlias(row);
  const download = async (token: string) =>
    (await under.send('GET', MY_DATA, undefined, { authorization: `Bearer ${token}` })).json;
  const jane = await newToken(under, 'jane@xn--exmple-cua.test');
  const [alias] = (await under.store.aliasesOf(row.real_email)).map((one) => one.alias);
  assert.deepEqual((await download(jane)).aliases, [alias]);
  const { accounts } = under.facility;
  const user = await accounts.make(null, {}, null);
  const nobody = await accounts.signIn(user?.id ?? '', 'anonymous', false);
  assert.deepEqual((await download(nobody?.accessToken ?? '')).aliases, []);
});

test('without a session there is no download; a person without an alias gets the rest', async () => {
  const owner = await ownerOf(after);
  const [eve, ...nobody] = await others(owner);
  const { status, json } = await owner.under.send('GET', MY_DATA, undefined, eve);
  assert.deepEqual([status, json.aliases, json.history], [200, [], []]);
  for (const headers of nobody) {
    const answer = await owner.under.send('GET', MY_DATA, undefined, headers);
    assert.deepEqual([answer.status, answer.json.code], [404, 'not_found']);
  }
});

test('an owner requests a new switch-off link, and the mail engine is notified', async () => {
  const { under, alias, call } = await ownerOf(after);
  const epoch = async () => (await under.store.aliasById(alias.id))?.state.linkEpoch;
  const body = JSON.stringify({ alias_id: alias.id });
  for (const none of ['{}', '[]']) {
    assert.equal((await call('POST', NEW_LINK, none)).status, 404);
  }
  assert.equal((await call('POST', NEW_LINK, 'x'.repeat(513))).status, 413);
  assert.equal(await epoch(), 0);
  const { status, text } = await call('POST', NEW_LINK, body);
  assert.deepEqual([status, text, await epoch()], [200, '{}', 1]);
  assert.deepEqual(under.switched, [alias], 'the mail engine writes the new link from now on');
});
