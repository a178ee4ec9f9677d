/** Draws a free alias and inserts it (product specification, sections 5 and 7). */

import { ALIAS_ATTEMPTS } from '#rules/plan.ts';
import type { AliasRow } from './alias-row.ts';
import type { AliasTable } from './alias-table.ts';
import { CallFailed, type CallTrouble } from './call-failed.ts';

export type Creation =
  | { kind: 'created'; alias: AliasRow }
  /** The real address already has an alias; `hidden`: only its owner may see it. */
  | { kind: 'addressTaken'; hidden: boolean }
  | { kind: 'noUniqueName' }
  | { kind: 'failed'; trouble: CallTrouble };

export type CreationParts = {
  table: Pick<AliasTable, 'exists' | 'insert'>;
  /** One candidate. */
  draw: () => string;
  /** Whether only the owner sees an alias. */
  confirmed: boolean;
  log: (error: unknown) => void;
};

/** @param owner the canonical real address */
export async function createAlias(owner: string, parts: CreationParts): Promise<Creation> {
  const { table, draw, confirmed, log } = parts;
  for (let attempt = 1; attempt <= ALIAS_ATTEMPTS; attempt += 1) {
    const alias = draw();
    try {
      if (await isTaken(alias, owner, parts)) continue;
      return { kind: 'created', alias: await table.insert(owner, alias) };
    } catch (error) {
      const failure = error instanceof CallFailed ? error : undefined;
      // Another visitor took the candidate since the check: that was one attempt.
      if (failure?.takenColumn === 'alias_email') continue;
      if (failure?.takenColumn === 'real_email') return { kind: 'addressTaken', hidden: confirmed };
      log(error);
      return { kind: 'failed', trouble: failure?.trouble };
    }
  }
  return { kind: 'noUniqueName' };
}

/** A failed check counts as free: the insert's unique index decides. */
async function isTaken(alias: string, owner: string, { table, log }: CreationParts) {
  try {
    return await table.exists(alias, owner);
  } catch (error) {
    log(error);
    return false;
  }
}
