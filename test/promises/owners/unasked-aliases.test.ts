/** What a stranger makes for the address of a person who has a session. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { receiveVerdict } from '#rules/ownership.ts';
import { ANON_KEY } from '#support/api.ts';
import type { AuthUnderTest } from '#support/auth.ts';
import { type Confirming, confirming, tokenOf, typedCode } from '#support/confirming.ts';
import { forwarding } from '#support/forwarding.ts';
import { orders } from '#support/orders.ts';
import { rounds } from '#support/seeded-random.ts';
import { codeOf, signedIn } from '#support/signed-in.ts';

const JANE = 'jane@mailbox.test';
const DAY = 86_400_000;
const WITH_ROW = { prefer: 'return=representation' };
const UNCONFIRMED = '/rest/v1/unconfirmed_aliases';

const ticketOf = (browser: string) => browser.padStart(43, 't');

/** Jane's browser: its calls carry its session and its ticket. */
async function janesBrowser({ under }: Confirming, ticket = ticketOf('jane')) {
  const { client } = await signedIn({ ...under, browser: () => under.browser('implicit', ticket) });
  const headers = async () => ({
    authorization: `Bearer ${(await client.getSession()).data.session?.access_token ?? ANON_KEY}`,
    'x-alias-ticket': ticket,
    'x-real-email': JANE,
    ...WITH_ROW,
  });
  const call = async (method: string, path: string, body?: object) =>
    under.send(method, path, body && JSON.stringify(body), await headers());
  return {
    call,
    refresh: async () => assert.equal((await client.refreshSession()).error, null),
    make: (name: string) => make(under, name, headers()),
    lookUp: async (): Promise<unknown> =>
      JSON.parse(
        (await call('GET', `/rest/v1/aliases?select=*&real_email=eq.${JANE}&order=created_at.desc`))
          .text,
      ),
    waiting: async (): Promise<{ alias_id: string; alias_email: string; made_here: boolean }[]> =>
      JSON.parse((await call('GET', UNCONFIRMED)).text),
  };
}

async function make(
  under: AuthUnderTest,
  alias_email: string,
  headers: Record<string, string> | Promise<Record<string, string>>,
) {
  const row = JSON.stringify({ real_email: JANE, alias_email, active: true });
  return under.send('POST', '/rest/v1/aliases', row, await headers);
}

const byStranger = (under: AuthUnderTest, name: string, browser = 'stranger') =>
  make(under, name, { 'x-alias-ticket': ticketOf(browser) });

const rowOf = async ({ store }: AuthUnderTest) => (await store.aliasesOf(JANE))[0];

/** The actions of a stranger and of a person with a session, and her emails. */
type Step = 'a stranger makes one' | 'a letter leaves' | 'link' | 'code' | 'it is deleted';

for (const use of ['link', 'code'] as const) {
  test(`no alias that a stranger made is forwarded before an email’s ${use} has named it, in any order of creation, email, use, deletion and refresh`, async () => {
    const all = await confirming(after);
    const { under, posted, time, settled } = all;
    const ownership = { mode: 'confirmed', since: time.now } as const;
    const jane = await janesBrowser(all);
    let number = 1000;
    let agreedTo = 0;
    const steps: Step[] = [
      'a stranger makes one',
      'a letter leaves',
      use,
      'it is deleted',
      'a stranger makes one',
    ];
    // An email that was not sent is not used.
    const possible = orders(steps).filter(
      (order) => order.indexOf(use) > order.indexOf('a letter leaves'),
    );
    const different = new Map(possible.map((order) => [order.join(), order]));
    for (const [name, order] of different) {
      await under.store.owners.forget(JANE, time.now, 0);
      posted.length = 0;
      // A name that is free again is given again: the alias is another one.
      const alias_email = `alias-${number++}@a.test`;
      /** The ids of the aliases that emails named, by email, and of those that were agreed to. */
      const named = new Map<unknown, string | undefined>();
      const agreed = new Set<string | undefined>();
      for (const step of order) {
        const letter = posted.at(-1);
        switch (step) {
          case 'a stranger makes one':
            await byStranger(under, alias_email);
            break;
          case 'a letter leaves':
            // The budget of the address, and the lifetime of a code.
            time.now += DAY;
            await jane.refresh();
            assert.equal(codeOf(await under.browser().signInWithOtp({ email: JANE })), 'ok', name);
            await settled();
            named.set(posted.at(-1), (await rowOf(under))?.alias.id);
            break;
          case 'link':
          case 'code': {
            const by =
              step === 'link'
                ? { token_hash: tokenOf(letter) }
                : { email: JANE, token: typedCode(letter) };
            const { error } = await under.browser().verifyOtp({ type: 'email', ...by });
            if (error === null && letter?.kind === 'confirm') agreed.add(named.get(letter));
            if (letter?.kind === 'magiclink') assert.equal(error, null, 'it signs in');
            break;
          }
          case 'it is deleted':
            await under.store.owners.deleteUnconfirmed(JANE, time.now, 0);
        }
        await jane.refresh();
        const row = await rowOf(under);
        if (row === undefined) continue;
        const verdict = receiveVerdict(ownership, row.alias, row.state, time.now);
        const isAgreed = agreed.has(row.alias.id);
        assert.equal(verdict, isAgreed ? 'forward' : 'later', `${name}: after ${step}`);
        if (isAgreed) agreedTo += 1;
      }
    }
    assert.ok(agreedTo > 0, 'the letter that names it does confirm');
  });
}

