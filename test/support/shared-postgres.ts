/** The PostgreSQL server of all test files of one process: each makes databases of its own, by names that no other takes. */

import { after } from 'node:test';
import { postgresServer } from './postgres.ts';

export const { database: postgresDatabase } = await postgresServer(after);
