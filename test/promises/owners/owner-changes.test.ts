import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import postgres from 'postgres';
import type { AuthUnderTest } from '#support/auth.ts';
import { agree, type Confirming, confirming, tokenOf } from '#support/confirming.ts';
import { codeOf } from '#support/signed-in.ts';

const JANE = 'jane@mailbox.test';
const NEW = 'jane@new.test';
const ROW = { real_email: JANE, alias_email: 'alias-1000@a.test' };
const MINUTE = 60_000;

/** @returns one JSON text for each row of each table, after the table's name */
async function allRows(database: string): Promise<string[]> {
  if (database.startsWith('sqlite:')) return ofSqlite(database.slice('sqlite:'.length));
  const sql = postgres(database, { max: 1, onnotice: () => {} });
  try {
    const tables = await sql`SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
    const rows = tables.map(async ({ name }) => {
      const found = await sql`SELECT row_to_json(t)::text AS text FROM ${sql(String(name))} AS t`;
      return found.map(({ text }) => `${name} ${text}`);
    });
    return (await Promise.all(rows)).flat();
  } finally {
    await sql.end();
  }
}

function ofSqlite(path: string): string[] {
  using db = new DatabaseSync(path, { readOnly: true });
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  return tables.flatMap(({ name }) => {
    const rows = db.prepare(`SELECT * FROM "${String(name)}"`).all();
    return rows.map((row) => `${String(name)} ${JSON.stringify(row)}`);
  });
}

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

const told = ({ under }: Confirming, email: string) => under.store.aliasesOf(email);

test('an address change moves the alias once both emails were used, not before, and the mail server is notified; the earlier address is not kept anywhere', async () => {
  const all = await confirming(after);
  const client = await owner(all);
  assert.equal(codeOf(await client.updateUser({ email: NEW })), 'ok');
  assert.equal((await told(all, JANE)).length, 1);
  all.under.switched.length = 0;
  assert.equal(await agree(all, client, JANE, NEW), 'ok');
  assert.deepEqual(await told(all, JANE), []);
  const [row] = await told(all, NEW);
  assert.equal(row?.alias.alias_email, ROW.alias_email);
  assert.notEqual(row.state.confirmedAt, null);
  assert.deepEqual(
    all.under.switched.map(({ alias_email }) => alias_email),
    [ROW.alias_email],
  );
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
  const { history, senders, notes, complaints, plans } = under.store;
  const at = all.time.now;
  const mail = { domain: 'b.test', reason: 'blocked', code: null, host: null };
  await history.add([{ aliasId, at, kind: 'refused', ...mail }]);
  await history.addDelivered([{ aliasId, day: 0, delivered: 1 }]);
  await senders.note([{ aliasId, sender: 'a', at }]);
  await notes.change(aliasId, { note: 'sealed' }, JANE, at);
  await complaints.add(ROW.alias_email, at);
  await plans.set(JANE, 2);
  // The embedded database may store an id as octets; both give text here.
  const traces = [JANE, 'jane', 'Jane', ROW.alias_email, userId, aliasId];
  /** The tables with a row of the person. */
  const tables = async () => {
    const rows = await allRows(all.database);
    const theirs = rows.filter((text) => traces.some((one) => text.includes(one)));
    return new Set(theirs.map((text) => text.slice(0, text.indexOf(' '))));
  };
  const before = await tables();
  for (const table of `auth_users aliases alias_states history history_days complaints alias_senders
    alias_notes plans`.split(/\s+/)) {
    assert.ok(before.has(table), table);
  }
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
  assert.deepEqual(await tables(), new Set(['retired_names']));
  const again = await under.store.insertAlias({ ...ROW, real_email: 'ann@mailbox.test' });
  assert.deepEqual(again, { kind: 'taken', column: 'alias_email' });
  assert.doesNotMatch(JSON.stringify(under.logged), /jane|alias-1000/);
  assert.equal((await client.getUser()).error?.name, 'AuthSessionMissingError');
});
