/** The mail engine keeps every promise of its store on the database of a Supabase project, with its role there. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { UNCONFIRMED } from '#rules/ownership.fixture.ts';
import { openStore } from '#store/open.ts';
import { ownersContract } from '#store/owners/owners.contract.ts';
import { storeContract } from '#store/store.contract.ts';
import { SILENT } from '#support/silent-log.ts';
import { supabaseProject } from './supabase.ts';
import { SupabaseScreen, ticketOf } from './supabase-visitor.ts';

/** A project with its own database, and the engine's address for it. */
async function newProject() {
  const project = await supabaseProject(after);
  await project.sql`ALTER ROLE veilpost_engine LOGIN`;
  return { ...project, engineUrl: project.urlFor('veilpost_engine') };
}

const [first, second] = [await newProject(), await newProject()];

storeContract('the store on Supabase', (now) => openStore(first.engineUrl, { now, log: SILENT }));

ownersContract(
  'owners on Supabase',
  (now) => openStore(second.engineUrl, { now, log: SILENT }),
  async (aliasId) => {
    await second.sql`DELETE FROM private.alias_states WHERE alias_id = ${aliasId}`;
  },
);

/** The engine on the first project. */
async function engineStore() {
  const store = await openStore(first.engineUrl, { now: Date.now, log: SILENT });
  after(() => store.close());
  return store;
}

test('an alias that the engine deletes on Supabase is retired by the engine’s rule, not by the rule for visitors', async () => {
  const store = await engineStore();
  const address = 'unconfirmed@example.org';
  await store.insertAlias({ real_email: address, alias_email: 'alias-8000@a.test' });
  assert.equal((await store.owners.deleteUnconfirmed(address, Date.now(), 0)).length, 1);
  assert.equal(await store.isRetired('alias-8000@a.test'), false);
});

test('the policies obey the mode that the engine stores, and the tables of sessions are within its reach', async () => {
  const screen = new SupabaseScreen(first);
  const real = 'jane@example.org';
  const visitor = { names: real, ticket: ticketOf('a browser') };
  const store = await engineStore();
  const made = await screen.make(visitor, real, 'alias-8001@a.test');
  assert.deepEqual(
    await screen.look({ names: real }, real),
    made,
    'open, until the engine says else',
  );
  // In the form of src/app at the start of a node with OWNERSHIP=confirmed.
  await store.setting('ownership', `confirmed ${Date.now()}`);
  assert.deepEqual(await screen.look({ names: real }, real), []);
  assert.deepEqual(await screen.look(visitor, real), made);
  const found = await store.aliasByAddress('alias-8001@a.test');
  const ticket = createHash('sha256').update(visitor.ticket).digest('hex');
  assert.deepEqual(found?.state, { ...UNCONFIRMED, ticket });
  assert.equal(await store.auth.sweep(Date.now()), 0);
});
