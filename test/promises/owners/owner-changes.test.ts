import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { AuthUnderTest } from '#support/auth.ts';
import { type Confirming, confirming, tokenOf, typedCode } from '#support/confirming.ts';
import { allRows } from '#support/rows.ts';
import { codeOf, signedIn } from '#support/signed-in.ts';

const JANE = 'jane@mailbox.test';
const NEW = 'jane@new.test';
const ROW = { real_email: JANE, alias_email: 'alias-1000@a.test' };
const MINUTE = 60_000;

type Client = ReturnType<AuthUnderTest['browser']>;

/** A person with a confirmed alias. */
async function owner({ under, posted, time }: Confirming, row = ROW): Promise<Client> {
  await under.store.insertAlias(row);
  const client = under.browser();
  assert.equal(codeOf(await client.signInWithOtp({ email: row.real_email })), 'ok');
  const token_hash = tokenOf(posted.findLast(({ to }) => to === row.real_email));
  assert.equal(codeOf(await client.verifyOtp({ type: 'email', token_hash })), 'ok');
  time.now += MINUTE;
  return client;
}

/** Presses the link to the old address, and types the code to the new one. @returns the answer to the latter */
async function agree({ posted }: Confirming, client: Client, email = NEW): Promise<string> {
  const half = await client.verifyOtp({
    type: 'email_change',
    token_hash: tokenOf(posted.findLast(({ to }) => to === JANE)),
  });
  assert.equal(codeOf(half), 'ok');
  const token = typedCode(posted.findLast(({ to }) => to === email));
  return codeOf(await client.verifyOtp({ type: 'email_change', email, token }));
}

const told = ({ under }: Confirming, email: string) => under.store.aliasesOf(email);

test('an address change moves the alias once both emails were used, not before, and the mail server is notified', async () => {
  const all = await confirming(after);
  const client = await owner(all);
  assert.equal(codeOf(await client.updateUser({ email: NEW })), 'ok');
  assert.equal((await told(all, JANE)).length, 1);
  all.under.switched.length = 0;
  assert.equal(await agree(all, client), 'ok');
  assert.deepEqual(await told(all, JANE), []);
  const [row] = await told(all, NEW);
  assert.equal(row?.alias.alias_email, ROW.alias_email);
  assert.notEqual(row.state.confirmedAt, null);
  assert.deepEqual(
    all.under.switched.map(({ alias_email }) => alias_email),
    [ROW.alias_email],
  );
  assert.equal((await client.getUser()).data.user?.email, NEW);
});

test('after an address change the earlier address is not kept anywhere, and the identity has the new one', async () => {
  const all = await confirming(after);
  const client = await owner(all);
  assert.equal(codeOf(await client.updateUser({ email: NEW })), 'ok');
  assert.equal(await agree(all, client), 'ok');
  const { data } = await client.getUserIdentities();
  assert.deepEqual(
    data?.identities.map(({ identity_data }) => identity_data?.email),
    [NEW],
  );
  assert.deepEqual(
    (await allRows(all.database)).filter((text) => text.includes(JANE)),
    [],
  );
});

test('a new address with a confirmed alias, or a user, is rejected, at once and after the emails', async () => {
  const all = await confirming(after);
  const client = await owner(all);
  assert.equal(codeOf(await client.updateUser({ email: NEW })), 'ok');
  // Meanwhile another person has an alias there, and proves the address.
  await all.under.store.insertAlias({ real_email: NEW, alias_email: 'alias-1001@a.test' });
  await signedIn(all.under, NEW);
  const letters = all.posted.filter(({ kind }) => kind.startsWith('email_change'));
  assert.equal(await agree({ ...all, posted: letters }, client), 'email_exists');
  assert.equal((await told(all, JANE))[0]?.alias.alias_email, ROW.alias_email);
  assert.equal((await told(all, NEW))[0]?.alias.alias_email, 'alias-1001@a.test');
  assert.equal((await client.getUser()).data.user?.email, JANE);
  all.time.now += MINUTE;
  const { error } = await client.updateUser({ email: NEW });
  assert.deepEqual([error?.code, error?.status], ['email_exists', 422]);
});

