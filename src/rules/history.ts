/** The history that owners see of mails that did not arrive: a kind, and the class of the reason, as words for the screen. */

/**
 * `paused`: the owner has paused forwarding, and `held`: the owner takes mail of known senders only; the sender is asked to try
 * again.
 */
export type HistoryKind = 'refused' | 'deferred' | 'paused' | 'held';

/**
 * - `paused`: by the owner
 * - `ended`: the time that the owner set is over
 * - `unknown_mailbox`: the mailbox is unknown at its server, or takes no mail
 * - `mailbox_full`
 * - `too_large`: the message
 * - `policy`: the server's rules against unwanted mail
 * - `busy`: the server asked to come again
 * - `unreachable`: no server answered
 * - `untrusted`: no server proved that it is the right one
 * - `doubt`: the connection broke before the verdict was heard
 * - `listed`: a list in the DNS has the client
 * - `unwanted`: the spam filter refused it, or asked to come again
 * - `new_sender`: the owner takes mail of known senders only, and this one is new
 * - `unproven`: the same, and nobody can tell who wrote
 * - `blocked`: the owner has blocked the sender
 * - `message`: the message itself is not taken
 * - `other`
 */
export type HistoryReason =
  | 'paused'
  | 'ended'
  | 'unknown_mailbox'
  | 'mailbox_full'
  | 'too_large'
  | 'policy'
  | 'busy'
  | 'unreachable'
  | 'untrusted'
  | 'doubt'
  | 'listed'
  | 'unwanted'
  | 'new_sender'
  | 'unproven'
  | 'blocked'
  | 'message'
  | 'other';

/** The history of a mail is kept for so long, in milliseconds. */
export const HISTORY_LIFE_MS = 7 * 86_400_000;

/** Complaints about an alias are counted for so long, in milliseconds. */
export const COMPLAINT_LIFE_MS = 30 * 86_400_000;
