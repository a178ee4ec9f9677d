import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { authUnderTest } from '#support/auth.ts';

const CANONICAL = 'jane@xn--bcher-kva.test';
/** The spelling in rows from before the canonical one. */
const EARLIER = 'jane@b\u00fccher.test';
const ROW = { real_email: EARLIER, alias_email: 'alias-1000@a.test' };

async function withEarlierRow() {
  const under = await authUnderTest(after, { ownership: { mode: 'confirmed', since: Date.now() } });
  const made = await under.store.insertAlias(ROW);
  assert.ok(made.kind === 'created');
  const signIn = async () => {
    const client = under.browser();
    await client.signInWithOtp({ email: EARLIER });
    const { code } = await under.letters.to(CANONICAL);
    const { data } = await client.verifyOtp({ type: 'email', email: EARLIER, token: code });
    assert.ok(data.session);
    return { authorization: `Bearer ${data.session.access_token}` };
  };
  return { ...under, id: made.alias.id, signIn };
}

test('a row in an earlier spelling of its address is confirmed by the letter that names it, and managed from then on', async () => {
  const { facility, letters, store, send, signIn, id, switched } = await withEarlierRow();
  const headers = await signIn();
  assert.equal(letters.sent.at(-1)?.alias, ROW.alias_email, 'the letter names it');
  const found = await store.aliasById(id);
  assert.equal(found?.alias.real_email, CANONICAL);
  assert.notEqual(found?.state.confirmedAt, null);
  assert.ok(switched.some((alias) => alias.id === id));
  assert.ok(await facility.aliases.hasConfirmed(CANONICAL));
  const paused = await send(
    'PATCH',
    `/rest/v1/alias_states?alias_id=eq.${id}`,
    '{"paused_until":null}',
    {
      ...headers,
      prefer: 'return=representation',
    },
  );
  assert.match(paused.text, new RegExp(id));
});

test('an address with an alias in both spellings keeps both: the letter confirms one, and the owner may keep the other', async () => {
  const { send, store, signIn, id } = await withEarlierRow();
  const other = { real_email: CANONICAL, alias_email: 'alias-1001@a.test' };
  await store.insertAlias(other);
  const headers = await signIn();
  assert.equal((await store.aliasById(id))?.state.confirmedAt, null);
  const path = `/rest/v1/unconfirmed_aliases?alias_id=eq.${id}`;
  assert.equal((await send('PATCH', path, '{"kept":true}', headers)).status, 204);
  for (const { alias_email } of [ROW, other]) {
    assert.notEqual((await store.aliasByAddress(alias_email))?.state.confirmedAt, null);
  }
  assert.equal((await store.aliasById(id))?.alias.real_email, EARLIER);
});

test('a report of an unwanted alias, or a deletion, finds every spelling of the address', async () => {
  const declined = await withEarlierRow();
  await declined.facility.aliases.decline(CANONICAL);
  assert.equal(await declined.store.aliasById(declined.id), undefined);
  const forgotten = await withEarlierRow();
  const headers = await forgotten.signIn();
  await forgotten.store.insertAlias({ ...ROW, alias_email: 'alias-1002@a.test' });
  assert.equal((await forgotten.send('DELETE', '/auth/v1/user', undefined, headers)).status, 204);
  for (const address of [CANONICAL, EARLIER]) {
    assert.deepEqual(await forgotten.store.aliasesOf(address), []);
  }
});
