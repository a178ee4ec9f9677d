/** Attempts on Supabase to see, switch, take or delete an alias, by a browser that is neither the owner's nor the creator's. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import { attackedProject, JANE, KIM, KIMS_TICKET, PERMISSION } from './supabase-attacked.ts';
import { ticketOf, told, type Visitor } from './supabase-visitor.ts';

const project = await attackedProject();
const { sql, users, screen, jane, eve, janes, kims, states } = project;

describe('callers without any right: they see, switch, pause and delete nothing', () => {
  afterEach(project.unchanged);

  const outOfDate = { ...jane, sub: eve.sub, session_id: eve.session_id };
  const askers: [name: string, names: string, asker: Visitor | (() => Promise<Visitor>)][] = [
    ['another ticket', KIM, { ticket: ticketOf('another browser') }],
    ['no ticket', KIM, {}],
    ['an empty ticket', KIM, { ticket: '' }],
    ['a cut ticket', KIM, { ticket: KIMS_TICKET.slice(0, -1) }],
    ['a repeated ticket', KIM, { ticket: KIMS_TICKET.repeat(2) }],
    ['a ticket twice, as proxies join fields', KIM, { ticket: `${KIMS_TICKET}, ${KIMS_TICKET}` }],
    ['a ticket with a line break', KIM, { ticket: `${KIMS_TICKET}\n` }],
    ['a ticket of 10 kB', KIM, { ticket: KIMS_TICKET.repeat(240) }],
    ['a ticket that is null', KIM, { ticket: null }],
    ['a ticket that is a list', KIM, { ticket: [KIMS_TICKET] }],
    ['the hash of the ticket', KIM, { ticket: states.find(({ ticket }) => ticket)?.ticket }],
    ['a ticket under another name', KIM, { headers: { 'X-Alias-Ticket': KIMS_TICKET } }],
    ['the ticket of another row', JANE, { ticket: KIMS_TICKET }],
    ['another user’s session', JANE, { claims: eve }],
    [
      'another user’s session, in the browser with that ticket',
      JANE,
      { claims: eve, ticket: KIMS_TICKET },
    ],
    ['a token whose claim still has the user’s former address', JANE, { claims: outOfDate }],
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
    ['the owner’s claims without a session', JANE, { claims: { ...jane, session_id: undefined } }],
    [
      'the owner’s claims with another user’s session',
      JANE,
      { claims: { ...jane, session_id: eve.session_id } },
    ],
    [
      'the owner’s claims with an unknown session',
      JANE,
      { claims: { ...jane, session_id: randomUUID() } },
    ],
    ['the owner’s claims with an invalid session', JANE, { claims: { ...jane, session_id: '*' } }],
    ['the role anon with the owner’s claims', JANE, { claims: { ...jane, role: 'anon' } }],
    [
      'a method in the token alone',
      JANE,
      async () => {
        const claims = await users.signIn(JANE, 'password');
        return { claims: { ...claims, amr: [{ method: 'otp', timestamp: 0 }] } };
      },
    ],
    [
      'a password from a stranger’s sign-up with the address',
      JANE,
      async () => ({ claims: await users.signIn(JANE, 'password') }),
    ],
    [
      'an ended session',
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
      'an anonymous user with the address',
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
      'an anonymous user confirmed by hand',
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
      'a user of a company’s identity provider, which asserts the address',
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
      const id = String((names === JANE ? janes : kims).id);
      const alias = String((names === JANE ? janes : kims).alias_email);
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
