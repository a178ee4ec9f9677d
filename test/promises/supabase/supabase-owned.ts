/** A Supabase project in `confirmed`, its users, and a screen. */

import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Row } from 'postgres';
import { supabaseProject } from './supabase.ts';
import { supabaseUsers } from './supabase-users.ts';
import { type Answer, SupabaseScreen, told, type Visitor } from './supabase-visitor.ts';

/** The start of `confirmed` unless a test sets another: long ago. */
export const LONG_AGO = 1_000_000_000_000;

export async function ownedProject() {
  const project = await supabaseProject(after);
  const { sql } = project;
  const users = supabaseUsers(project.urlFor('supabase_auth_admin'), after);

  /** @param value in the engine's form: `open`, or `confirmed` and milliseconds since 1970 */
  const setMode = async (value: string) => {
    await sql`
      INSERT INTO private.settings (name, value) VALUES ('ownership', ${value})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
  };

  const empty = async () => {
    await sql`DELETE FROM auth.users`;
    await sql`DELETE FROM aliases`;
    await sql`
      TRUNCATE private.alias_states, private.retired_names, private.history, private.history_days, private.complaints, private.creations`;
    await setMode(`confirmed ${LONG_AGO}`);
  };

  const screen = new SupabaseScreen(project);

  /** A browser in which an email to the address was used; it has no ticket. */
  const owner = async (real: string): Promise<Visitor> => {
    await users.ask(real);
    return { names: real, claims: await users.useLetter(real) };
  };

  return {
    ...project,
    /** For the time before each test. */
    empty,
    users,
    screen,
    owner,
    setMode,
    confirmedSince: (since: number) => setMode(`confirmed ${since}`),
    /** The state of the alias of an address. */
    stateOf: async (real: string): Promise<Row | undefined> => {
      const [row] = await sql`
        SELECT s.* FROM aliases AS a JOIN private.alias_states AS s ON s.alias_id = a.id
        WHERE real_email = ${real}`;
      return row;
    },
    /** An owner who keeps the alias that someone has made for the address. */
    keeper: async (real: string): Promise<Visitor> => {
      const visitor = await owner(real);
      const { alias_id } = one(await screen.unconfirmed(visitor));
      one(await screen.keep(visitor, alias_id));
      return visitor;
    },
    /** Resolves when a statement waits for another transaction. */
    untilSomebodyWaits: async (): Promise<void> => {
      const waiting = () => sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
      while ((await waiting()).length === 0);
    },
  };
}

/** The one row of an answer. */
export function one(answer: Answer): Row {
  assert.ok(typeof answer !== 'string', `refused with ${told(answer)}`);
  const [row, ...others] = answer;
  assert.ok(row && others.length === 0, `${answer.length} rows`);
  return row;
}
