import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import type { Ownership } from '#rules/ownership.ts';
import { StoreUnavailable } from '#store/store.ts';
import type { AuthUnderTest } from '#support/auth.ts';
import { type Confirming, confirming, tokenOf } from '#support/confirming.ts';
import { signIn, underProvider } from '#support/with-provider.ts';
import { codeOf } from '#support/signed-in.ts';

const JANE = 'jane@mailbox.test';
const ROW = { real_email: JANE, alias_email: 'alias-1000@a.test' };
const TICKET = 'T'.repeat(43);
const TICKET_HASH = createHash('sha256').update(TICKET).digest('hex');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The time at which the alias of an address was confirmed; null: not yet. */
async function confirmedAt({ store }: AuthUnderTest, email = JANE): Promise<number | null> {
  const [row] = await store.aliasesOf(email);
  return row === undefined ? assert.fail('the alias is missing') : row.state.confirmedAt;
}

/** A stranger's browser requests the email, as the screen does. @returns `ok`, or the error's name */
const ask = async (under: AuthUnderTest, email = JANE): Promise<string> =>
  codeOf(await under.browser().signInWithOtp({ email }));

/** An installation with one unconfirmed alias, and its email. */
async function asked(): Promise<Confirming> {
  const all = await confirming(after);
  await all.under.store.insertAlias(ROW);
  assert.equal(await ask(all.under), 'ok');
  return all;
}

test('an alias is confirmed by the link of the email that names it, and the mail server is notified', async () => {
  const { under, posted, time } = await asked();
  const [letter] = posted;
  assert.ok(letter?.kind === 'confirm');
  assert.equal(letter.alias, ROW.alias_email);
  assert.match(letter.link, /^http:\/\/veilpost\.test\/#confirm=[\w-]{43}$/);
  time.now += HOUR;
  const { data, error } = await under
    .browser()
    .verifyOtp({ type: 'email', token_hash: tokenOf(letter) });
  assert.equal(error, null);
  assert.equal(data.user?.email, JANE);
  assert.equal(await confirmedAt(under), time.now);
  assert.deepEqual(
    under.switched.map(({ alias_email }) => alias_email),
    [ROW.alias_email],
  );
});

test('a session confirms the alias that its own browser made, at its next refresh', async () => {
  const { under, posted } = await confirming(after);
  const client = under.browser('implicit', TICKET);
  await client.signInWithOtp({ email: JANE });
  await client.verifyOtp({ type: 'email', token_hash: tokenOf(posted[0]) });
  await under.store.insertAlias(ROW, { ticket: TICKET_HASH, confirmedAt: null });
  assert.equal((await client.getUser()).error, null);
  assert.equal(await confirmedAt(under), null);
  assert.equal((await client.refreshSession()).error, null);
  assert.notEqual(await confirmedAt(under), null);
});

test('a user cut off after the click, when the link was used up, has the alias, and gets another email within a minute', async (t) => {
  const { under, posted, time } = await asked();
  const { users } = under.facility.store;
  const cut = t.mock.method(users, 'signedIn', async () => {
    throw new StoreUnavailable('The database does not respond.');
  });
  const token_hash = tokenOf(posted[0]);
  const verify = () =>
    under.send('POST', '/auth/v1/verify', JSON.stringify({ type: 'email', token_hash }));
  assert.equal((await verify()).status, 503);
  cut.mock.restore();
  assert.equal((await verify()).json.error_code, 'otp_expired');
  assert.notEqual(await confirmedAt(under), null);
  time.now += 60_000;
  assert.equal(await ask(under), 'ok');
  const client = under.browser();
  const again = { type: 'email', token_hash: tokenOf(posted[1]) } as const;
  assert.equal(codeOf(await client.verifyOtp(again)), 'ok');
});

test('a provider that proves the address confirms the alias that this browser made, without an email, and no other', async () => {
  const ownership: Ownership = { mode: 'confirmed', since: 0 };
  const all = await underProvider(after, { ownership });
  const corp = { real_email: 'jane@corp.test', alias_email: 'alias-1000@a.test' };
  await all.store.insertAlias(corp, { ticket: TICKET_HASH, confirmedAt: null });
  for (const ticket of [undefined, TICKET]) {
    const { client, end } = await signIn(all, 'pkce', ticket);
    assert.equal(await confirmedAt(all, corp.real_email), null);
    const { error } = await client.exchangeCodeForSession(end.searchParams.get('code') ?? '');
    assert.equal(error, null);
    assert.equal((await confirmedAt(all, corp.real_email)) !== null, ticket === TICKET);
  }
  assert.deepEqual(all.letters.sent, []);
});

test('after ‘I did not ask for this’ the stranger does not get another email, as with a used-up budget', async () => {
  const { under, posted, time } = await asked();
  const body = JSON.stringify({ token_hash: tokenOf(posted[0]) });
  assert.equal((await under.send('POST', '/functions/v1/not-me', body)).status, 200);
  assert.deepEqual(await under.store.aliasesOf(JANE), []);
  await under.store.insertAlias({ ...ROW, alias_email: 'alias-1001@a.test' });
  for (const days of [0, 1, 178]) {
    time.now += days * DAY;
    const otp = JSON.stringify({ email: JANE, create_user: true });
    const { status, headers, json } = await under.send('POST', '/auth/v1/otp', otp);
    assert.deepEqual([status, json.error_code], [429, 'over_email_send_rate_limit']);
    assert.ok(Number(headers.get('retry-after')) > 60);
  }
  assert.equal(posted.length, 1);
});
