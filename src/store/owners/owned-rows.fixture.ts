/** Aliases for the tests of owners, and their store. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Alias, InitialState, Store } from '../store.ts';

export const DAY = 86_400_000;
/** The time of the inserts; a test may set it. */
export const clock = { time: Date.UTC(2026, 10, 22, 12) };

/** The hash of a browser's ticket, as in a store. */
export const ticketOf = (browser: string): string =>
  createHash('sha256').update(browser).digest('hex');

/** A store opened for tests, and another one on the same database; call either only inside a test. */
export type OpenedStores = {
  store: () => Store;
  other: () => Store;
  /** Leaves an alias as it was before states existed. */
  deleteState: (aliasId: string) => Promise<void>;
};

let number = 1000;

/** A row that no other test uses. */
export function fresh(domain = 'a.test') {
  number += 1;
  return { real_email: `owner${number}@mailbox.test`, alias_email: `alias-${number}@${domain}` };
}

/** Makes an alias. */
export async function made(
  { store }: OpenedStores,
  birth: Partial<InitialState> = {},
  domain?: string,
): Promise<Alias> {
  const insertion = await store().insertAlias(fresh(domain), {
    ticket: null,
    confirmedAt: null,
    ...birth,
  });
  assert.ok(insertion.kind === 'created');
  return insertion.alias;
}
