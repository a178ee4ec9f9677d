/** The promises of the store on PostgreSQL, each on a database of its own. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { openPostgresStore } from '../open.ts';
import { ownersContract } from '../owners/owners.contract.ts';
import { authStoreContract } from '../sessions/auth-store.contract.ts';
import { storeContract } from '../store.contract.ts';
import postgres from 'postgres';

const opened = (url: string) => (now: () => number) => openPostgresStore(url, { now, log: SILENT });

// TEST_POSTGRES_URL names an empty database of another engine of the dialect (docs/decisions/sql-written-once.md).
const url = process.env.TEST_POSTGRES_URL ?? (await postgresDatabase('contract'));
storeContract('the store on PostgreSQL', opened(url));

const ofSessions = opened(await postgresDatabase('sessions'));
authStoreContract('sessions on PostgreSQL', () => ofSessions(Date.now));

const ofOwners = await postgresDatabase('owners');
const sql = postgres(ofOwners, { max: 1 });
after(() => sql.end());
ownersContract('owners on PostgreSQL', opened(ofOwners), async (aliasId) => {
  await sql`DELETE FROM alias_states WHERE alias_id = ${aliasId}`;
});

test('a name that an operator blocks while a visitor gets it forwards nothing, and is not used again', async () => {
  const row = { real_email: 'ann@mailbox.test', alias_email: 'alias-1000@a.test' };
  const blocked = await postgresDatabase('blocked');
  const store = await opened(blocked)(Date.now);
  const server = postgres(blocked, { max: 2 });
  after(() => Promise.all([store.close(), server.end()]));
  // The visitor's row waits for another one of the same address, which is never made.
  const other = await server.reserve();
  await other`BEGIN`;
  await other`INSERT INTO aliases (id, real_email, alias_email, created_at)
    VALUES (${randomUUID()}, ${row.real_email}, 'alias-2000@a.test', now())`;
  const insertion = store.insertAlias(row);
  const waiting = () => server`SELECT 1 FROM pg_locks WHERE NOT granted`;
  while ((await waiting()).length === 0);
  assert.equal(await store.owners.block(row.alias_email, 0), undefined);
  await other`ROLLBACK`;
  other.release();
  assert.deepEqual(await insertion, { kind: 'taken', column: 'alias_email' });
  assert.equal(await store.aliasByAddress(row.alias_email), undefined);
  assert.deepEqual(await store.insertAlias(row), { kind: 'taken', column: 'alias_email' });
  const next = await store.insertAlias({ ...row, alias_email: 'alias-3000@a.test' });
  assert.equal(next.kind, 'created', 'the visitor gets another name');
});
