/** The look-up of every message, in the embedded database with 10,000 aliases. */

import { DatabaseSync } from 'node:sqlite';
import { openStore } from '#store/open.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { aliasesOf, USUAL_ALIASES } from '../load/aliases.ts';
import type { CostRow } from './work.ts';

export const lookUp: CostRow = async (after) => {
  const file = `${tempFolder(after)}/veilpost.sqlite`;
  const store = await openStore(`sqlite:${file}`, { now: Date.now, log: SILENT });
  after(() => store.close());
  const unconfirmed = { confirmedAt: null, ticket: null };
  const aliases = aliasesOf(USUAL_ALIASES);
  await Promise.all(
    aliases.map(([alias_email, real_email]) =>
      store.insertAlias({ alias_email, real_email }, unconfirmed),
    ),
  );
  const plain = new DatabaseSync(file, { readOnly: true });
  after(() => plain.close());
  const select = plain.prepare('SELECT * FROM aliases WHERE alias_email = ?');
  let n = 0;
  const next = () => aliases[n++ % aliases.length]?.[0] ?? '';
  return {
    'the SELECT by a plain client': () => select.get(next()),
    'a look-up': () => store.aliasByAddress(next()),
  };
};
