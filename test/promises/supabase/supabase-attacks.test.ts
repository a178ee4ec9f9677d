/**
 * Attempts on Supabase to see, switch, take or delete an alias, by a browser that is neither the owner's nor the creator's;
 * forbidden statements, and ways around the visible rows.
 */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { ownedProject } from './supabase-owned.ts';
import { ticketOf, told, type Visitor } from './supabase-visitor.ts';

// Jane owns her alias; Kim's was made by a browser with a ticket and is not confirmed; Eve has her own session.
const JANE = 'jane@example.org';
const KIM = 'kim@example.org';
const EVE = 'eve@example.org';
const KIMS_TICKET = ticketOf('the browser of kim');

/** insufficient_privilege */
const PERMISSION = '42501';
/** object_not_in_prerequisite_state: a view that does not support the change */
const NO_SUCH_CHANGE = '55000';

const { sql, users, screen, owner, empty } = await ownedProject();
await empty();
const { claims: jane } = await owner(JANE);
await screen.make({ names: JANE, claims: jane }, JANE, 'alias-1001@a.test');
await screen.make({ names: KIM, ticket: KIMS_TICKET }, KIM, 'alias-1002@a.test');
const { claims: eve } = await owner(EVE);
assert.ok(jane && eve);

const everything = async () => ({
  aliases: [...(await sql`SELECT * FROM aliases ORDER BY alias_email`)],
  states: [...(await sql`SELECT * FROM private.alias_states ORDER BY made_at, alias_id`)],
  retired: [...(await sql`SELECT * FROM private.retired_names`)],
  settings: [...(await sql`SELECT * FROM private.settings`)],
});
const before = await everything();
const { states } = before;
const [janes, kims] = before.aliases;
assert.ok(janes && kims);
const unchanged = async () => {
  await sql`DELETE FROM auth.users WHERE email NOT IN (${JANE}, ${EVE}) OR email IS NULL`;
  assert.deepEqual(await everything(), before, 'something has changed');
};

type Asker = Visitor | (() => Promise<Visitor>);

const janesWith = (change: object) => ({ claims: { ...jane, ...change } });
const evesWith = (change: object) => ({ claims: { ...eve, ...change } });

/** By the alias that they are after. */
const WITHOUT_RIGHT: Record<string, Record<string, Asker>> = {
  [KIM]: {
    'another ticket': { ticket: ticketOf('another browser') },
    'no ticket': {},
    'an empty ticket': { ticket: '' },
    'a cut ticket': { ticket: KIMS_TICKET.slice(0, -1) },
    'a repeated ticket': { ticket: KIMS_TICKET.repeat(2) },
    'a ticket twice, as proxies join fields': { ticket: `${KIMS_TICKET}, ${KIMS_TICKET}` },
    'a ticket with a line break': { ticket: `${KIMS_TICKET}\n` },
    'a ticket of 10 kB': { ticket: KIMS_TICKET.repeat(240) },
    'a ticket that is null': { ticket: null },
    'a ticket that is a list': { ticket: [KIMS_TICKET] },
    'the hash of the ticket': { ticket: states.find(({ ticket }) => ticket)?.ticket },
    'a ticket under another name': { headers: { 'X-Alias-Ticket': KIMS_TICKET } },
    'an anonymous user with the address': async () => ({ claims: await users.anonymous(KIM) }),
    'an anonymous user whose token denies it': async () => ({
      claims: { ...(await users.anonymous(KIM)), is_anonymous: false },
    }),
    'a user who has not confirmed the address': async () => {
      await users.ask(KIM);
      return { claims: await users.signIn(KIM, 'otp') };
    },
    'an anonymous user confirmed by hand': async () => {
      await users.anonymous(KIM);
      await sql`UPDATE auth.users SET email_confirmed_at = now() WHERE email = ${KIM}`;
      const claims = await users.signIn(KIM, 'otp');
      await users.refresh(claims);
      return { claims };
    },
    'a user of a company’s identity provider, which asserts the address': async () => {
      await sql`INSERT INTO auth.users (id, email, email_confirmed_at, is_sso_user) VALUES (${randomUUID()}, 'Kim@example.org', now(), true)`;
      const claims = await users.signIn('Kim@example.org', 'otp');
      await users.refresh(claims);
      return { claims };
    },
  },
  [JANE]: {
    'the ticket of another row': { ticket: KIMS_TICKET },
    'another user’s session': { claims: eve },
    'another user’s session, in the browser with that ticket': { claims: eve, ticket: KIMS_TICKET },
    'a token whose claim still has the user’s former address': janesWith({
      sub: eve.sub,
      session_id: eve.session_id,
    }),
    'another address in user_metadata': evesWith({
      user_metadata: { email: JANE, email_verified: true },
    }),
    'another address in app_metadata': evesWith({ app_metadata: { email: JANE } }),
    'the owner’s claims without a session': janesWith({ session_id: undefined }),
    'the owner’s claims with another user’s session': janesWith({ session_id: eve.session_id }),
    'the owner’s claims with an unknown session': janesWith({ session_id: randomUUID() }),
    'the owner’s claims with an invalid session': janesWith({ session_id: '*' }),
    'the role anon with the owner’s claims': janesWith({ role: 'anon' }),
    'a method in the token alone': async () => ({
      claims: { ...(await users.signIn(JANE, 'password')), amr: [{ method: 'otp', timestamp: 0 }] },
    }),
    'a password from a stranger’s sign-up with the address': async () => ({
      claims: await users.signIn(JANE, 'password'),
    }),
    'an ended session': async () => {
      const { claims } = await owner(JANE);
      await users.signOut(claims ?? {});
      return { claims };
    },
    'an anonymous user': async () => ({ claims: await users.anonymous() }),
  },
};

