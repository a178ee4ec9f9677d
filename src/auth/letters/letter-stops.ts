/**
 * Addresses that get no letters for a while: one bounced, or its reader had not requested it. A stop holds for the
 * exact address: anyone can invent tags of a mailbox, and so cause bounces from them.
 */

import { canonicalAddress } from '#rules/address.ts';
import { BOUNCE_STOP_MS, OWNER_STOP_MS, QUIET_MS } from '#rules/letter-budget.ts';
import { type KeyedNames, namesOf, type RowLimiterOptions } from '#limits/row-limiter.ts';

/** A bounce, and a reader's decision, each in a row of its own. */
const REASONS = ['returned', 'declined'] as const;
export type StopReason = (typeof REASONS)[number];

export type LetterStops = ReturnType<typeof createLetterStops>;

export function createLetterStops({ store, now, keys }: RowLimiterOptions) {
  return {
    /** The name under which a report on a letter to this address comes back. */
    reportName(address: string): string {
      return names('returned', address)[0];
    },
    /** A letter could not be delivered. @param name from `reportName` */
    async returned(name: string): Promise<void> {
      await store.stop(name, now() + BOUNCE_STOP_MS);
    },
    /** The reader did not request the letter. @param isOwner of a confirmed alias: a mistake must not lock them out */
    async declined(address: string, isOwner: boolean): Promise<void> {
      const [name] = names('declined', address);
      await store.stop(name, now() + (isOwner ? OWNER_STOP_MS : QUIET_MS));
    },
    /** Milliseconds until a letter may be sent; 0: now. */
    async waitOf(address: string): Promise<number> {
      const waits = [wait('returned', address), wait('declined', address)];
      return Math.max(...(await Promise.all(waits)));
    },
    /** Whether no notice may be sent: its mailbox does not exist. A notice about security does not need consent. */
    async holdsNotices(address: string): Promise<boolean> {
      return (await wait('returned', address)) > 0;
    },
    /** The stop that lasts the longest, and its end in milliseconds since 1970; undefined: there was never one. */
    async latest(address: string): Promise<{ reason: StopReason; until: number } | undefined> {
      const all = await Promise.all(
        REASONS.flatMap((reason) =>
          names(reason, address).map(async (name) => ({ reason, row: await store.find(name) })),
        ),
      );
      return all
        .flatMap(({ reason, row }) => (row ? [{ reason, until: row.stoppedUntil }] : []))
        .toSorted((a, b) => b.until - a.until)[0];
    },
    /** Ends every stop of the address. */
    async lift(address: string): Promise<void> {
      for (const reason of REASONS) {
        for (const name of names(reason, address)) await store.clear(name);
      }
    },
  };

  async function wait(reason: StopReason, address: string): Promise<number> {
    const rows = await Promise.all(names(reason, address).map((name) => store.find(name)));
    return Math.max(0, ...rows.map((row) => (row?.stoppedUntil ?? 0) - now()));
  }

  function names(reason: StopReason, address: string): KeyedNames {
    return namesOf(keys, reason, canonicalAddress(address));
  }
}
