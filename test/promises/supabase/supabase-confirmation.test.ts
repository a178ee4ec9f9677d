/** The ways to confirm an alias on Supabase, and the attempts that confirm none. */

import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { one, ownedProject } from '#support/supabase-owned.ts';
import { type Answer, ticketOf, told, type Visitor } from '#support/supabase-visitor.ts';

const { sql, screen, users, owner, setMode, confirmedSince, stateOf, untilSomebodyWaits } =
  await ownedProject({ after, beforeEach });

const REAL = 'jane@example.org';
const ALIAS = 'alias-1234@a.test';
const TICKET = ticketOf('the browser that made the row');
const creator: Visitor = { names: REAL, ticket: TICKET };

describe('confirmation on Supabase', () => {
  test('one use of a letter confirms the row; the ticket is void', async () => {
    one(await screen.make(creator, REAL, ALIAS));
    await users.ask(REAL);
    assert.equal(
      (await stateOf(REAL))?.confirmed_at,
      null,
      'a letter that is sent confirms nothing',
    );
    const before = Date.now();
    await users.useLetter(REAL);
    const state = await stateOf(REAL);
    const confirmedAt = Number(state?.confirmed_at);
    // The database rounds to whole milliseconds.
    assert.ok(
      before - 1 <= confirmedAt && confirmedAt <= Date.now() + 1,
      `${confirmedAt - before}`,
    );
    assert.equal(state?.ticket, null);
  });

  test('a known user also confirms by a letter, and not by a password', async () => {
    await owner(REAL);
    one(await screen.make(creator, REAL, ALIAS));
    const byPassword = await users.signIn(REAL, 'password');
    await users.refresh(byPassword);
    assert.equal((await stateOf(REAL))?.confirmed_at, null);
    await users.ask(REAL);
    await users.ask(REAL);
    assert.equal((await stateOf(REAL))?.confirmed_at, null);
    await users.useLetter(REAL);
    assert.notEqual((await stateOf(REAL))?.confirmed_at, null);
  });

  test('a sign-up without a letter confirms nothing; the letter of the address does, later', async () => {
    one(await screen.make(creator, REAL, ALIAS));
    const eve = await users.signUpAtOnce(REAL);
    await users.refresh(eve);
    await users.ask(REAL);
    assert.deepEqual(await screen.look({ names: REAL, claims: eve }, REAL), []);
    assert.equal((await stateOf(REAL))?.confirmed_at, null);
    await users.useLetter(REAL);
    assert.notEqual((await stateOf(REAL))?.confirmed_at, null);
    assert.deepEqual(await screen.look({ names: REAL, claims: eve }, REAL), []);
  });

  test('an owner with a session needs no second letter, and no ticket', async () => {
    const visitor = await owner(REAL);
    one(await screen.make(visitor, REAL, ALIAS));
    assert.notEqual((await stateOf(REAL))?.confirmed_at, null);
  });

  test('in open nothing is confirmed; after the change of mode the refresh of the session confirms', async () => {
    await setMode('open');
    one(await screen.make(creator, REAL, ALIAS));
    const { claims } = await owner(REAL);
    assert.equal((await stateOf(REAL))?.confirmed_at, null);
    const second = 'jane@example.net';
    one(await screen.make(await owner(second), second, 'alias-1235@a.test'));
    assert.equal((await stateOf(second))?.confirmed_at, null);
    await confirmedSince(Date.now());
    await users.refresh(claims ?? {});
    assert.notEqual((await stateOf(REAL))?.confirmed_at, null);
  });

  test('an address in capitals is the same', async () => {
    one(await screen.make(creator, REAL, ALIAS));
    const visitor = await owner('Jane@Example.org');
    one(await screen.look({ ...visitor, names: REAL }, REAL));
  });

  test('O08: a ticket never switches after a confirmation, whichever comes first', async () => {
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

  test('O08: a switch by the ticket waits for a pending confirmation, and then finds nothing', async () => {
    const { id } = one(await screen.make(creator, REAL, ALIAS));
    let switched: Promise<Answer> | undefined;
    await sql.begin(async (other) => {
      await other`SELECT private.confirm(${REAL})`;
      switched = screen.switchOff(creator, id);
      await untilSomebodyWaits();
    });
    assert.deepEqual(await switched, []);
    assert.equal(one([...(await sql`SELECT active FROM aliases`)]).active, true);
  });
});
