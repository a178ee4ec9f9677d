import { after } from 'node:test';
import postgres from 'postgres';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { ownersContract } from '../owners/owners.contract.ts';
import { openPostgresStore } from '../open.ts';

const url = await postgresDatabase('owners');
const sql = postgres(url, { max: 1 });
after(() => sql.end());
ownersContract(
  'owners on PostgreSQL',
  (now) => openPostgresStore(url, { now, log: SILENT }),
  async (aliasId) => {
    await sql`DELETE FROM alias_states WHERE alias_id = ${aliasId}`;
  },
);
