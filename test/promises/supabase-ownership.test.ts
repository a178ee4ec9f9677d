import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Row } from 'postgres';
import { postgresServer } from '#support/postgres.ts';
import { migrateSupabase, supabaseProject } from '#support/supabase.ts';
import { supabaseUsers } from '#support/supabase-users.ts';
import {
  type Answer,
  told,
  SupabaseScreen,
  ticketOf,
  type Visitor,
} from '#support/supabase-visitor.ts';

const server = await postgresServer(after);
const project = await supabaseProject(server, after);
const { sql } = project;
const users = supabaseUsers(project.urlFor('supabase_auth_admin'), after);
const screen = new SupabaseScreen(project);

const REAL = 'jane@example.org';
const OTHER = 'eve@example.org';
const ALIAS = 'alias-1234@a.test';
const TICKET = ticketOf('the browser that made the row');
const creator: Visitor = { names: REAL, ticket: TICKET };
const stranger: Visitor = { names: REAL, ticket: ticketOf('another browser') };
const withoutTicket: Visitor = { names: REAL };

const setMode = (value: string) => sql`
  INSERT INTO private.settings (name, value) VALUES ('ownership', ${value})
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const confirmedSince = (since: number) => setMode(`confirmed ${since}`);

const stateOf = async (real: string) => {
  const [row] = await sql`
    SELECT s.* FROM aliases AS a JOIN private.alias_states AS s ON s.alias_id = a.id WHERE real_email = ${real}`;
  return row;
};

/** The one row of an answer. */
function one(answer: Answer): Row {
  assert.ok(typeof answer !== 'string', `refused with ${told(answer)}`);
  const [row, ...others] = answer;
  assert.ok(row && others.length === 0, `${answer.length} rows`);
  return row;
}

/** Until a statement waits for the end of another transaction. */
async function untilSomebodyWaits() {
  const waiting = () => sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
  while ((await waiting()).length === 0) await delay(5);
}

/** The owner's session in some browser, which has no ticket. */
async function owner(real = REAL): Promise<Visitor> {
  await users.ask(real);
  return { names: real, claims: await users.useLetter(real) };
}

beforeEach(async () => {
  await sql`DELETE FROM auth.users`;
  await sql`DELETE FROM aliases`;
  await sql`TRUNCATE private.alias_states, private.retired_names, private.history, private.history_days, private.creations`;
  await confirmedSince(1_000_000_000_000);
});

describe('O19: who gets what on Supabase', () => {
  type Asker = 'creator' | 'stranger' | 'no ticket' | 'owner' | 'session of another';
  const ALL: Asker[] = ['creator', 'stranger', 'no ticket', 'owner', 'session of another'];
  /** The columns of the table, and who of all sees and switches the row there. The owner's session begins before or after. */
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
      // In `confirmed` the owner's session confirms the row: it has no unconfirmed one.
      if (mode === 'confirmed' && !confirmed && asker === 'owner') continue;
      test(`${name}: ${asker}`, async () => {
        if (mode === 'open' && !confirmed) await setMode('open');
        const { id } = one(await screen.make(creator, REAL, ALIAS));
        const visitors: Record<Asker, () => Promise<Visitor>> = {
          creator: async () => creator,
          stranger: async () => stranger,
          'no ticket': async () => withoutTicket,
          owner: () => owner(),
          'session of another': async () => ({ ...stranger, claims: (await owner(OTHER)).claims }),
        };
        if (confirmed) await owner();
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

describe('confirmation on Supabase', () => {
  test('one use of a letter confirms the row; the ticket is dead', async () => {
    one(await screen.make(creator, REAL, ALIAS));
    await users.ask(REAL);
    assert.equal(
      (await stateOf(REAL))?.confirmed_at,
      null,
      'a letter that is sent confirms nothing',
    );
    await users.useLetter(REAL);
    const state = await stateOf(REAL);
    assert.ok(Math.abs(Number(state?.confirmed_at) - Date.now()) < 60_000);
    assert.equal(state?.ticket, null);
  });

  test('a user who is known already confirms by a letter, and not by a password', async () => {
    await owner();
    one(await screen.make(creator, REAL, ALIAS));
    const byPassword = await users.signIn(REAL, 'password');
    await users.refresh(byPassword);
    assert.equal((await stateOf(REAL))?.confirmed_at, null);
    await users.ask(REAL);
    assert.equal((await stateOf(REAL))?.confirmed_at, null);
    await users.useLetter(REAL);
    assert.notEqual((await stateOf(REAL))?.confirmed_at, null);
  });

  test('an owner with a session needs no second letter, and no ticket', async () => {
    const visitor = await owner();
    one(await screen.make(visitor, REAL, ALIAS));
    assert.notEqual((await stateOf(REAL))?.confirmed_at, null);
  });

  test('in open nothing is confirmed; after the change of mode the refresh of the session confirms', async () => {
    await setMode('open');
    one(await screen.make(creator, REAL, ALIAS));
    const { claims } = await owner();
    assert.equal((await stateOf(REAL))?.confirmed_at, null);
    await confirmedSince(Date.now());
    await users.refresh(claims ?? {});
    assert.notEqual((await stateOf(REAL))?.confirmed_at, null);
  });

  test('an address in capitals is the same', async () => {
    one(await screen.make(creator, REAL, ALIAS));
    const visitor = await owner('Jane@Example.org');
    one(await screen.look({ ...visitor, names: REAL }, REAL));
  });

  test('O08: never switched by the ticket after a confirmation, whoever comes first', async () => {
    for (let round = 0; round < 20; round += 1) {
      const real = `race${round}@example.org`;
      const browser = { names: real, ticket: TICKET };
      const { id } = one(await screen.make(browser, real, `alias-${2000 + round}@a.test`));
      await users.ask(real);
      const [switched] = await Promise.all([screen.switchOff(browser, id), users.useLetter(real)]);
      assert.ok(Array.isArray(switched), `refused with ${told(switched)}`);
      assert.deepEqual(await screen.switchOff(browser, id), []);
    }
  });

  test('O08: a switch by the ticket waits for a confirmation that is under way, and then finds nothing', async () => {
    const { id } = one(await screen.make(creator, REAL, ALIAS));
    let switched: Promise<Answer> | undefined;
    await sql.begin(async (other) => {
      await other`SELECT private.confirm(${REAL})`;
      switched = screen.switchOff(creator, id);
      while (
        (await sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`).length === 0
      ) {
        await delay(5);
      }
    });
    assert.deepEqual(await switched, []);
    assert.equal(one([...(await sql`SELECT active FROM aliases`)]).active, true);
  });
});

