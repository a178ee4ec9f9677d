/** O19: whoever is not the owner, or not the browser that made the row, tries to see, switch, take or delete what is on Supabase. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { postgresServer } from '#support/postgres.ts';
import { supabaseProject } from '#support/supabase.ts';
import { type Claims, supabaseUsers } from '#support/supabase-users.ts';
import { SupabaseScreen, ticketOf, told, type Visitor } from '#support/supabase-visitor.ts';

const project = await supabaseProject(await postgresServer(after), after);
const { sql } = project;
const users = supabaseUsers(project.urlFor('supabase_auth_admin'), after);
const screen = new SupabaseScreen(project);

const JANE = 'jane@example.org';
const KIM = 'kim@example.org';
const EVE = 'eve@example.org';
const KIMS_TICKET = ticketOf('the browser of kim');

await sql`INSERT INTO private.settings VALUES ('ownership', 'confirmed 1000000000000')`;
await users.ask(JANE);
const jane: Claims = await users.useLetter(JANE);
await screen.make({ names: JANE, claims: jane }, JANE, 'alias-1001@a.test');
await screen.make({ names: KIM, ticket: KIMS_TICKET }, KIM, 'alias-1002@a.test');
await users.ask(EVE);
const eve: Claims = await users.useLetter(EVE);
const [janes] = await sql`SELECT * FROM aliases WHERE real_email = ${JANE}`;
const [kims] = await sql`SELECT * FROM aliases WHERE real_email = ${KIM}`;

const everything = async () => ({
  aliases: [...(await sql`SELECT * FROM aliases ORDER BY alias_email`)],
  states: [...(await sql`SELECT * FROM private.alias_states ORDER BY made_at, alias_id`)],
  retired: [...(await sql`SELECT * FROM private.retired_names`)],
  settings: [...(await sql`SELECT * FROM private.settings`)],
});
const before = await everything();
afterEach(async () => {
  await sql`DELETE FROM auth.users WHERE email NOT IN (${JANE}, ${EVE}) OR email IS NULL`;
  assert.deepEqual(await everything(), before, 'something has changed');
});

/** insufficient_privilege; object_not_in_prerequisite_state: a view that takes no such change */
const PERMISSION = '42501';
const NO_SUCH_CHANGE = '55000';

describe('O19: askers who are nobody: they see, switch, pause and delete nothing', () => {
  const outOfDate = { ...jane, sub: eve.sub, session_id: eve.session_id };
  const askers: [name: string, names: string, asker: Visitor | (() => Promise<Visitor>)][] = [
    ['another ticket', KIM, { ticket: ticketOf('another browser') }],
    ['no ticket', KIM, {}],
    ['an empty ticket', KIM, { ticket: '' }],
    ['a ticket that is cut', KIM, { ticket: KIMS_TICKET.slice(0, -1) }],
    ['a ticket that is doubled', KIM, { ticket: KIMS_TICKET.repeat(2) }],
    ['a ticket twice, as proxies join fields', KIM, { ticket: `${KIMS_TICKET}, ${KIMS_TICKET}` }],
    ['a ticket with a line break', KIM, { ticket: `${KIMS_TICKET}\n` }],
    ['a ticket of 10 kB', KIM, { ticket: KIMS_TICKET.repeat(240) }],
    ['a ticket that is null', KIM, { ticket: null }],
    ['a ticket that is a list', KIM, { ticket: [KIMS_TICKET] }],
    ['the hash of the ticket', KIM, { ticket: before.states.find(({ ticket }) => ticket)?.ticket }],
    ['a ticket under another name', KIM, { headers: { 'X-Alias-Ticket': KIMS_TICKET } }],
    ['the ticket of another row', JANE, { ticket: KIMS_TICKET }],
    ['the session of another', JANE, { claims: eve }],
    [
      'the session of another, whose browser has that ticket',
      JANE,
      { claims: eve, ticket: KIMS_TICKET },
    ],
    [
      'a token whose claim still has an address that the user has no more',
      JANE,
      { claims: outOfDate },
    ],
    [
      'another address in user_metadata',
      JANE,
      { claims: { ...eve, user_metadata: { email: JANE, email_verified: true } } },
    ],
    [
      'another address in app_metadata',
      JANE,
      { claims: { ...eve, app_metadata: { email: JANE } } },
    ],
    [
      'the claims of the owner without a session',
      JANE,
      { claims: { ...jane, session_id: undefined } },
    ],
    [
      'the claims of the owner with the session of another',
      JANE,
      { claims: { ...jane, session_id: eve.session_id } },
    ],
    [
      'the claims of the owner with a session that is unknown',
      JANE,
      { claims: { ...jane, session_id: randomUUID() } },
    ],
    [
      'the claims of the owner with a session that is none',
      JANE,
      { claims: { ...jane, session_id: '*' } },
    ],
    ['the role anon with the claims of the owner', JANE, { claims: { ...jane, role: 'anon' } }],
    [
      'a method that the token alone has',
      JANE,
      async () => {
        const claims = await users.signIn(JANE, 'password');
        return { claims: { ...claims, amr: [{ method: 'otp', timestamp: 0 }] } };
      },
    ],
    [
      'a password that somebody gave when he signed up with the address',
      JANE,
      async () => ({ claims: await users.signIn(JANE, 'password') }),
    ],
    [
      'a session that has ended',
      JANE,
      async () => {
        await users.ask(JANE);
        const claims = await users.useLetter(JANE);
        await users.signOut(claims);
        return { claims };
      },
    ],
    ['an anonymous user', JANE, async () => ({ claims: await users.anonymous() })],
    [
      'an anonymous user who has named the address',
      KIM,
      async () => ({ claims: await users.anonymous(KIM) }),
    ],
    [
      'an anonymous user whose token denies it',
      KIM,
      async () => ({ claims: { ...(await users.anonymous(KIM)), is_anonymous: false } }),
    ],
    [
      'a user who has not confirmed the address',
      KIM,
      async () => {
        await users.ask(KIM);
        return { claims: await users.signIn(KIM, 'otp') };
      },
    ],
    [
      'an anonymous user whom somebody has confirmed by hand',
      KIM,
      async () => {
        await users.anonymous(KIM);
        await sql`UPDATE auth.users SET email_confirmed_at = now() WHERE email = ${KIM}`;
        const claims = await users.signIn(KIM, 'otp');
        await users.refresh(claims);
        return { claims };
      },
    ],
    [
      'a user of an identity provider of a company, who asserts the address',
      KIM,
      async () => {
        await sql`INSERT INTO auth.users (id, email, email_confirmed_at, is_sso_user) VALUES (${randomUUID()}, 'Kim@example.org', now(), true)`;
        const claims = await users.signIn('Kim@example.org', 'otp');
        await users.refresh(claims);
        return { claims };
      },
    ],
  ];

  for (const [name, names, asker] of askers) {
    test(name, async () => {
      const visitor: Visitor = { names, ...(typeof asker === 'function' ? await asker() : asker) };
      const id = String((names === JANE ? janes : kims)?.id);
      const alias = String((names === JANE ? janes : kims)?.alias_email);
      assert.deepEqual(await screen.look(visitor, names), []);
      assert.deepEqual(await screen.exists(visitor, alias), []);
      assert.deepEqual(await screen.switchOff(visitor, id), []);
      assert.deepEqual(await screen.switchQuietly(visitor, id), [{ count: 0 }]);
      assert.deepEqual(await screen.pauseOf(visitor, id), []);
      assert.deepEqual(await screen.pause(visitor, id, new Date().toISOString()), []);
      assert.deepEqual(await screen.remove(visitor, id), []);
      const taken = await screen.make(visitor, names, 'alias-1003@a.test');
      assert.ok(taken === '23505' || taken === PERMISSION, told(taken));
    });
  }
});

