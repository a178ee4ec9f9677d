import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { openPostgresStore } from '../open.ts';

const ALIAS = { real_email: 'ann@mailbox.test', alias_email: 'alias-1000@a.test' };

test('a name that an operator blocks while a visitor gets it forwards nothing, and is not used again', async () => {
  const url = await postgresDatabase('blocked');
  const store = await openPostgresStore(url, { now: Date.now, log: SILENT });
  const sql = postgres(url, { max: 2 });
  after(() => Promise.all([store.close(), sql.end()]));
  // The visitor's row waits for another one of the same address, which is never made.
  const other = await sql.reserve();
  await other`BEGIN`;
  await other`INSERT INTO aliases (id, real_email, alias_email, created_at)
    VALUES (${randomUUID()}, ${ALIAS.real_email}, 'alias-2000@a.test', now())`;
  const insertion = store.insertAlias(ALIAS);
  const waiting = () => sql`SELECT 1 FROM pg_locks WHERE NOT granted`;
  while ((await waiting()).length === 0);
  assert.equal(await store.owners.block(ALIAS.alias_email, 0), undefined);
  await other`ROLLBACK`;
  other.release();
  assert.deepEqual(await insertion, { kind: 'taken', column: 'alias_email' });
  assert.equal(await store.aliasByAddress(ALIAS.alias_email), undefined);
  assert.deepEqual(await store.insertAlias(ALIAS), { kind: 'taken', column: 'alias_email' });
  const next = await store.insertAlias({ ...ALIAS, alias_email: 'alias-3000@a.test' });
  assert.equal(next.kind, 'created', 'the visitor gets another name');
});
