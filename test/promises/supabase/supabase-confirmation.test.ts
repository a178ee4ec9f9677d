/** The ways to confirm an alias on Supabase, and the attempts that do not. */

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { one, ownedProject } from './supabase-owned.ts';
import { type Answer, ticketOf, type Visitor } from './supabase-visitor.ts';

const project = await ownedProject();
const { sql, screen, users, owner, keeper, setMode, confirmedSince, stateOf, untilSomebodyWaits } =
  project;

const REAL = 'jane@example.org';
const OTHER = 'eve@example.org';
const ALIAS = 'alias-1234@a.test';
const TICKET = ticketOf('the browser that made the row');
const creator: Visitor = { names: REAL, ticket: TICKET };

const confirmedAt = async (real = REAL) => (await stateOf(real))?.confirmed_at;

describe('confirmation on Supabase', () => {
  beforeEach(project.empty);

  test('an owner keeps what someone has made for the address; the ticket is invalid, and no one else can', async () => {
    const { id } = one(await screen.make(creator, REAL, ALIAS));
    const visitor = await owner(REAL);
    assert.deepEqual(await screen.look(visitor, REAL), [], 'it does not keep them from an alias');
    const row = one(await screen.unconfirmed({ ...visitor, ticket: TICKET }));
    const expected = { alias_id: id, alias_email: ALIAS, created_at: row.created_at, kept: false };
    assert.deepEqual(row, { ...expected, made_here: true });
    assert.equal(one(await screen.unconfirmed(visitor)).made_here, false);
    const others: Visitor[] = [
      creator,
      { names: REAL },
      { names: REAL, claims: (await owner(OTHER)).claims },
      { names: REAL, claims: await users.signIn(REAL, 'password') },
    ];
    for (const other of others) {
      assert.deepEqual(await screen.unconfirmed(other), []);
      assert.deepEqual(await screen.keep(other, id), []);
      assert.deepEqual(await screen.discard(other, id), []);
    }
    assert.equal(await screen.keep(visitor, id, false), '23514');
    assert.equal(await confirmedAt(), null);
    const before = Date.now();
    assert.equal(one(await screen.keep(visitor, id)).kept, true);
    const at = Number(await confirmedAt());
    // The database rounds to whole milliseconds.
    assert.ok(before - 1 <= at && at <= Date.now() + 1, `${at - before}`);
    assert.equal((await stateOf(REAL))?.ticket, null);
    one(await screen.look(visitor, REAL));
    assert.deepEqual(await screen.unconfirmed(visitor), []);
    assert.deepEqual(await screen.discard(visitor, id), [], 'it is confirmed');
  });

  test('no email, sign-in or refresh confirms what a stranger made for a person with a session, in any order', async () => {
    const person = await owner(REAL);
    const steps = {
      letter: async () => {
        await users.ask(REAL);
        await users.useLetter(REAL);
      },
      refresh: () => users.refresh(person.claims ?? {}),
      password: async () => users.refresh(await users.signIn(REAL, 'password')),
      deleted: () => sql`DELETE FROM aliases`,
    };
    const all = Object.values(steps);
    for (const [i, first] of all.entries()) {
      for (const then of [...all.slice(0, i), ...all.slice(i + 1)]) {
        for (const step of [first, then]) {
          // 23505: the stranger's earlier one is still there.
          await screen.make(creator, REAL, ALIAS);
          await step();
          for (const { confirmed_at } of await sql`SELECT confirmed_at FROM private.alias_states`) {
            assert.equal(confirmed_at, null);
          }
        }
      }
    }
  });

  test('while a stranger with 50 browsers makes aliases for a person with a session, her own is made at the first press', async () => {
    await sql`UPDATE private.creation_limits SET block = 10000, scarce = 10000, least = 10000`;
    const person = await owner(REAL);
    for (const begins of ['free', 'taken'] as const) {
      await sql`DELETE FROM aliases`;
      const number = begins === 'free' ? 2000 : 3000;
      if (begins === 'taken') one(await screen.make(creator, REAL, `alias-${number + 99}@a.test`));
      const stranger = (i: number) =>
        screen.make(
          { names: REAL, ticket: ticketOf(`browser ${i}`) },
          REAL,
          `alias-${number + i}@a.test`,
        );
      const [own] = await Promise.all([
        screen.make(person, REAL, `alias-${number + 50}@a.test`),
        ...Array.from({ length: 50 }, (_, i) => stranger(i)),
      ]);
      const { id } = one(own ?? []);
      const left = await sql`SELECT id FROM aliases`;
      assert.deepEqual([...left], [{ id }]);
      assert.notEqual(await confirmedAt(), null);
      assert.equal(await screen.make(person, REAL, `alias-${number + 98}@a.test`), '23505');
      await sql`DELETE FROM private.retired_names`;
    }
  });

  test('a row from before addresses were confirmed may be in use: its owner sees it, and it is not replaced', async () => {
    await setMode('open');
    const { id } = one(await screen.make(creator, REAL, ALIAS));
    const visitor = await owner(REAL);
    assert.deepEqual(await screen.unconfirmed(visitor), [], 'nothing is confirmed in open');
    await confirmedSince(Date.now() + 1000);
    assert.equal(await confirmedAt(), null);
    one(await screen.look(visitor, REAL));
    assert.equal(await screen.make(visitor, REAL, 'alias-1235@a.test'), '23505');
    assert.deepEqual(await screen.look({ names: REAL }, REAL), []);
    one(await screen.discard(visitor, id));
    one(await screen.make(visitor, REAL, 'alias-1235@a.test'));
    assert.equal((await sql`SELECT 1 FROM private.retired_names`).length, 1);
  });

  test('a session that a password began owns nothing, before and after the email to the address', async () => {
    one(await screen.make(creator, REAL, ALIAS));
    const eve = { names: REAL, claims: await users.signUpAtOnce(REAL) };
    assert.deepEqual(await screen.unconfirmed(eve), []);
    await keeper(REAL);
    assert.deepEqual(await screen.look(eve, REAL), []);
    assert.deepEqual(await screen.unconfirmed(eve), []);
  });

  test('an address in capitals is the same', async () => {
    one(await screen.make(creator, REAL, ALIAS));
    const { claims } = await keeper('Jane@Example.org');
    one(await screen.look({ claims, names: REAL }, REAL));
  });

  test('a switch by the ticket, or ‘Delete it’, waits for a pending confirmation, and then has no effect', async () => {
    for (const by of ['ticket', 'owner']) {
      await project.empty();
      const { id } = one(await screen.make(creator, REAL, ALIAS));
      const visitor = await owner(REAL);
      let changed: Promise<Answer> | undefined;
      await sql.begin(async (other) => {
        await other`UPDATE private.alias_states SET confirmed_at = 1, ticket = NULL`;
        changed = by === 'ticket' ? screen.switchOff(creator, id) : screen.discard(visitor, id);
        await untilSomebodyWaits();
      });
      assert.deepEqual(await changed, []);
      assert.equal(one([...(await sql`SELECT active FROM aliases`)]).active, true);
    }
  });

  test('a stranger’s switch of a row that is not theirs does not wait', async () => {
    const { id } = one(await screen.make(creator, REAL, ALIAS));
    const stranger = { names: REAL, ticket: ticketOf('another browser') };
    await sql.begin(async (other) => {
      await other`SELECT FROM private.alias_states FOR UPDATE`;
      assert.deepEqual(await screen.switchOff(stranger, id), []);
      assert.deepEqual(await screen.remove(await owner(OTHER), id), []);
    });
  });

  test('two rows of an address are locked together', async () => {
    one(await screen.make(await owner(REAL), REAL, ALIAS));
    await sql`INSERT INTO aliases (real_email, alias_email) VALUES (${REAL}, 'alias-4829107735@a.test')`;
    const [held] = await sql`SELECT private.hold(${REAL}) AS confirmed`;
    assert.equal(held?.confirmed, true);
  });

  test('no function with the rights of its owner finds a visitor’s temporary objects first', async () => {
    const paths = await sql`
      SELECT proname, array_to_string(proconfig, ',') AS settings FROM pg_proc
      WHERE prosecdef AND pronamespace NOT IN ('pg_catalog'::regnamespace, 'auth'::regnamespace)`;
    assert.ok(paths.length > 20);
    for (const { proname, settings } of paths) {
      assert.equal(settings, 'search_path=pg_catalog, pg_temp', proname);
    }
  });
});
