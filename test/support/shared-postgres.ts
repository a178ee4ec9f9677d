/** The PostgreSQL server of all test files of one process: each makes its own databases, with unique names. */

import { after } from 'node:test';
import { postgresServer } from './postgres.ts';

export { untilLeft } from './postgres.ts';

export const { database: postgresDatabase } = await postgresServer(after);
