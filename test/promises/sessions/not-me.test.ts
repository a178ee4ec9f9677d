/** A person was tricked into typing the code of a stranger's change: 'This was not me' in the notice takes the change back. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { StoreUnavailable } from '#store/errors.ts';
import { pressed as pressedIn } from '#support/auth.ts';
import { agree, type Confirming, confirming, tokenOf } from '#support/confirming.ts';
import { codeOf, signedIn } from '#support/signed-in.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const STRANGER = 's@evil.test';
const PERSON = 'jane@home.test';

/** The stranger's account, with an alias, has the person's address; and the token of the notice to it. */
async function tricked() {
  const all = await confirming(after);
  const { under, posted } = all;
  const { client, userId } = await signedIn(under, STRANGER);
  const alias_email = 'alias-1000@a.test';
  await under.store.insertAlias({ real_email: STRANGER, alias_email });
  await client.refreshSession();
  assert.equal(codeOf(await client.updateUser({ email: PERSON })), 'ok');
  assert.equal(await agree(all, client, STRANGER, PERSON), 'ok');
  await all.settled();
  const notice = posted.findLast(({ kind }) => kind === 'not_me');
  assert.equal(notice?.to, PERSON);
  const emailOf = async () => (await under.facility.store.users.byId(userId))?.email;
  return { ...all, client, userId, alias_email, emailOf, link: tokenOf(notice) };
}

/** A press of the button on the page of the link. */
const pressed = ({ under }: Pick<Confirming, 'under'>, token: string) =>
  pressedIn(under, token, { type: 'not_me', redirect_to: '' });

test('‘This was not me’ gives account and aliases the earlier address back, ends all sessions, and stops emails', async () => {
  const all = await tricked();
  const { under, posted, time, client, alias_email, emailOf, link } = all;
  for (let n = 0; n < 3; n++) {
    const page = await under.api.request(`/auth/v1/verify?type=not_me&token=${link}`);
    assert.match(await page.text(), /<button>This was not me<\/button>/);
  }
  assert.equal(await emailOf(), PERSON, 'opening the page does nothing');
  assert.equal(codeOf(await client.getUser()), 'ok');
  const answer = await pressed(all, link);
  assert.deepEqual([answer.status, answer.headers.get('location')], [200, null]);
  assert.match(await answer.text(), /Done\./);
  assert.equal(await emailOf(), STRANGER);
  assert.deepEqual(await under.store.aliasesOf(PERSON), []);
  assert.deepEqual(
    (await under.store.aliasesOf(STRANGER)).map(({ alias }) => alias.alias_email),
    [alias_email],
  );
  assert.equal(codeOf(await client.getUser()), 'AuthSessionMissingError');
  await all.settled();
  assert.deepEqual(
    posted.slice(-1).map(({ kind, to }) => [kind, to]),
    [['address-returned', STRANGER]],
  );
  time.now += MINUTE;
  const asked = await under.browser().signInWithOtp({ email: PERSON });
  assert.equal(codeOf(asked), 'over_email_send_rate_limit');
  assert.equal((await pressed(all, link)).status, 403, 'the link is used up');
});

test('the token alone does it, too, for seven days', async () => {
  const all = await tricked();
  const { under, time, emailOf, link } = all;
  time.now += 7 * DAY - 1;
  const body = JSON.stringify({ token_hash: link });
  assert.equal((await under.send('POST', '/functions/v1/not-me', body)).status, 200);
  assert.equal(await emailOf(), STRANGER);
  const late = await tricked();
  late.time.now += 7 * DAY;
  assert.equal((await pressed(late, late.link)).status, 403);
  assert.equal(await late.emailOf(), PERSON);
  await late.under.facility.store.sweep(late.time.now);
  const kept = await late.under.facility.store.oneTime.find(late.userId, 'not_me');
  assert.equal(kept, undefined, 'the earlier address is forgotten');
});

test('if the earlier address has another user by now, the account loses both, and its aliases are deleted', async () => {
  const all = await tricked();
  const { under, emailOf, link } = all;
  await signedIn(under, STRANGER);
  assert.equal((await pressed(all, link)).status, 200);
  assert.equal(await emailOf(), null);
  assert.deepEqual(await under.store.aliasesOf(PERSON), []);
  const person = await signedIn(under, PERSON);
  assert.equal((await person.client.getUser()).data.user?.email, PERSON);
});

test('an alias that the stranger’s program makes at that moment is deleted with the others, even if the service is killed then', async (t) => {
  const all = await tricked();
  const { under, userId, emailOf, link } = all;
  await signedIn(under, STRANGER);
  const { users } = under.facility.store;
  const setEmail = users.setEmail.bind(users);
  t.mock.method(users, 'setEmail', async (...given: Parameters<typeof setEmail>) => {
    const making = await under.store.owners.another({
      id: randomUUID(),
      alias_email: 'alias-1234567890@a.test',
      userId,
      owner: PERSON,
      most: 5,
      note: { note: null, site: null },
      at: 1,
    });
    assert.equal(making.kind, 'created');
    await setEmail(...given);
    throw new StoreUnavailable('killed');
  });
  assert.equal((await pressed(all, link)).status, 503);
  assert.equal(await emailOf(), null);
  assert.deepEqual(await under.store.aliasesOf(PERSON), []);
});

test('a browser in which the stranger typed the code loses its own budget of emails', async () => {
  const all = await tricked();
  const { under, link } = all;
  const cookie = under.facility.browsers.cookieOf(PERSON);
  assert.ok(await under.facility.browsers.knows(cookie, PERSON));
  await pressed(all, link);
  assert.ok(!(await under.facility.browsers.knows(cookie, PERSON)));
});

test('the link does not undo later changes, and no other link undoes one', async () => {
  const all = await tricked();
  const { under, client, posted, emailOf, link } = all;
  all.time.now += MINUTE;
  assert.equal(codeOf(await client.updateUser({ email: 'third@evil.test' })), 'ok');
  const token_hash = tokenOf(posted.findLast(({ kind }) => kind === 'email_change_current'));
  assert.equal((await pressed(all, token_hash)).status, 403);
  assert.equal(await agree(all, client, PERSON, 'third@evil.test'), 'ok');
  assert.equal(await emailOf(), 'third@evil.test');
  assert.equal((await pressed(all, link)).status, 403);
  assert.equal(await emailOf(), 'third@evil.test');
  assert.deepEqual(await under.store.aliasesOf(PERSON), []);
});

test('aliases that cannot move back, because one of the earlier address was confirmed, are deleted', async (t) => {
  const all = await tricked();
  const { under, emailOf, link } = all;
  const { users } = under.facility.store;
  const row = { real_email: PERSON, alias_email: 'alias-1001@a.test' };
  await under.store.insertAlias(row, { confirmedAt: 1, ticket: null });
  const deleteUnconfirmed = users.deleteUnconfirmed.bind(users);
  // Another request, after the earlier address was found free.
  t.mock.method(users, 'deleteUnconfirmed', async (email: string) => {
    await under.store.owners.confirm(STRANGER, 1);
    return deleteUnconfirmed(email);
  });
  assert.match(await (await pressed(all, link)).text(), /Done\./);
  await all.settled();
  assert.equal(await emailOf(), null);
  assert.deepEqual(await under.store.aliasesOf(PERSON), []);
  assert.equal((await under.store.aliasesOf(STRANGER)).length, 1);
});
