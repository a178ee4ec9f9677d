/** The rule of ownership on Supabase, for seeing, switching and deleting: its table, cell by cell. */

import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { one, ownedProject } from '#support/supabase-owned.ts';
import { SupabaseScreen, ticketOf, type Visitor } from '#support/supabase-visitor.ts';
import { postgresServer } from '#support/postgres.ts';
import { migrateSupabase, supabaseProject } from '#support/supabase.ts';
import { supabaseUsers } from '#support/supabase-users.ts';

const { sql, screen, owner, keeper, setMode } = await ownedProject({ after, beforeEach });

const OTHER = 'eve@example.org';
const REAL = 'jane@example.org';
const ALIAS = 'alias-1234@a.test';
const TICKET = ticketOf('the browser that made the row');
const creator: Visitor = { names: REAL, ticket: TICKET };
const stranger: Visitor = { names: REAL, ticket: ticketOf('another browser') };
const withoutTicket: Visitor = { names: REAL };

describe('each caller gets the answer of the rule on Supabase', () => {
  type Asker = 'creator' | 'stranger' | 'no ticket' | 'owner' | 'session of another';
  const ALL: Asker[] = ['creator', 'stranger', 'no ticket', 'owner', 'session of another'];
  /** The table's columns, and the callers who see and switch a row. The owner's session begins before or after. */
  const columns: {
    name: string;
    mode: 'open' | 'confirmed';
    confirmed: boolean;
    theirs: Asker[];
  }[] = [
    { name: 'open, unconfirmed', mode: 'open', confirmed: false, theirs: ALL },
    { name: 'confirmed, unconfirmed', mode: 'confirmed', confirmed: false, theirs: ['creator'] },
    { name: 'confirmed row', mode: 'confirmed', confirmed: true, theirs: ['owner'] },
    { name: 'confirmed row, set back to open', mode: 'open', confirmed: true, theirs: ['owner'] },
  ];

  for (const { name, mode, confirmed, theirs } of columns) {
    for (const asker of ALL) {
      // The owner's own replaces an unconfirmed one (supabase-confirmation.test.ts).
      if (mode === 'confirmed' && !confirmed && asker === 'owner') continue;
      test(`${name}: ${asker}`, async () => {
        if (mode === 'open' && !confirmed) await setMode('open');
        const { id } = one(await screen.make(creator, REAL, ALIAS));
        const visitors: Record<Asker, () => Promise<Visitor>> = {
          creator: async () => creator,
          stranger: async () => stranger,
          'no ticket': async () => withoutTicket,
          owner: () => owner(REAL),
          'session of another': async () => ({ ...stranger, claims: (await owner(OTHER)).claims }),
        };
        if (confirmed) await keeper(REAL);
        await setMode(mode === 'open' ? 'open' : 'confirmed 1000000000000');
        const visitor = await visitors[asker]();
        const row = [await sql`SELECT * FROM aliases`].flat();
        const seen = theirs.includes(asker) ? row : [];
        const switched = theirs.includes(asker) ? [{ ...row[0], active: false }] : [];

        assert.deepEqual(await screen.look(visitor, REAL), seen, 'select by real_email');
        assert.equal(
          await screen.make(visitor, REAL, 'alias-4321@a.test'),
          asker === 'no ticket' && mode === 'confirmed' ? '42501' : '23505',
          'insert, same address',
        );
        assert.deepEqual(
          await screen.switchOff(visitor, id),
          switched,
          'update with representation',
        );
        assert.deepEqual(
          await screen.switchQuietly(visitor, id),
          [{ count: seen.length }],
          'update without it',
        );
        assert.deepEqual(
          await screen.exists(visitor, ALIAS),
          seen.map(() => ({ id })),
          'select id by alias_email',
        );
        const owns = confirmed && asker === 'owner';
        assert.deepEqual(
          await screen.pauseOf(visitor, id),
          owns ? [{ alias_id: id, paused_until: null }] : [],
          'alias_states',
        );
        assert.deepEqual(await screen.remove(visitor, id), owns ? switched : [], 'delete');
        assert.equal((await sql`SELECT 1 FROM aliases`).length, owns ? 0 : 1);
      });
    }
  }
});

test('a project with aliases is migrated: nothing changes until the mode changes', async () => {
  const older = await postgresServer(after);
  const before = await supabaseProject(older, after, '20261122000000');
  const old = new SupabaseScreen(before);
  const row = one(await old.make({ names: REAL }, REAL, 'alias-23456@a.test'));
  await migrateSupabase(before.urlFor('project'), '20261122000001');
  assert.deepEqual(await old.look({ names: REAL }, REAL), [row]);
  assert.equal(one(await old.switchOff({ names: REAL }, row.id)).active, false);
  await before.sql`INSERT INTO private.settings VALUES ('ownership', ${`confirmed ${Date.now() + 1000}`})`;
  assert.deepEqual(await old.look({ names: REAL }, REAL), []);
  // Its owner gets it by one email.
  const owners = supabaseUsers(before.urlFor('supabase_auth_admin'), after);
  await owners.ask(REAL);
  const visitor = { names: REAL, claims: await owners.useLetter(REAL) };
  assert.equal(one(await old.look(visitor, REAL)).id, row.id);
  // The domain already has five digits, so five digits stay allowed.
  one(
    await old.make(
      { names: 'kim@example.org', ticket: TICKET },
      'kim@example.org',
      'alias-99999@a.test',
    ),
  );
});
