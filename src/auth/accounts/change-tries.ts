/** Tries of the code to the new address of a change: an address block has five per code, on all nodes together. */

import { addressBlock } from '#rules/address-block.ts';
import type { OneTime } from '#store/sessions/one-time.ts';
import { RowLimiter, type RowLimiterOptions } from '#limits/row-limiter.ts';

/** Tries of one block, for the longest lifetime of a code. */
export const CHANGE_TRIES = [{ most: 5, ms: 86_400_000 }];

/**
 * @returns counts a try before the code is compared: a hundred at the same moment count as five. False if the block has
 * none left; a requester is an IP address, undefined: not limited
 */
export function changeTries(options: RowLimiterOptions) {
  const rows = new RowLimiter(options);
  return async ({ code }: OneTime, requester: string | undefined): Promise<boolean> => {
    if (requester === undefined) return true;
    const name = `${addressBlock(requester)} ${code}`;
    const { ms } = await rows.take([rows.claim('tries of a change', name, CHANGE_TRIES)]);
    return ms === 0;
  };
}