describe('O19: statements that nobody may send, whoever it is', () => {
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
     ON CONFLICT (real_email) DO UPDATE SET real_email = excluded.real_email`,
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
    `SELECT private.is_theirs('${janes?.id}', '${JANE}')`,
    `SELECT private.is_theirs_to_change('${janes?.id}', '${JANE}')`,
    `SELECT private.is_theirs_to_delete('${janes?.id}', '${JANE}')`,
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

describe('O19: other ways to a row', () => {
  test('a condition that tells what it is asked about learns nothing of rows that are not seen', async () => {
    const curious = (as: TransactionSql) =>
      as`SELECT 1 / (CASE WHEN real_email = ${JANE} THEN 0 ELSE 1 END) FROM aliases`;
    assert.deepEqual(await screen.ask({ names: JANE, claims: eve }, curious), []);
    const pauses = (as: TransactionSql) =>
      as`SELECT 1 / (CASE WHEN alias_id = ${janes?.id} THEN 0 ELSE 1 END) FROM alias_states`;
    assert.deepEqual(await screen.ask({ names: JANE, claims: eve }, pauses), []);
  });

  test('an update or a deletion without filters reaches the own row alone', async () => {
    const all = (as: TransactionSql) => as`UPDATE aliases SET active = true RETURNING id`;
    assert.deepEqual(await screen.ask({ names: JANE, claims: jane }, all), [{ id: janes?.id }]);
    assert.deepEqual(await screen.ask({ names: JANE, claims: eve }, all), []);
    const none = (as: TransactionSql) => as`DELETE FROM aliases RETURNING id`;
    assert.deepEqual(await screen.ask({ names: KIM, claims: jane, ticket: KIMS_TICKET }, none), []);
  });

  test('an insert that is told to ignore duplicates leaves nothing behind', async () => {
    const ignoring = (as: TransactionSql) => as`
      INSERT INTO aliases (real_email, alias_email) VALUES (${JANE}, 'alias-1009@a.test') ON CONFLICT DO NOTHING`;
    assert.equal(await screen.ask({ names: JANE, ticket: ticketOf('another') }, ignoring), '23505');
  });

  test('nobody is born confirmed for the address of another', async () => {
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

  test('a ticket that has not its form makes no alias', async () => {
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

  test('no column of another row can be got through embedding: nothing refers to the tables of private', async () => {
    const references = await sql`
      SELECT conname FROM pg_constraint WHERE contype = 'f' AND (
        conrelid::regclass::text IN ('aliases', 'alias_states') OR confrelid::regclass::text LIKE 'aliases')`;
    assert.equal(references.length, 0);
  });
});

test('no function of ours is within reach of PostgREST, and none runs for everybody', async () => {
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
