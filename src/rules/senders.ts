/** Whether an alias that takes mail of known senders only takes a mail. Pure. All times are milliseconds since 1970. */

import type { AliasState } from './ownership.ts';

const DAY_MS = 86_400_000;

/**
 * - `seen`: mail of the sender has arrived
 * - `let`, `blocked`: by the owner
 * - `waiting`: new, since the mail's first attempt
 */
export type SenderRule = 'seen' | 'let' | 'blocked' | 'waiting';

/** What an owner says about the senders of an alias. */
export type OwnersWord = Pick<AliasState, 'knownOnly' | 'hasBlocked'>;

/** Whether the sender of a mail counts: only known ones are taken, or some are blocked. @param word undefined: nobody owns the alias */
export const asksSenders = (word: OwnersWord | undefined): boolean =>
  word !== undefined && (word.knownOnly || word.hasBlocked);

/** A new sender is asked to come again for so long: the time in which its owner may let it in, and nothing is lost. */
export const WAIT_MS = DAY_MS;
/** A new sender is remembered for so long. */
export const WAITING_LIFE_MS = 7 * DAY_MS;
/** A sender is known for so long after its last mail. */
export const SEEN_LIFE_MS = 400 * DAY_MS;
/** The last mail of a sender is written down once in so long. */
export const SEEN_AGAIN_MS = 30 * DAY_MS;

/** Senders that are kept of an alias: seen, waiting, and with a rule of the owner's. */
export const MOST_SEEN = 500;
export const MOST_WAITING = 100;
export const MOST_RULES = 200;

/**
 * @param sender what is kept of a proven author; undefined: nothing
 * @returns `later`: the sender is asked to come again; `refuse`: it has waited long enough
 */
export function lockVerdict(
  sender: { rule: SenderRule; at: number } | undefined,
  now: number,
): 'pass' | 'later' | 'refuse' {
  switch (sender?.rule) {
    case 'seen':
    case 'let':
      return 'pass';
    case 'blocked':
      return 'refuse';
    case 'waiting':
      return now - sender.at < WAIT_MS ? 'later' : 'refuse';
    case undefined:
      return 'later';
  }
}
