/** The names of faults: what remote servers, senders and databases may do. A life draws from these lists, and a long run counts them. */

/** Of remote servers. Connections and messages are found by the number of the step. */
export const STEPS = ['greeting', 'ehlo', 'mail', 'rcpt', 'data', 'dot'] as const;
export type Step = (typeof STEPS)[number] | 'starttls';

/** What a remote server does in place of its reply. */
export const FAR_DEEDS = [
  '421',
  '4yz',
  '5yz',
  'slow-down',
  'silent',
  'close',
  'reset',
  'half-reply',
  'second-reply',
] as const;

/** Of the final dot alone: the mail is taken. */
export const TAKEN = [
  'takes-silent',
  'takes-close',
  'takes-half-reply',
  'takes-late',
  'takes-later-than-we-wait',
] as const;

/** Deeds that have a form of their own at a step. */
export const OF_STEP = {
  /** A reply too many behind the 354 cannot be told from the verdict: the mail is refused while its octets come in. */
  'data second-reply': 'early-refusal',
  /** What follows the 220 is no TLS. */
  'starttls half-reply': 'no-tls',
} as const;

export type FarDeed =
  | (typeof FAR_DEEDS)[number]
  | (typeof TAKEN)[number]
  | (typeof OF_STEP)[keyof typeof OF_STEP];

/** What a sender does in an attempt. */
export const SENDER_DEEDS = [
  'leaves-before-content',
  'resets-before-content',
  'leaves-within-content',
  'leaves-behind-dot',
  'resets-behind-dot',
  'half-closes-behind-dot',
  'leaves-as-verdict-comes',
  /** Its connection is cut as the verdict comes: neither side hears of it. */
  'loses-verdict',
  'dies-at-verdict',
  'does-not-read-verdict',
  'impatient',
  'comes-again-at-once',
  'comes-twice',
  'resets-transaction',
  'rests',
  /** It has said MAIL, and goes on as the owner of a recipient changes the alias. */
  'waits-for-owner',
  /** It stays connected behind the 221. */
  'stays-behind-quit',
  'never-quits',
] as const;

/** The same under TLS. */
export const TLS_DEEDS = [
  /** A command in plaintext goes with STARTTLS, in the same write (CVE-2011-0411). */
  'injects-behind-starttls',
  /** Its connection is ended as the verdict comes, for both sides (RFC 8446 section 6.1: a truncation attack). */
  'loses-verdict-to-third-party',
] as const;
export type SenderDeed = (typeof SENDER_DEEDS)[number] | (typeof TLS_DEEDS)[number];

/** An event of a life, behind which a node ends. */
export const OCCASIONS = ['acceptance', 'verdict'] as const;
export type Occasion = (typeof OCCASIONS)[number];

/** Of a database in the network. `error`: nothing is done. `answer-lost`: all is done, and no one hears of it. */
export const DATABASE_FAULTS = ['error', 'answer-lost', 'slow'] as const;
export type DatabaseFault = (typeof DATABASE_FAULTS)[number];

/** Of the spam filter, and of a list in the DNS (RFC 5782). */
export const FILTER_TROUBLES = ['silent', 'slow', 'nonsense', 'fault'] as const;
export type FilterTrouble = (typeof FILTER_TROUBLES)[number];
export const LIST_STATES = ['listed', 'everybody', 'refuses'] as const;
export type ListState = (typeof LIST_STATES)[number];