test('while a stranger with 50 browsers makes aliases for a person with a session, her own is made at the first press, and no message is forwarded that she did not request', async (t) => {
  const space = { domains: ['alias.test'], numbers: { first: 1000, last: 9999 } };
  const all = await confirming(after, 2, { space });
  const { under, nodes, database, time } = all;
  const [, second = under] = nodes;
  const engine = await forwarding(t, {
    database,
    ownership: { mode: 'confirmed', since: time.now },
  });
  const mailTo = async (alias: string) =>
    (await engine.client()).sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${alias}>`);
  const jane = await janesBrowser(all);
  let number = 2000;
  const next = () => `alias-${number++}@alias.test`;
  for (let round = 0; round < rounds(2); round += 1) {
    const unasked = next();
    assert.equal((await byStranger(under, unasked)).status, 201);
    await jane.refresh();
    assert.match(await mailTo(unasked), /^450 4\.2\.1 /);
    // Half of the rounds begin with a free address.
    if (round % 2 === 0) await under.store.owners.deleteUnconfirmed(JANE, time.now, 0);
    const own = next();
    const [pressed] = await Promise.all([
      jane.make(own),
      ...Array.from({ length: 50 }, (_, i) =>
        byStranger(i % 2 === 0 ? under : second, next(), `stranger ${i}`),
      ),
    ]);
    assert.equal(pressed.status, 201, pressed.text);
    await jane.refresh();
    const rows = await under.store.aliasesOf(JANE);
    const names = rows.map(({ alias }) => alias.alias_email);
    assert.deepEqual(names, [own], 'those of the strangers are gone');
    assert.match(await mailTo(own), /^250 /);
    assert.match(await mailTo(unasked), /^550 /);
    assert.equal((await byStranger(under, next())).status, 409);
    const gone = await jane.call('DELETE', `/rest/v1/aliases?id=eq.${rows[0]?.alias.id}`);
    assert.equal(JSON.parse(gone.text).length, 1);
  }
});

test('the owner’s own alias replaces a stranger’s, whose name is free again; it never replaces a confirmed one', async () => {
  const all = await confirming(after);
  const { under, time } = all;
  const jane = await janesBrowser(all);
  await byStranger(under, 'alias-1000@a.test');
  const stranger = await rowOf(under);
  const taken = { real_email: 'ann@mailbox.test', alias_email: 'alias-1001@a.test' };
  await under.store.insertAlias(taken);
  const refused = await jane.make(taken.alias_email);
  assert.deepEqual([refused.status, refused.json.code], [409, '23505']);
  assert.match(refused.text, /alias_email/, 'another name would do');
  assert.deepEqual(await rowOf(under), stranger, 'and nothing has changed');
  const made = await jane.make('alias-1002@a.test');
  assert.equal(made.status, 201);
  assert.equal((await rowOf(under))?.state.confirmedAt, time.now);
  assert.equal(await under.store.isRetired('alias-1000@a.test'), false);
  const again = { real_email: 'joe@mailbox.test', alias_email: 'alias-1000@a.test' };
  assert.equal((await under.store.insertAlias(again)).kind, 'created');
  const switched = under.switched.map(({ alias_email }) => alias_email);
  assert.deepEqual(switched, ['alias-1000@a.test'], 'the mail engine is notified');
  const third = await jane.make('alias-1003@a.test');
  assert.match(third.text, /real_email/, 'the free plan');
});

test('an alias from before addresses were confirmed may be in use: it keeps its row and its name, until its owner keeps or deletes it', async () => {
  const all = await confirming(after);
  const { under, time } = all;
  await byStranger(under, 'alias-1000@a.test');
  time.now += DAY;
  const later = await all.nodeOf({ mode: 'confirmed', since: time.now });
  const jane = await janesBrowser({ ...all, under: later });
  assert.equal(JSON.stringify(await jane.lookUp()).includes('alias-1000@a.test'), true);
  assert.match((await jane.make('alias-1001@a.test')).text, /real_email/);
  const [row] = await jane.waiting();
  assert.deepEqual([row?.alias_email, row?.made_here], ['alias-1000@a.test', false]);
  await jane.call('DELETE', `${UNCONFIRMED}?alias_id=eq.${row?.alias_id}`);
  assert.equal(await under.store.isRetired('alias-1000@a.test'), true);
  assert.equal((await jane.make('alias-1001@a.test')).status, 201);
});

test('an owner sees what someone has made for the address, and keeps or deletes it', async () => {
  const all = await confirming(after);
  const { under, time } = all;
  const jane = await janesBrowser(all);
  for (const press of ['Delete it', 'Keep it'] as const) {
    assert.equal((await byStranger(under, 'alias-1000@a.test')).status, 201);
    assert.deepEqual(await jane.lookUp(), [], 'it does not keep her from an alias');
    const [row, more] = await jane.waiting();
    const id = row?.alias_id ?? '';
    const { created_at } = (await rowOf(under))?.alias ?? assert.fail();
    const expected = { alias_id: id, alias_email: 'alias-1000@a.test', created_at };
    assert.deepEqual([row, more], [{ ...expected, made_here: false }, undefined]);
    const path = `${UNCONFIRMED}?alias_id=eq.${id}`;
    for (const body of [{ kept: false }, { kept: 1 }, {}, { kept: true, active: false }]) {
      assert.equal((await jane.call('PATCH', path, body)).status, 403);
    }
    const pressed =
      press === 'Keep it'
        ? await jane.call('PATCH', path, { kept: true })
        : await jane.call('DELETE', path);
    assert.deepEqual([pressed.status, JSON.parse(pressed.text)], [200, [expected]]);
    assert.deepEqual(await jane.waiting(), []);
    const state = (await rowOf(under))?.state;
    assert.equal(state?.confirmedAt, press === 'Keep it' ? time.now : undefined);
    const again = await jane.call('PATCH', path, { kept: true });
    assert.equal(again.text, '[]', 'once');
  }
});
