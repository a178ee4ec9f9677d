/** A change of address on PostgreSQL, while another node makes an alias for the earlier address. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { openPostgresStore } from '#store/open.ts';
import { user } from '#store/sessions/auth-rows.fixture.ts';
import { heldUser } from '#store/sessions/held-user.fixture.ts';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { createOwnedAliases } from '../aliases/owned-aliases.ts';
import { adopt } from './change-address.ts';

const [JANE, NEW] = ['jane@mailbox.test', 'jane@new.test'];
const now = Date.now;

test('an alias that is made while its owner’s address changes moves with the others', async () => {
  const url = await postgresDatabase('moving');
  const [here, there] = await Promise.all(
    [1, 2].map(() => openPostgresStore(url, { now, log: SILENT })),
  );
  assert.ok(here && there);
  after(() => Promise.all([here.close(), there.close()]));
  const aliases = createOwnedAliases({
    store: here,
    ownership: { mode: 'confirmed', since: 0 },
    earlier: () => [],
    switched: () => {},
    now,
  });
  const jane = user(JANE, { confirmedAt: 1, newEmail: NEW });
  await here.auth.users.insert(jane);
  const first = { real_email: JANE, alias_email: 'alias-1000@a.test' };
  await here.insertAlias(first, { confirmedAt: 1, ticket: null });

  const held = await heldUser(after, url, jane.id);
  const made = there.owners.another({
    id: randomUUID(),
    alias_email: 'alias-1234567890@a.test',
    userId: jane.id,
    owner: JANE,
    most: 5,
    note: { note: null, site: null },
    at: 1,
  });
  await held.waiting(1);
  const options = {
    store: here.auth,
    aliases,
    letters: { notify: () => {}, sendAgain: async () => {} },
    waysBack: { noticeOf: async () => undefined },
    now,
  };
  const changed = adopt(options, jane, NEW, (along) =>
    here.auth.users.adoptEmail(jane.id, NEW, 0, now(), null, along),
  );
  await held.waiting(2);
  await held.release();
  assert.equal((await made).kind, 'created');
  assert.equal(await changed, true);
  assert.deepEqual(await here.aliasNamesOf(JANE), []);
  assert.equal((await here.aliasNamesOf(NEW)).length, 2);
});
