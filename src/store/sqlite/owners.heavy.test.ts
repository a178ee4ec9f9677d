import { join } from 'node:path';
import { after } from 'node:test';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { ownersContract } from '../owners/owners.contract.ts';
import { openSqliteStore } from '../open.ts';

const file = join(tempFolder(after), 'owners.sqlite');
ownersContract('owners in the embedded store', async (now) =>
  openSqliteStore(file, { now, log: SILENT }),
);
