/**
 * An empty database for one test: a file, or with TEST_DATABASE=postgres one of a real server, so that both are tested
 * against the same promises (`npm run test:postgres`).
 */

import { after } from 'node:test';
import { postgresServer } from './postgres.ts';
import { tempFolder } from './temp-folder.ts';

const server = process.env.TEST_DATABASE === 'postgres' ? await postgresServer(after) : undefined;
let made = 0;

/** @param owner the hook of the test or suite that owns it; @returns its address */
export async function testDatabase(owner: (cleanUp: () => void) => void): Promise<string> {
  made += 1;
  return server ? await server.database(`test_${made}`) : `sqlite:${tempFolder(owner)}/test.sqlite`;
}
