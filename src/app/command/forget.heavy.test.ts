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

test('no alias that is made during the deletion of its owner forwards afterwards', async () => {
  const databaseUrl = await postgresDatabase('forgetting');
  const service = await openPostgresStore(databaseUrl, { now: Date.now, log: SILENT });
  after(() => service.close());
  const jane = user(JANE, { confirmedAt: 1 });
  await service.auth.users.insert(jane);
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
