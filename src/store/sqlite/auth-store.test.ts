import { join } from 'node:path';
import { after } from 'node:test';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { authStoreContract } from '../sessions/auth-store.contract.ts';
import { openJudgedStore } from './judged-store.fixture.ts';

const file = join(tempFolder(after), 'veilpost.sqlite');
authStoreContract('sessions in the embedded store', async () =>
  openJudgedStore(file, { now: Date.now, log: SILENT }),
);
