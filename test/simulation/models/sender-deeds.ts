/** The times of what a sender does in place of waiting. */

import type { SenderDeed } from '../plan.ts';
import { SECOND } from '../world/world.ts';

/** The time behind its final dot after which a sender leaves, in microseconds. */
export const LEAVES: Record<string, number> = {
  'leaves-behind-dot': 2 * SECOND,
  'resets-behind-dot': SECOND / 5,
  impatient: 30 * SECOND,
};

/** What a sender does at its verdict, where its QUIT may have gone with the dot. */
export const AT_VERDICT: ReadonlySet<SenderDeed | undefined> = new Set([
  undefined,
  'leaves-as-verdict-comes',
  'dies-at-verdict',
  'does-not-read-verdict',
]);
