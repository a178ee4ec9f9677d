import { postgresDatabase } from '#support/shared-postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { storeContract } from '../store.contract.ts';
import { openPostgresStore } from '../open.ts';

// TEST_POSTGRES_URL names an empty database of another engine of the dialect (docs/decisions/sql-written-once.md).
const url = process.env.TEST_POSTGRES_URL ?? (await postgresDatabase('contract'));
storeContract('the store on PostgreSQL', (now) => openPostgresStore(url, { now, log: SILENT }));
