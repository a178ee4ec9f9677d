import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { keptStore } from '#support/database.ts';
import { user } from '#store/sessions/auth-rows.fixture.ts';
import type { WithChange } from '#store/sessions/users.ts';
import { adopt } from './change-address.ts';
import { createOwnedAliases } from '../aliases/owned-aliases.ts';

const JANE = 'jane@mailbox.test';
const NEW = 'jane@new.test';

/** Jane with a confirmed alias, and a pending change of her address. */
async function jane(t: TestContext) {
  const whole = await keptStore(Date.now);
  t.after(() => whole.close());
  const now = Date.now;
  const aliases = createOwnedAliases({
    store: whole,
    ownership: { mode: 'confirmed', since: 0 },
    earlier: () => [],
    switched: () => {},
    now,
  });
  const one = user(JANE, { confirmedAt: 1, newEmail: NEW, app: '{"language":"de"}' });
  await whole.auth.users.insert(one);
  const row = { real_email: JANE, alias_email: 'alias-1000@a.test' };
  await whole.insertAlias(row, { confirmedAt: 1, ticket: null });
  const change = (along: WithChange) =>
    whole.auth.users.adoptEmail(one.id, NEW, 0, now(), null, along);
  const told: string[] = [];
  const letters = {
    notify: (...notice: [string, string, string?]) => void told.push(notice.join(' ')),
    sendAgain: async () => {},
  };
  const waysBack = { noticeOf: async () => undefined };
  const options = { store: whole.auth, aliases, letters, waysBack, now };
  /** The addresses of the user and of the alias. */
  const places = async () => {
    const rows = [...(await whole.aliasesOf(JANE)), ...(await whole.aliasesOf(NEW))];
    return [
      (await whole.auth.users.byId(one.id))?.email,
      rows.find(({ alias }) => alias.alias_email === row.alias_email)?.alias.real_email,
    ];
  };
  return { whole, one, change, options, places, told };
}

test('user and alias move to the new address together; the earlier address is notified in the language of the account', async (t) => {
  const { one, change, options, places, told } = await jane(t);
  assert.ok(await adopt(options, one, NEW, change));
  assert.deepEqual(await places(), [NEW, NEW]);
  assert.deepEqual(told, [`address-changed ${JANE} de`]);
});

test('if another user proves the new address between the check and the change, both stay', async (t) => {
  const { whole, one, options, places, told } = await jane(t);
  const faster = async (along: WithChange) => {
    const other = user(NEW, { confirmedAt: 1 });
    await whole.auth.users.insert(other);
    return whole.auth.users.adoptEmail(one.id, NEW, 0, Date.now(), null, along);
  };
  assert.equal(await adopt(options, one, NEW, faster), false);
  assert.deepEqual(await places(), [JANE, JANE]);
  assert.deepEqual(told, []);
});

test('a user without an alias whose change comes too late takes no alias from the faster one', async (t) => {
  const { whole, one, options } = await jane(t);
  await whole.owners.forget(JANE, 1, 0);
  const row = { real_email: NEW, alias_email: 'alias-1001@a.test' };
  const faster = async (along: WithChange) => {
    await whole.auth.users.insert(user(NEW, { confirmedAt: 1 }));
    await whole.insertAlias(row, { confirmedAt: 1, ticket: null });
    return whole.auth.users.adoptEmail(one.id, NEW, 0, Date.now(), null, along);
  };
  assert.equal(await adopt(options, one, NEW, faster), false);
  assert.equal((await whole.aliasByAddress(row.alias_email))?.alias.real_email, NEW);
});

test('if an alias there is confirmed between the check and the change, both stay', async (t) => {
  const { whole, one, change, options, places } = await jane(t);
  const other = { real_email: NEW, alias_email: 'alias-1001@a.test' };
  const { users } = whole.auth;
  const deleteUnconfirmed = users.deleteUnconfirmed.bind(users);
  // After the check, before the change.
  t.mock.method(users, 'deleteUnconfirmed', async (email: string) => {
    await whole.insertAlias(other, { confirmedAt: 1, ticket: null });
    return deleteUnconfirmed(email);
  });
  assert.equal(await adopt(options, one, NEW, change), false);
  assert.deepEqual(await places(), [JANE, JANE]);
  assert.equal((await whole.aliasByAddress(other.alias_email))?.alias.real_email, NEW);
});
