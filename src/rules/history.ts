/** What owners see about messages that did not arrive: a kind, and the class of the reason, as words for the screen. */

/**
 * `paused`: the owner has paused forwarding; `held`: the owner accepts mail from known senders only. In both cases the
 * sender is deferred.
 */
export type HistoryKind = 'refused' | 'deferred' | 'paused' | 'held';

/**
 * - `paused`: by the owner
 * - `ended`: the time that the owner set is over
 * - `unknown_mailbox`: the mailbox is unknown at its server, or does not accept mail
 * - `mailbox_full`
 * - `too_large`: the message
 * - `policy`: the server's rules against unwanted mail
 * - `busy`: the server deferred it
 * - `unreachable`: no server responded
 * - `untrusted`: no server proved its identity
 * - `doubt`: the connection broke before the verdict arrived
 * - `listed`: a DNS list has the client
 * - `unwanted`: the spam filter rejected or deferred it
 * - `new_sender`: the owner accepts mail from known senders only, and this one is new
 * - `unproven`: the same, and no one can tell who wrote it
 * - `blocked`: the owner has blocked the sender
 * - `message`: the message itself was not accepted
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

/** How long the history of a message is kept, in milliseconds. */
export const HISTORY_LIFE_MS = 7 * 86_400_000;

/** How long complaints about an alias are counted, in milliseconds. */
export const COMPLAINT_LIFE_MS = 30 * 86_400_000;
