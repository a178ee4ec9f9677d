/** Whether an alias for known senders only accepts a message. Pure. All times are milliseconds since 1970. */

import type { AliasState } from './ownership.ts';

const DAY_MS = 86_400_000;

/**
 * - `seen`: mail from the sender has arrived
 * - `let`, `blocked`: by the owner
 * - `waiting`: new, since the first attempt
 */
export type SenderRule = 'seen' | 'let' | 'blocked' | 'waiting';

/** The owner's decisions about the senders of an alias. */
export type OwnersWord = Pick<AliasState, 'knownOnly' | 'hasBlocked'>;

/**
 * Whether the sender of a message matters: only known ones are accepted, or some are blocked. @param word undefined: no
 * one owns the alias
 */
export const asksSenders = (word: OwnersWord | undefined): boolean =>
  word !== undefined && (word.knownOnly || word.hasBlocked);

/** How long a new sender is deferred: within this time its owner may let it in without losing a message. */
export const WAIT_MS = DAY_MS;
/** How long a new sender is remembered. */
export const WAITING_LIFE_MS = 7 * DAY_MS;
/** How long a sender is known after its last message. */
export const SEEN_LIFE_MS = 400 * DAY_MS;
/** The last message of a sender is recorded once in this time. */
export const SEEN_AGAIN_MS = 30 * DAY_MS;

/** Most senders kept for an alias: seen, waiting, and with a rule of the owner's. */
export const MOST_SEEN = 500;
export const MOST_WAITING = 100;
export const MOST_RULES = 200;

/**
 * @param sender what is stored about an authenticated author; undefined: nothing
 * @returns `later`: defer; `refuse`: it has been deferred long enough
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
