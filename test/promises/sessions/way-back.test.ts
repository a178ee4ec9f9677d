/** Someone who read a mailbox for a minute has moved the account away: one press in the notice to the earlier address takes it back. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { createLetterStops } from '#auth/letters/letter-stops.ts';
import { deriveAuthKeys } from '#auth/tokens/keys.ts';
import type { Letter } from '#rules/letter.ts';
import { factor } from '#store/sessions/auth-rows.fixture.ts';
import { pressed as pressedIn } from '#support/auth.ts';
import {
  agree,
  type Confirming,
  confirming,
  SECRETS,
  tokenOf,
  typedCode,
} from '#support/confirming.ts';
import { codeOf, signedIn, type Visitor } from '#support/signed-in.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const JANE = 'jane@home.test';
const THIEF = 's@evil.test';
const ALIAS = 'alias-1000@a.test';

const insertConfirmed = ({ store }: Confirming['under'], alias_email: string) =>
  store.insertAlias({ real_email: JANE, alias_email }, { confirmedAt: 1, ticket: null });

/** Jane with a confirmed alias; a session of hers, begun by the reader of her mailbox. */
async function jane() {
  const all = await confirming(after);
  const { under } = all;
  await insertConfirmed(under, ALIAS);
  const { userId } = await signedIn(under, JANE);
  const thief = await signedIn(under, JANE);
  return { ...all, userId, thief };
}

type Stolen = Awaited<ReturnType<typeof jane>>;

const lastTo = ({ posted }: Confirming, address: string, kind?: Letter['kind']) =>
  posted.findLast(
    (letter) => letter.to === address && (kind === undefined || letter.kind === kind),
  );

/**
 * The account has another address, to which both emails confirmed the change.
 * @param asked called once both have left @returns the token in the notice to the earlier address
 */
async function moved(
  all: Stolen,
  client: Visitor['client'],
  from: string,
  to: string,
  asked = async () => {},
) {
  assert.equal(codeOf(await client.updateUser({ email: to })), 'ok');
  await asked();
  assert.equal(await agree(all, client, from, to), 'ok');
  await all.settled();
  return tokenOf(lastTo(all, from, 'way_back'));
}

/** A press of the button on the page of the link. */
const pressed = ({ under }: Stolen, token: string) =>
  pressedIn(under, token, { type: 'way_back', redirect_to: '' });

/** The address of the account, and that of its alias. */
async function places({ under, userId }: Stolen) {
  const rows = [...(await under.store.aliasesOf(JANE)), ...(await under.store.aliasesOf(THIEF))];
  return [
    (await under.facility.store.users.byId(userId))?.email,
    rows.find(({ alias }) => alias.alias_email === ALIAS)?.alias.real_email,
  ];
}

const passkey = (userId: string, createdAt: number) => ({
  id: randomUUID(),
  userId,
  credential: randomUUID(),
  publicKey: 'key',
  counter: 0,
  name: null,
  createdAt,
  lastUsedAt: null,
});

test('one press gives account and alias back, ends all sessions, and removes recent additions', async () => {
  const all = await jane();
  const { under, thief, userId, time, posted } = all;
  const { passkeys, factors, sessions } = under.facility.store;
  const registered = async (one: ReturnType<typeof passkey>) => {
    const [session] = await sessions.of(userId);
    assert.equal(await passkeys.insert(one, session?.id ?? ''), 'made');
  };
  const [old, fresh] = [passkey(userId, time.now - 8 * DAY), passkey(userId, time.now)];
  for (const one of [old, fresh]) await registered(one);
  const cookie = under.facility.browsers.cookieOf(JANE);
  const link = await moved(all, thief.client, JANE, THIEF);
  const later = passkey(userId, time.now + MINUTE);
  await registered(later);
  await factors.insert(factor(userId, { createdAt: time.now + MINUTE }));
  for (let n = 0; n < 3; n++) {
    const page = await under.api.request(`/auth/v1/verify?type=way_back&token=${link}`);
    assert.match(await page.text(), /<button>This was not me<\/button>/);
  }
  assert.deepEqual(await places(all), [THIEF, THIEF], 'opening the page does nothing');
  const answer = await pressed(all, link);
  assert.deepEqual([answer.status, answer.headers.get('location')], [200, null]);
  assert.match(await answer.text(), /Done\./);
  assert.deepEqual(await places(all), [JANE, JANE]);
  assert.equal(codeOf(await thief.client.getUser()), 'AuthSessionMissingError');
  assert.deepEqual(
    (await passkeys.of(userId)).map(({ id }) => id),
    [old.id],
    'the one that was there for a week',
  );
  assert.deepEqual(await factors.of(userId), []);
  assert.ok(
    !(await under.facility.browsers.knows(cookie, JANE)),
    'nor does the thief’s cookie hold',
  );
  await all.settled();
  assert.deepEqual(
    posted.slice(-1).map(({ kind, to }) => [kind, to]),
    [['address-taken-back', THIEF]],
  );
  assert.equal((await pressed(all, link)).status, 403, 'the link is used up');
});

test('the way back works for seven days, by its token alone as well, and then the address is forgotten', async () => {
  const all = await jane();
  const body = JSON.stringify({ token_hash: await moved(all, all.thief.client, JANE, THIEF) });
  all.time.now += 7 * DAY - 1;
  assert.equal((await all.under.send('POST', '/functions/v1/not-me', body)).status, 200);
  assert.deepEqual(await places(all), [JANE, JANE]);
  const late = await jane();
  const link = await moved(late, late.thief.client, JANE, THIEF);
  late.time.now += 7 * DAY;
  assert.equal((await pressed(late, link)).status, 403);
  assert.deepEqual(await places(late), [THIEF, THIEF]);
  const { store } = late.under.facility;
  await store.sweep(late.time.now);
  assert.equal(await store.oneTime.find(late.userId, 'not_me_old'), undefined);
});