describe('callers without any right: they see, switch, pause and delete nothing', () => {
  afterEach(unchanged);

  for (const [names, askers] of Object.entries(WITHOUT_RIGHT)) {
    const row = names === JANE ? janes : kims;
    for (const [name, asker] of Object.entries(askers)) {
      test(name, async () => {
        const visitor: Visitor = {
          names,
          ...(typeof asker === 'function' ? await asker() : asker),
        };
        assert.deepEqual(await screen.look(visitor, names), []);
        assert.deepEqual(await screen.exists(visitor, row.alias_email), []);
        assert.deepEqual(await screen.switchOff(visitor, row.id), []);
        assert.deepEqual(await screen.switchQuietly(visitor, row.id), [{ count: 0 }]);
        assert.deepEqual(await screen.pauseOf(visitor, row.id), []);
        assert.deepEqual(await screen.pause(visitor, row.id, new Date().toISOString()), []);
        assert.deepEqual(await screen.remove(visitor, row.id), []);
        const taken = await screen.make(visitor, names, 'alias-1003@a.test');
        assert.ok(taken === '23505' || taken === PERMISSION, told(taken));
      });
    }
  }
});

describe('statements that no role may send', () => {
  afterEach(unchanged);

  const askers: Record<string, Visitor> = {
    anon: { names: KIM, ticket: KIMS_TICKET },
    'the owner': { names: JANE, claims: jane },
  };
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
    `INSERT INTO aliases (id, real_email, alias_email) VALUES (gen_random_uuid(), '${JANE}', 'alias-1009@a.test')`,
    `INSERT INTO aliases (created_at, real_email, alias_email) VALUES (now(), '${JANE}', 'alias-1009@a.test')`,
    'TRUNCATE aliases',
    'SELECT * FROM private.settings',
    'SELECT * FROM private.ledger',
    'SELECT * FROM private.alias_domains',
    "INSERT INTO private.alias_domains VALUES ('x.test')",
    'SELECT private.requester()',
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
    'ALTER TABLE aliases DISABLE ROW LEVEL SECURITY',
    'CREATE TABLE mine (a int)',
    'SET LOCAL ROLE project',
    'SET LOCAL ROLE veilpost_engine',
    "SELECT pg_read_file('/etc/passwd')",
    'SELECT * FROM pg_authid',
  ];
  for (const [name, visitor] of Object.entries(askers)) {
    test(name, async () => {
      for (const statement of statements) {
        const answer = await screen.ask(visitor, (as) => as.unsafe(statement));
        assert.ok(answer === PERMISSION || answer === NO_SUCH_CHANGE, statement + told(answer));
      }
    });
  }
});

describe('other ways to a row', () => {
  afterEach(unchanged);

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
    const cut = KIMS_TICKET.slice(1);
    for (const ticket of ['', 'a', cut, `${KIMS_TICKET}A`, `${cut}=`]) {
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
});
