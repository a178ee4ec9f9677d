import { after } from 'node:test';
import { postgresServer } from '#support/postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { ownersContract } from '../owners/owners.contract.ts';
import { openPostgresStore } from '../open.ts';

const url = await (await postgresServer(after)).database('owners');
ownersContract('owners on PostgreSQL', (now) => openPostgresStore(url, { now, log: SILENT }));
