import { postgresDatabase } from '#support/shared-postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { ownersContract } from '../owners/owners.contract.ts';
import { openPostgresStore } from '../open.ts';

const url = await postgresDatabase('owners');
ownersContract('owners on PostgreSQL', (now) => openPostgresStore(url, { now, log: SILENT }));
