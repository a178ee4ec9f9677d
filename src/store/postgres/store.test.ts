import { after } from 'node:test';
import { postgresServer } from '#support/postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { storeContract } from '../contract.ts';
import { openPostgresStore } from './store.ts';

const server = await postgresServer(after);
const url = await server.database('contract');
storeContract('the store on PostgreSQL', (now) => openPostgresStore(url, { now, log: SILENT }));