test('a second change of the thief does not prevent the way back, and Jane’s press ends the thief’s own', async () => {
  const all = await jane();
  const first = await moved(all, all.thief.client, JANE, 'first@evil.test');
  all.time.now += MINUTE;
  const second = await moved(all, all.thief.client, 'first@evil.test', THIEF);
  assert.notEqual(second, '');
  assert.equal((await pressed(all, first)).status, 200);
  assert.deepEqual(await places(all), [JANE, JANE]);
  assert.equal((await pressed(all, second)).status, 403);
  assert.deepEqual(await places(all), [JANE, JANE]);
});

test('a sign-in of the thief that is under way when Jane presses the button begins no session', async (t) => {
  const all = await jane();
  const link = await moved(all, all.thief.client, JANE, THIEF);
  const other = all.under.browser();
  assert.equal(codeOf(await other.signInWithOtp({ email: THIEF })), 'ok');
  await all.settled();
  const token = typedCode(lastTo(all, THIEF));
  const { users, sessions } = all.under.store.auth;
  const signedInAs = users.signedIn.bind(users);
  t.mock.method(users, 'signedIn', async (...by: Parameters<typeof users.signedIn>) => {
    assert.equal((await pressed(all, link)).status, 200);
    return signedInAs(...by);
  });
  const typed = await other.verifyOtp({ type: 'email', email: THIEF, token });
  assert.equal(codeOf(typed), 'otp_expired');
  assert.deepEqual(await sessions.of(all.userId), []);
});

test('a report about a letter, which the thief has sent, does not keep the notice from Jane', async () => {
  const all = await jane();
  const keys = deriveAuthKeys(SECRETS).address;
  const store = all.under.facility.store.letterBudget;
  const stops = createLetterStops({ store, keys, now: () => all.time.now });
  const bounce = () => stops.returned(stops.reportName(JANE));
  const link = await moved(all, all.thief.client, JANE, THIEF, bounce);
  assert.equal((await pressed(all, link)).status, 200);
  assert.deepEqual(await places(all), [JANE, JANE]);
});

test('a notice that her server has deferred ends the thief’s own way as well, and works for seven days from the change', async () => {
  const all = await jane();
  const { under, userId, time, posted } = all;
  const { oneTime } = under.facility.store;
  await moved(all, all.thief.client, JANE, 'first@evil.test');
  time.now += MINUTE;
  const second = await moved(all, all.thief.client, 'first@evil.test', THIEF);
  const until = (await oneTime.find(userId, 'not_me_old'))?.linkUntil;
  time.now += 5 * MINUTE;
  posted.length = 0;
  await oneTime.retryAt((await oneTime.find(userId, 'not_me_old'))?.link ?? '', time.now);
  await under.facility.letters.sendAgain();
  const first = tokenOf(lastTo(all, JANE, 'way_back'));
  assert.equal((await oneTime.find(userId, 'not_me_old'))?.linkUntil, until);
  assert.equal((await pressed(all, first)).status, 200);
  assert.deepEqual(await places(all), [JANE, JANE]);
  assert.equal((await pressed(all, second)).status, 403);
  assert.deepEqual(await places(all), [JANE, JANE]);
});

test('a change with a second factor cannot be undone; a factor of this week does not count', async () => {
  for (const [age, kind] of [
    [7 * DAY, 'address-changed'],
    [7 * DAY - MINUTE, 'way_back'],
  ] as const) {
    const all = await jane();
    const { under, userId, thief, time, posted } = all;
    const { factors, sessions } = under.facility.store;
    const row = { type: 'totp', verified: true, createdAt: time.now - age } as const;
    await factors.insert(factor(userId, row));
    for (const { id } of await sessions.of(userId)) {
      await sessions.setMethods(id, { aal: 2, amr: '[]' }, time.now);
    }
    under.facility.sessions.changed();
    await moved(all, thief.client, JANE, THIEF);
    assert.equal(posted.findLast(({ to }) => to === JANE)?.kind, kind);
  }
});

test('Jane has signed in at her address meanwhile: that account is replaced; one with an alias is not, and nothing changes', async (t) => {
  const all = await jane();
  const { under } = all;
  const link = await moved(all, all.thief.client, JANE, THIEF);
  const again = await signedIn(under, JANE);
  assert.notEqual(again.userId, all.userId);
  await insertConfirmed(under, 'alias-2000@a.test');
  const refused = await pressed(all, link);
  assert.equal(refused.status, 403);
  assert.match(await refused.text(), /Delete that alias, and open this link again/);
  assert.deepEqual(await places(all), [THIEF, THIEF]);
  const [row] = await under.store.aliasesOf(JANE);
  assert.ok(row);
  const token = (await again.client.getSession()).data.session?.access_token;
  const authorization = `Bearer ${token}`;
  const path = `/rest/v1/aliases?id=eq.${row.alias.id}`;
  assert.equal((await under.send('DELETE', path, undefined, { authorization })).status, 204);
  const { users } = under.facility.store;
  t.mock.method(users, 'returnEmail', async () => undefined, { times: 1 });
  assert.equal((await pressed(all, link)).status, 403);
  assert.equal((await users.byEmail(JANE))?.id, again.userId, 'a failed press loses no account');
  assert.equal((await pressed(all, link)).status, 200);
  assert.deepEqual(await places(all), [JANE, JANE]);
});