describe('what an owner can do on Supabase', () => {
  test('pause for two days at most, and end the pause', async () => {
    const visitor = await owner();
    const { id } = one(await screen.make(visitor, REAL, ALIAS));
    const hence = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    const until = hence(8);
    assert.deepEqual(await screen.pause(visitor, id, until.toISOString()), [
      { alias_id: id, paused_until: until },
    ]);
    assert.equal(Number((await stateOf(REAL))?.paused_until), until.getTime());
    assert.deepEqual(await screen.pauseOf(visitor, id), [{ alias_id: id, paused_until: until }]);
    for (const far of [hence(49).toISOString(), 'infinity']) {
      assert.equal(await screen.pause(visitor, id, far), '23514');
    }
    assert.equal(Number((await stateOf(REAL))?.paused_until), until.getTime());
    for (const over of [null, hence(-1).toISOString(), '-infinity']) {
      await screen.pause(visitor, id, until.toISOString());
      assert.deepEqual(await screen.pause(visitor, id, over), [
        { alias_id: id, paused_until: null },
      ]);
      assert.equal((await stateOf(REAL))?.paused_until, null);
    }
  });

  test('O14: delete the alias; its name is never given again, also not in a race', async () => {
    const visitor = await owner();
    const { id } = one(await screen.make(visitor, REAL, ALIAS));
    await sql`INSERT INTO private.history VALUES (${id}, 1, 'refused', 'b.test', 'spam', 550, 'mx.b.test')`;
    await sql`INSERT INTO private.history_days VALUES (${id}, 0, 3)`;
    // Whoever comes past the policies while the deletion is under way waits for its end, and sees the retired name then.
    let raced: Promise<unknown> | undefined;
    await project.request(
      { headers: { 'x-real-email': REAL }, claims: visitor.claims ?? {} },
      async (as) => {
        await as`DELETE FROM aliases WHERE id = ${id}`;
        assert.equal(await screen.make({ names: OTHER, ticket: TICKET }, OTHER, ALIAS), '23505');
        raced = assert.rejects(
          sql`INSERT INTO aliases (real_email, alias_email) VALUES (${OTHER}, ${ALIAS})`.execute(),
          { code: '23505' },
        );
        await untilSomebodyWaits();
        return [];
      },
    );
    await raced;
    assert.equal(await screen.make(visitor, REAL, ALIAS), '23505');
    for (const table of ['alias_states', 'history', 'history_days']) {
      assert.equal((await sql`SELECT 1 FROM private.${sql(table)}`).length, 0, table);
    }
    assert.deepEqual(
      [...(await sql`SELECT alias_email FROM private.retired_names`)],
      [{ alias_email: ALIAS }],
    );
    one(await screen.make(visitor, REAL, 'alias-1235@a.test'));
  });

  test('a retired name is told by the name of the index, as a taken one', async () => {
    await sql`INSERT INTO private.retired_names VALUES (${ALIAS}, 1)`;
    await assert.rejects(
      project.request(
        { headers: { 'x-real-email': REAL, 'x-alias-ticket': TICKET } },
        (as) => as`INSERT INTO aliases (real_email, alias_email) VALUES (${REAL}, ${ALIAS})`,
      ),
      {
        message: 'duplicate key value violates unique constraint "aliases_alias_email"',
        code: '23505',
      },
    );
  });

  test('with a second factor nothing is deleted without it', async () => {
    const visitor = await owner();
    const { id } = one(await screen.make(visitor, REAL, ALIAS));
    await users.addFactor(REAL);
    assert.deepEqual(await screen.remove(visitor, id), []);
    const stepped = { ...visitor, claims: { ...visitor.claims, aal: 'aal2' } };
    one(await screen.remove(stepped, id));
  });

  test('O15: change the address; an unconfirmed row there goes, a confirmed one forbids it', async () => {
    const NEW = 'jane@example.net';
    const { names, claims } = await owner();
    const { id } = one(await screen.make({ names, claims }, REAL, ALIAS));
    one(await screen.make({ names: NEW, ticket: TICKET }, NEW, 'alias-1235@a.test'));
    await users.changeAddress(REAL, NEW);
    assert.equal(one(await screen.look({ names: NEW, claims }, NEW)).id, id);
    assert.deepEqual(await screen.look({ names: REAL, claims }, REAL), []);
    assert.equal((await sql`SELECT 1 FROM aliases`).length, 1);

    const third = 'kim@example.org';
    one(await screen.make(await owner(third), third, 'alias-1236@a.test'));
    await sql`DELETE FROM auth.sessions WHERE user_id IN (SELECT id FROM auth.users WHERE email = ${third})`;
    await assert.rejects(users.changeAddress(NEW, third), { code: '23505' });
    assert.equal(one(await screen.look({ names: NEW, claims }, NEW)).id, id);
  });

  for (const way of ['delete', 'deleteSoftly'] as const) {
    test(`O16: a user who is deleted (${way}) takes the alias along, and leaves the retired name`, async () => {
      one(await screen.make(await owner(), REAL, ALIAS));
      await users[way](REAL);
      assert.equal((await sql`SELECT 1 FROM aliases`).length, 0);
      assert.equal((await sql`SELECT 1 FROM private.alias_states`).length, 0);
      assert.equal((await sql`SELECT 1 FROM private.retired_names`).length, 1);
    });
  }

  test('a user who never confirmed the address takes nothing along', async () => {
    one(await screen.make(creator, REAL, ALIAS));
    await users.ask(REAL);
    await users.delete(REAL);
    assert.equal((await sql`SELECT 1 FROM aliases`).length, 1);
  });

  test('the name of a row that nobody confirmed returns to the pool, unless it forwarded in open', async () => {
    const since = Date.now();
    await setMode('open');
    one(await screen.make({ names: REAL }, REAL, ALIAS));
    await confirmedSince(since + 60_000);
    await sql`DELETE FROM aliases`;
    await confirmedSince(since - 60_000);
    one(await screen.make(creator, REAL, 'alias-1235@a.test'));
    await sql`DELETE FROM aliases`;
    assert.deepEqual(
      [...(await sql`SELECT alias_email FROM private.retired_names`)],
      [{ alias_email: ALIAS }],
    );
  });
});

