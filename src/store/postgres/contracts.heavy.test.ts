/** The promises of the store on PostgreSQL, each on a database of its own. */

import { after } from 'node:test';
import postgres from 'postgres';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { openPostgresStore } from '../open.ts';
import { ownersContract } from '../owners/owners.contract.ts';
import { authStoreContract } from '../sessions/auth-store.contract.ts';
import { storeContract } from '../store.contract.ts';

const opened = (url: string) => (now: () => number) => openPostgresStore(url, { now, log: SILENT });

// TEST_POSTGRES_URL names an empty database of another engine of the dialect (docs/decisions/sql-written-once.md).
const url = process.env.TEST_POSTGRES_URL ?? (await postgresDatabase('contract'));
storeContract('the store on PostgreSQL', opened(url));

const ofSessions = opened(await postgresDatabase('sessions'));
authStoreContract('sessions on PostgreSQL', () => ofSessions(Date.now));

const ofOwners = await postgresDatabase('owners');
const sql = postgres(ofOwners, { max: 1 });
after(() => sql.end());
ownersContract('owners on PostgreSQL', opened(ofOwners), async (aliasId) => {
  await sql`DELETE FROM alias_states WHERE alias_id = ${aliasId}`;
});
