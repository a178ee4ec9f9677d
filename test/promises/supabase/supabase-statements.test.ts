/** Forbidden statements on Supabase, and ways around the visible rows. */

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { attackedProject, EVE, JANE, KIM, KIMS_TICKET, PERMISSION } from './supabase-attacked.ts';
import { ticketOf, told, type Visitor } from './supabase-visitor.ts';

const project = await attackedProject();
const { sql, screen, jane, eve, janes } = project;

/** object_not_in_prerequisite_state: a view that does not support the change */
const NO_SUCH_CHANGE = '55000';

describe('statements that no role may send', () => {
  afterEach(project.unchanged);

  const askers: [string, Visitor][] = [
    ['anon', { names: KIM, ticket: KIMS_TICKET }],
    ['the owner', { names: JANE, claims: jane }],
  ];
  const statements = [
    `UPDATE aliases SET real_email = '${EVE}'`,
    `UPDATE aliases SET alias_email = 'alias-1009@a.test'`,
    'UPDATE aliases SET id = gen_random_uuid()',
    'UPDATE aliases SET created_at = now()',
    `INSERT INTO aliases (real_email, alias_email, active) VALUES ('${JANE}', 'alias-1009@a.test', true)
     ON CONFLICT (real_email) WHERE length(split_part(alias_email, '@', 1)) < 16
     DO UPDATE SET real_email = excluded.real_email`,
    `INSERT INTO aliases (id, real_email, alias_email) VALUES (gen_random_uuid(), '${JANE}', 'alias-1009@a.test')
     ON CONFLICT (id) DO UPDATE SET active = false`,
    'TRUNCATE aliases',
    'SELECT * FROM private.alias_states',
    'SELECT * FROM private.retired_names',
    'SELECT * FROM private.history',
    'SELECT * FROM private.creations',
    `UPDATE private.alias_states SET confirmed_at = 1`,
    `UPDATE private.settings SET value = 'open'`,
    `UPDATE private.creation_limits SET block = 9999`,
    'SELECT private.owner_email()',
    'SELECT private.ticket()',
    'SELECT private.is_open()',
    `SELECT private.is_theirs('${janes.id}', '${JANE}')`,
    `SELECT private.is_theirs_to_change('${janes.id}', '${JANE}')`,
    `SELECT private.is_theirs_to_delete('${janes.id}', '${JANE}')`,
    `SELECT private.confirm('${KIM}')`,
    `SELECT private.move('${JANE}', '${EVE}')`,
    `SELECT private.forget('${JANE}')`,
    `SELECT private.hold('${JANE}')`,
    'SELECT private.names_left()',
    'SELECT private.client_address()',
    'UPDATE alias_states SET alias_id = gen_random_uuid()',
    'INSERT INTO alias_states (alias_id) VALUES (gen_random_uuid())',
    'DELETE FROM alias_states',
    'ALTER TABLE aliases DISABLE TRIGGER ALL',
    'DROP TRIGGER aliases_are_counted ON aliases',
    'CREATE TRIGGER mine BEFORE UPDATE ON aliases FOR EACH ROW EXECUTE FUNCTION private.pause()',
    `UPDATE auth.users SET email = '${EVE}'`,
    'SET LOCAL ROLE project',
  ];
  for (const [name, visitor] of askers) {
    for (const statement of statements) {
      test(`${name}: ${statement.split('\n', 1)[0]}`, async () => {
        const answer = await screen.ask(visitor, (as) => as.unsafe(statement));
        assert.ok(answer === PERMISSION || answer === NO_SUCH_CHANGE, told(answer));
      });
    }
  }
});