test('a project with aliases is brought up to date: nothing changes for anybody until the mode does', async () => {
  const older = await postgresServer(after);
  const before = await supabaseProject(older, after, '20261122000000');
  const old = new SupabaseScreen(before);
  const row = one(await old.make({ names: REAL }, REAL, 'alias-23456@a.test'));
  await migrateSupabase(before.urlFor('project'), '20261122000001');
  assert.deepEqual(await old.look({ names: REAL }, REAL), [row]);
  assert.equal(one(await old.switchOff({ names: REAL }, row.id)).active, false);
  await before.sql`INSERT INTO private.settings VALUES ('ownership', ${`confirmed ${Date.now() + 1000}`})`;
  assert.deepEqual(await old.look({ names: REAL }, REAL), []);
  // Its owner gets it by one letter.
  const owners = supabaseUsers(before.urlFor('supabase_auth_admin'), after);
  await owners.ask(REAL);
  const visitor = { names: REAL, claims: await owners.useLetter(REAL) };
  assert.equal(one(await old.look(visitor, REAL)).id, row.id);
  // The domain has five digits already, so five digits stay allowed.
  one(
    await old.make(
      { names: 'kim@example.org', ticket: TICKET },
      'kim@example.org',
      'alias-99999@a.test',
    ),
  );
});