test('an unconfirmed alias of the new address is deleted, with its unconfirmed user, and the confirmed one moves', async () => {
  const all = await confirming(after);
  const client = await owner(all);
  await all.under.store.insertAlias({ real_email: NEW, alias_email: 'alias-1001@a.test' });
  await all.under.browser().signInWithOtp({ email: NEW });
  all.time.now += 86_400_000;
  await client.refreshSession();
  assert.equal(codeOf(await client.updateUser({ email: NEW })), 'ok');
  assert.equal(await agree(all, client), 'ok');
  const rows = await told(all, NEW);
  assert.deepEqual(
    rows.map(({ alias }) => alias.alias_email),
    [ROW.alias_email],
  );
  assert.equal(await all.under.store.isRetired('alias-1001@a.test'), false, 'it carried no mail');
});

test('‘delete everything’ leaves no row of the person in any table, and the name is never given again', async () => {
  const all = await confirming(after);
  const client = await owner(all);
  const { under } = all;
  const { data } = await client.getSession();
  const authorization = `Bearer ${data.session?.access_token}`;
  const userId = data.session?.user.id ?? '';
  const [row] = await told(all, JANE);
  const aliasId = row?.alias.id ?? '';
  await client.mfa.enroll({ factorType: 'totp' });
  await client.updateUser({ data: { name: 'Jane' } });
  await under.browser().signInWithOtp({ email: JANE });
  // The embedded database may store an id as octets; both give text here.
  const traces = [JANE, 'jane', 'Jane', ROW.alias_email, userId, aliasId];
  assert.ok((await allRows(all.database)).some((text) => text.includes(userId)));
  const answer = await under.send('DELETE', '/auth/v1/user', undefined, { authorization });
  assert.equal(answer.status, 204);
  assert.deepEqual(await told(all, JANE), []);
  assert.equal(await under.store.aliasById(aliasId), undefined);
  assert.ok(await under.store.isRetired(ROW.alias_email));
  assert.deepEqual(
    under.switched.at(-1)?.alias_email,
    ROW.alias_email,
    'the mail server is notified',
  );
  const left = (await allRows(all.database)).filter((text) =>
    traces.some((one) => text.includes(one)),
  );
  assert.deepEqual(
    left.map((text) => text.slice(0, text.indexOf(' '))),
    ['retired_names'],
  );
  const again = await under.store.insertAlias({ ...ROW, real_email: 'ann@mailbox.test' });
  assert.deepEqual(again, { kind: 'taken', column: 'alias_email' });
  assert.doesNotMatch(JSON.stringify(under.logged), /jane|alias-1000/);
  assert.equal((await client.getUser()).error?.name, 'AuthSessionMissingError');
});

test('an alias that another tab makes during ‘delete everything’ is deleted with the person', async () => {
  const all = await confirming(after);
  const client = await owner(all);
  const { under } = all;
  const authorization = `Bearer ${(await client.getSession()).data.session?.access_token}`;
  const row = JSON.stringify({ ...ROW, alias_email: 'alias-3000@a.test' });
  const [gone] = await Promise.all([
    under.send('DELETE', '/auth/v1/user', undefined, { authorization }),
    under.send('POST', '/rest/v1/aliases', row, { authorization }),
  ]);
  assert.equal(gone.status, 204);
  assert.deepEqual(await told(all, JANE), []);
});

test('a second factor, if there is one, is required before everything is deleted', async () => {
  const all = await confirming(after);
  const client = await owner(all);
  const { under } = all;
  const { data } = await client.getSession();
  const userId = data.session?.user.id ?? '';
  const enrolled = await client.mfa.enroll({ factorType: 'totp' });
  await under.store.auth.factors.accept(enrolled.data?.id ?? '', 1, null);
  const authorization = `Bearer ${data.session?.access_token}`;
  const { status, json } = await under.send('DELETE', '/auth/v1/user', undefined, {
    authorization,
  });
  assert.deepEqual([status, json.error_code], [403, 'insufficient_aal']);
  assert.equal((await told(all, JANE)).length, 1);
  assert.ok(await under.store.auth.users.byId(userId));
});
