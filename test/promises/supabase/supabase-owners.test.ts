/** An owner's actions on the alias on Supabase, and the rows left after them. */

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { one, ownedProject } from './supabase-owned.ts';
import { ticketOf, type Visitor } from './supabase-visitor.ts';

const project = await ownedProject();
const { sql, request, screen, users, owner, setMode, confirmedSince, stateOf, untilSomebodyWaits } =
  project;

const OTHER = 'eve@example.org';
const REAL = 'jane@example.org';
const ALIAS = 'alias-1234@a.test';
const TICKET = ticketOf('the browser that made the row');
const creator: Visitor = { names: REAL, ticket: TICKET };

describe('actions of an owner on Supabase', () => {
  beforeEach(project.empty);

  test('pause for two days at most, and end the pause', async () => {
    const visitor = await owner(REAL);
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

  test('a session names its address itself: the header x-real-email may be missing', async () => {
    const { claims } = await owner(REAL);
    const { id } = one(await screen.make({ names: REAL, claims }, REAL, ALIAS));
    one(await screen.look({ claims }, REAL));
    one(await screen.switchOff({ claims }, id));
    one(await screen.pause({ claims }, id, null));
    one(await screen.remove({ claims }, id));
  });

  test('delete the alias; its name is never given again, even in a race', async () => {
    const visitor = await owner(REAL);
    const { id } = one(await screen.make(visitor, REAL, ALIAS));
    await sql`INSERT INTO private.history VALUES (${id}, 1, 'refused', 'b.test', 'spam', 550, 'mx.b.test')`;
    await sql`INSERT INTO private.history_days VALUES (${id}, 0, 3)`;
    await sql`INSERT INTO private.complaints VALUES (${id}, 0, 3)`;
    // An insert past the policies during the deletion waits for its end, and then sees the retired name.
    let raced: Promise<unknown> | undefined;
    await request(
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
    for (const table of ['alias_states', 'history', 'history_days', 'complaints']) {
      assert.equal((await sql`SELECT 1 FROM private.${sql(table)}`).length, 0, table);
    }
    assert.deepEqual(
      [...(await sql`SELECT alias_email FROM private.retired_names`)],
      [{ alias_email: ALIAS }],
    );
    one(await screen.make(visitor, REAL, 'alias-1235@a.test'));
  });

  test('a retired name is reported by the name of the index, like a name that is in use', async () => {
    await sql`INSERT INTO private.retired_names VALUES (${ALIAS}, 1)`;
    await assert.rejects(
      request(
        { headers: { 'x-real-email': REAL, 'x-alias-ticket': TICKET } },
        (as) => as`INSERT INTO aliases (real_email, alias_email) VALUES (${REAL}, ${ALIAS})`,
      ),
      {
        message: 'duplicate key value violates unique constraint "aliases_alias_email"',
        code: '23505',
      },
    );
  });

  test('with a second factor nothing is deleted without it; one that a stranger’s session has enrolled does not stop the owner’s switch', async () => {
    const visitor = await owner(REAL);
    const { id } = one(await screen.make(visitor, REAL, ALIAS));
    await users.signIn(REAL, 'password');
    await users.addFactor(REAL);
    assert.deepEqual(await screen.remove(visitor, id), []);
    assert.equal(one(await screen.switchOff(visitor, id)).active, false);
    one(await screen.remove({ ...visitor, claims: { ...visitor.claims, aal: 'aal2' } }, id));
  });

  test('change the address; an unconfirmed row there is deleted, a confirmed one forbids it', async () => {
    const NEW = 'jane@example.net';
    const { names, claims } = await owner(REAL);
    const { id } = one(await screen.make({ names, claims }, REAL, ALIAS));
    one(await screen.make({ names: NEW, ticket: TICKET }, NEW, 'alias-1235@a.test'));
    await users.changeAddress(REAL, NEW);
    // A session from an email to the earlier address does not prove the new one.
    assert.deepEqual(await screen.look({ names: NEW, claims }, NEW), []);
    const moved = await owner(NEW);
    assert.equal(one(await screen.look(moved, NEW)).id, id);
    assert.deepEqual(await screen.look({ ...moved, names: REAL }, REAL), []);
    assert.equal((await sql`SELECT 1 FROM aliases`).length, 1);

    const third = 'kim@example.org';
    one(await screen.make(await owner(third), third, 'alias-1236@a.test'));
    await sql`DELETE FROM auth.sessions WHERE user_id IN (SELECT id FROM auth.users WHERE email = ${third})`;
    await assert.rejects(users.changeAddress(NEW, third), { code: '23505' });
    assert.equal(one(await screen.look(moved, NEW)).id, id);
  });

  test('with ‘Secure email change’ off a stranger’s password session moves no alias of a person; a warning names the setting', async () => {
    const person = await owner(REAL);
    const { id } = one(await screen.make(person, REAL, ALIAS));
    await users.signIn(REAL, 'password');
    const warnings = await users.changeAddress(REAL, OTHER, 'one');
    assert.match(warnings.join(), /Secure email change/);
    assert.ok(!warnings.join().includes('@'), 'it names no address');
    const [row] = await sql`SELECT real_email FROM aliases WHERE id = ${id}`;
    assert.equal(row?.real_email, REAL);
    const theirs = { names: REAL, claims: await users.useLetter(OTHER) };
    assert.deepEqual(await screen.look(theirs, REAL), []);
    assert.deepEqual(await screen.switchOff(theirs, id), []);
    one(await screen.look(await owner(REAL), REAL));
  });

  test('with ‘Secure email change’ off a session that an email to another address began owns nothing at the new one', async () => {
    const { id } = one(await screen.make(creator, REAL, ALIAS));
    const { claims } = await owner(OTHER);
    assert.deepEqual(await users.changeAddress(OTHER, REAL, 'one'), []);
    const eve = { names: REAL, claims };
    await users.refresh(claims ?? {});
    assert.equal((await stateOf(REAL))?.confirmed_at, null);
    assert.deepEqual(await screen.unconfirmed(eve), []);
    assert.deepEqual(await screen.keep(eve, id), []);
    await sql`DELETE FROM aliases`;
    assert.equal(await screen.make(eve, REAL, 'alias-1235@a.test'), '42501', 'without a ticket');
    one(await screen.make({ ...eve, ticket: TICKET }, REAL, 'alias-1235@a.test'));
    assert.equal((await stateOf(REAL))?.confirmed_at, null, 'it is not born confirmed');
    // An email to the new address begins a session that owns it.
    const session = await owner(REAL);
    one(await screen.unconfirmed(session));
  });

  for (const way of ['delete', 'deleteSoftly'] as const) {
    test(`the deletion of a user (${way}) deletes the alias, and leaves the retired name`, async () => {
      one(await screen.make(await owner(REAL), REAL, ALIAS));
      await users[way](REAL);
      assert.equal((await sql`SELECT 1 FROM aliases`).length, 0);
      assert.equal((await sql`SELECT 1 FROM private.alias_states`).length, 0);
      assert.equal((await sql`SELECT 1 FROM private.retired_names`).length, 1);
    });
  }

  test('the deletion of a user with an unconfirmed address deletes no alias', async () => {
    one(await screen.make(creator, REAL, ALIAS));
    await users.ask(REAL);
    await users.delete(REAL);
    assert.equal((await sql`SELECT 1 FROM aliases`).length, 1);
  });

  test('the name of an unconfirmed row returns to the pool, unless it forwarded in open', async () => {
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
