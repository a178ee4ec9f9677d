/**
 * A Supabase project in `confirmed` under attack: Jane owns her alias, Kim's was made by a browser with a ticket and is
 * not confirmed, and Eve has her own session. `unchanged` is for the time after each test.
 */

import assert from 'node:assert/strict';
import { after } from 'node:test';
import { supabaseProject } from './supabase.ts';
import { supabaseUsers } from './supabase-users.ts';
import { SupabaseScreen, ticketOf } from './supabase-visitor.ts';

export const JANE = 'jane@example.org';
export const KIM = 'kim@example.org';
export const EVE = 'eve@example.org';
export const KIMS_TICKET = ticketOf('the browser of kim');

/** insufficient_privilege */
export const PERMISSION = '42501';

export async function attackedProject() {
  const project = await supabaseProject(after);
  const { sql } = project;
  const users = supabaseUsers(project.urlFor('supabase_auth_admin'), after);
  const screen = new SupabaseScreen(project);

  await sql`INSERT INTO private.settings VALUES ('ownership', 'confirmed 1000000000000')`;
  await users.ask(JANE);
  const jane = await users.useLetter(JANE);
  await screen.make({ names: JANE, claims: jane }, JANE, 'alias-1001@a.test');
  await screen.make({ names: KIM, ticket: KIMS_TICKET }, KIM, 'alias-1002@a.test');
  await users.ask(EVE);
  const eve = await users.useLetter(EVE);

  const everything = async () => ({
    aliases: [...(await sql`SELECT * FROM aliases ORDER BY alias_email`)],
    states: [...(await sql`SELECT * FROM private.alias_states ORDER BY made_at, alias_id`)],
    retired: [...(await sql`SELECT * FROM private.retired_names`)],
    settings: [...(await sql`SELECT * FROM private.settings`)],
  });
  const before = await everything();
  const unchanged = async () => {
    await sql`DELETE FROM auth.users WHERE email NOT IN (${JANE}, ${EVE}) OR email IS NULL`;
    assert.deepEqual(await everything(), before, 'something has changed');
  };

  const [janes, kims] = before.aliases;
  assert.ok(janes && kims);
  return { unchanged, sql, users, screen, jane, eve, janes, kims, states: before.states };
}
