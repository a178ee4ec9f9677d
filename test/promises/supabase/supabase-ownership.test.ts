/** The rule of ownership on Supabase, for seeing, switching and deleting. */

import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import {
  mayMake,
  OWNERSHIP_CASES,
  type OwnershipAction,
  type OwnershipCase,
} from '#rules/ownership.fixture.ts';
import { LONG_AGO, one, ownedProject } from './supabase-owned.ts';
import { SupabaseScreen, ticketOf, type Visitor } from './supabase-visitor.ts';
import { supabaseProject } from './supabase.ts';
import { supabaseUsers } from './supabase-users.ts';

const project = await ownedProject();
const { sql, screen, owner, keeper, setMode } = project;

const OTHER = 'eve@example.org';
const REAL = 'jane@example.org';
const ALIAS = 'alias-1234@a.test';
const TICKETS = {
  own: ticketOf('the browser that made the row'),
  another: ticketOf('another browser'),
};
const creator: Visitor = { names: REAL, ticket: TICKETS.own };

/** The alias of a case. It is made in `open`, in which a browser does not need a ticket. @returns its id */
async function made({ isConfirmed, hasTicket, hasState }: OwnershipCase['alias']): Promise<string> {
  await setMode('open');
  const browser = hasTicket ? creator : { names: REAL };
  const { id } = one(await screen.make(browser, REAL, ALIAS));
  if (!hasState) await sql`DELETE FROM private.alias_states`;
  if (isConfirmed) {
    await setMode(`confirmed ${LONG_AGO}`);
    await keeper(REAL);
  }
  return String(id);
}

async function visitorOf({ session, ticket }: OwnershipCase['caller']): Promise<Visitor> {
  const claims = session && (await owner(session === 'own' ? REAL : OTHER)).claims;
  return { names: REAL, claims, ...(ticket && { ticket: TICKETS[ticket] }) };
}

describe('each caller gets the answer of the rule on Supabase', () => {
  beforeEach(project.empty);

  for (const each of OWNERSHIP_CASES) {
    const { name, mode, alias, caller, may } = each;
    test(`${name}: ${may.join(', ') || 'nothing'}`, async () => {
      const id = await made(alias);
      const since = alias.isOld ? Date.now() + 60_000 : LONG_AGO;
      await setMode(mode === 'open' ? 'open' : `confirmed ${since}`);
      const visitor = await visitorOf(caller);
      const row = [await sql`SELECT * FROM aliases`].flat();
      const off = [{ ...row[0], active: false }];
      const ifMay = <Rows>(action: OwnershipAction, rows: Rows[]) =>
        may.includes(action) ? rows : [];

      assert.deepEqual(await screen.look(visitor, REAL), ifMay('see', row));
      assert.deepEqual(await screen.exists(visitor, ALIAS), ifMay('see', [{ id }]));
      if (!may.includes('replace')) {
        const refused = mayMake(each) ? '23505' : '42501';
        assert.equal(await screen.make(visitor, REAL, 'alias-4321@a.test'), refused);
      }
      assert.deepEqual(await screen.switchOff(visitor, id), ifMay('switch', off));
      assert.deepEqual(await screen.switchQuietly(visitor, id), [
        { count: ifMay('switch', off).length },
      ]);
      const state = { alias_id: id, paused_until: null };
      assert.deepEqual(await screen.pauseOf(visitor, id), ifMay('pause', [state]));
      assert.deepEqual(await screen.pause(visitor, id, null), ifMay('pause', [state]));
      assert.deepEqual(await screen.remove(visitor, id), ifMay('delete', off));
      assert.equal((await screen.unconfirmed(visitor)).length, ifMay('keep', row).length);
      if (may.includes('replace')) {
        one(await screen.make(visitor, REAL, 'alias-4321@a.test'));
        assert.equal((await sql`SELECT 1 FROM aliases WHERE id = ${id}`).length, 0);
        return;
      }
      assert.equal((await screen.keep(visitor, id)).length, ifMay('keep', row).length);
      assert.equal((await sql`SELECT 1 FROM aliases`).length, may.includes('delete') ? 0 : 1);
    });
  }
});

test('a project with aliases is migrated: nothing changes until the mode changes', async () => {
  const before = await supabaseProject(after, 'before owners');
  const old = new SupabaseScreen(before);
  const row = one(await old.make({ names: REAL }, REAL, 'alias-23456@a.test'));
  await before.migrate();
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
      { names: 'kim@example.org', ticket: TICKETS.own },
      'kim@example.org',
      'alias-99999@a.test',
    ),
  );
});
