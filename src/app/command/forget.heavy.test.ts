/** The deletion of a person on PostgreSQL, while the service makes an alias for one of their programs. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { openPostgresStore } from '#store/open.ts';
import { user } from '#store/sessions/auth-rows.fixture.ts';
import { heldUser } from '#store/sessions/held-user.fixture.ts';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { forget } from './forget.ts';

const JANE = 'jane@mailbox.test';
const ALIAS = 'alias-1234567890@a.test';

/** A service with one user. */
async function world(database: string) {
  const databaseUrl = await postgresDatabase(database);
  const service = await openPostgresStore(databaseUrl, { now: Date.now, log: SILENT });
  after(() => service.close());
  const jane = user(JANE, { confirmedAt: 1 });
  await service.auth.users.insert(jane);
  return { databaseUrl, service, jane };
}

test('no alias that is made during the deletion of its owner forwards afterwards', async () => {
  const { databaseUrl, service, jane } = await world('forgetting');
  const held = await heldUser(after, databaseUrl, jane.id);
  const made = service.owners.another({
    id: randomUUID(),
    alias_email: ALIAS,
    userId: jane.id,
    owner: JANE,
    most: 5,
    note: { note: null, site: null },
    at: 1,
  });
  await held.waiting(1);
  const forgotten = forget({ databaseUrl, log: SILENT }, JANE);
  await held.waiting(2);
  await held.release();
  // Made, or already retired when its maker looks once more.
  assert.ok(['created', 'taken'].includes((await made).kind));
  assert.deepEqual(await forgotten, { aliases: 1, plans: 0, users: 1, changes: 0 });
  assert.deepEqual(await service.aliasNamesOf(JANE), []);
  assert.ok(await service.isRetired(ALIAS), 'no one else gets the name');
});

test('a user is gone in the moment in which the aliases are: an interruption leaves both, or neither', async () => {
  const { databaseUrl, service, jane } = await world('forgetting_together');
  const row = { real_email: JANE, alias_email: ALIAS };
  const insertion = await service.insertAlias(row, { confirmedAt: 1, ticket: null });
  assert.equal(insertion.kind, 'created');
  const held = await heldUser(after, databaseUrl, insertion.alias.id, 'aliases');
  const forgotten = forget({ databaseUrl, log: SILENT }, JANE);
  await held.waiting(1);
  const meanwhile = await service.auth.users.byId(jane.id);
  await held.release();
  assert.deepEqual(meanwhile, jane);
  assert.deepEqual(await forgotten, { aliases: 1, plans: 0, users: 1, changes: 0 });
  assert.equal(await service.auth.users.byId(jane.id), undefined);
});
