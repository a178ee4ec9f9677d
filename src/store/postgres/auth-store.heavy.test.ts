import { postgresDatabase } from '#support/shared-postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { authStoreContract } from '../sessions/auth-store.contract.ts';
import { openPostgresStore } from '../open.ts';

const url = await postgresDatabase('sessions');
authStoreContract('sessions on PostgreSQL', () =>
  openPostgresStore(url, { now: Date.now, log: SILENT }),
);