describe('other ways to a row', () => {
  afterEach(project.unchanged);

  test('a condition with a side channel does not reveal hidden rows', async () => {
    const curious = (as: TransactionSql) =>
      as`SELECT 1 / (CASE WHEN real_email = ${JANE} THEN 0 ELSE 1 END) FROM aliases`;
    assert.deepEqual(await screen.ask({ names: JANE, claims: eve }, curious), []);
    const pauses = (as: TransactionSql) =>
      as`SELECT 1 / (CASE WHEN alias_id = ${janes.id} THEN 0 ELSE 1 END) FROM alias_states`;
    assert.deepEqual(await screen.ask({ names: JANE, claims: eve }, pauses), []);
  });

  test('a select, an update and a deletion without filters are look-ups in an index', async () => {
    for (const statement of [
      'SELECT * FROM aliases',
      'UPDATE aliases SET active = true',
      'DELETE FROM aliases',
    ]) {
      const plan = await screen.ask(
        { names: KIM, ticket: KIMS_TICKET, claims: eve },
        async (as) => {
          await as`SET LOCAL enable_seqscan = off`;
          return as.unsafe(`EXPLAIN ${statement}`);
        },
      );
      assert.match(told(plan), /Index Cond: \(real_email = /, statement);
    }
  });

  test('an update or a deletion without filters reaches the own row alone', async () => {
    const all = (as: TransactionSql) => as`UPDATE aliases SET active = true RETURNING id`;
    assert.deepEqual(await screen.ask({ names: JANE, claims: jane }, all), [{ id: janes.id }]);
    assert.deepEqual(await screen.ask({ names: JANE, claims: eve }, all), []);
    const none = (as: TransactionSql) => as`DELETE FROM aliases RETURNING id`;
    assert.deepEqual(await screen.ask({ names: KIM, claims: jane, ticket: KIMS_TICKET }, none), []);
  });

  test('an insert that ignores duplicates leaves nothing behind', async () => {
    const ignoring = (as: TransactionSql) => as`
      INSERT INTO aliases (real_email, alias_email) VALUES (${JANE}, 'alias-1009@a.test') ON CONFLICT DO NOTHING`;
    assert.equal(await screen.ask({ names: JANE, ticket: ticketOf('another') }, ignoring), '23505');
  });

  test('no insert creates a confirmed row for another person’s address', async () => {
    const lee = 'lee@example.org';
    const made = await screen.make(
      { names: lee, claims: eve, ticket: KIMS_TICKET },
      lee,
      'alias-1010@a.test',
    );
    assert.ok(Array.isArray(made));
    const [state] =
      await sql`SELECT confirmed_at FROM private.alias_states WHERE alias_id = ${made[0]?.id}`;
    assert.deepEqual(state, { confirmed_at: null });
    await sql`DELETE FROM aliases WHERE real_email = ${lee}`;
  });

  test('a malformed ticket makes no alias', async () => {
    const lee = 'lee@example.org';
    for (const ticket of [
      '',
      'a',
      KIMS_TICKET.slice(1),
      `${KIMS_TICKET}A`,
      `${KIMS_TICKET.slice(1)}=`,
    ]) {
      const visitor = { names: lee, ticket };
      assert.equal(await screen.make(visitor, lee, 'alias-1011@a.test'), PERMISSION, ticket);
    }
  });

  test('no column of another row is reachable through embedding: nothing refers to the tables of private', async () => {
    const references = await sql`
      SELECT conname FROM pg_constraint WHERE contype = 'f' AND (
        conrelid::regclass::text IN ('aliases', 'alias_states') OR confrelid::regclass::text LIKE 'aliases')`;
    assert.equal(references.length, 0);
  });
});

test('PostgREST does not reach our functions, and none runs for everyone', async () => {
  const exposed = await sql`
    SELECT p.oid::regprocedure::text FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
    WHERE n.nspname = 'public'`;
  assert.deepEqual([...exposed], []);
  const open = await sql`
    SELECT p.oid::regprocedure::text AS name FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
    WHERE n.nspname = 'private' AND (p.proacl IS NULL OR p.proacl::text LIKE '%,=X%' OR p.proacl::text LIKE '{=X%')`;
  assert.deepEqual([...open], []);
  const paths = await sql`
    SELECT p.oid::regprocedure::text AS name FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
    WHERE n.nspname = 'private' AND p.prosecdef AND NOT coalesce(p.proconfig::text LIKE '%search_path%', false)`;
  assert.deepEqual([...paths], [], 'definer rights without a search path');
});
