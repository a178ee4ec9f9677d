/** `npx veilpost status --complaints`: the aliases that receivers complain about. */

import { COMPLAINT_LIFE_MS } from '#rules/history.ts';
import { type DatabaseOptions, withStore } from './with-store.ts';

/**
 * @param now milliseconds since 1970 @returns lines for the operator, most complaints first, without addresses of
 * owners
 */
export async function complaints(database: DatabaseOptions, now: number): Promise<string> {
  return withStore(database, async (store) => {
    const most = await store.complaints.most(now - COMPLAINT_LIFE_MS);
    if (most.length === 0)
      return 'No receiver has complained about an alias in the last 30 days.\n';
    const width = Math.max(...most.map(({ alias }) => alias.length));
    const lines = most.map(
      ({ alias, complaints: number }) => `${alias.padEnd(width)}  ${number.toLocaleString('en')}\n`,
    );
    return lines.join('');
  });
}
