import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after } from 'node:test';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { ownersContract } from '../owners/owners.contract.ts';
import { openJudgedStore } from './judged-store.fixture.ts';

const file = join(tempFolder(after), 'owners.sqlite');
ownersContract(
  'owners in the embedded store',
  async (now) => openJudgedStore(file, { now, log: SILENT }),
  async (aliasId) => {
    using db = new DatabaseSync(file);
    db.prepare('DELETE FROM alias_states WHERE alias_id = ?').run(aliasId);
  },
);
