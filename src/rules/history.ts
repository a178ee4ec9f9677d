/** What owners are told of mails that did not arrive: a kind and the class of its reason, in words that the screen explains. */

/** `paused`: the owner has paused forwarding, and the sender is asked to try again. */
export type HistoryKind = 'refused' | 'deferred' | 'paused';

/**
 * - `pause`: the owner's own
 * - `address`: the mailbox is unknown at its server, or takes no mail
 * - `full`: the mailbox is full
 * - `size`: the message is too large
 * - `policy`: the server's rules against unwanted mail
 * - `unreachable`: no server answered
 * - `doubt`: the connection broke before the verdict was heard
 * - `message`: the message itself is not taken
 * - `other`
 */
export type HistoryReason =
  | 'pause'
  | 'address'
  | 'full'
  | 'size'
  | 'policy'
  | 'unreachable'
  | 'doubt'
  | 'message'
  | 'other';

/** What happened to a mail is kept for so long. */
export const HISTORY_LIFE_MS = 7 * 86_400_000;
