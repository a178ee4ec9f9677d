/** The names of faults: what remote servers, senders and databases may do. A life draws from these lists, and a long run counts them. */

/** Of remote servers. Connections and messages are found by the number of the step. */
export const STEPS = ['greeting', 'ehlo', 'mail', 'rcpt', 'data', 'dot'] as const;
export type Step = (typeof STEPS)[number] | 'starttls';

/** What a remote server does in place of its reply. */
export const FAR_ACTIONS = [
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

/** Only at the final dot: the message is accepted. */
export const TAKEN = [
  'takes-silent',
  'takes-close',
  'takes-half-reply',
  'takes-late',
  'takes-later-than-we-wait',
] as const;

/** Actions with a special form at a step. */
export const OF_STEP = {
  /** An extra reply after the 354 looks like the verdict: the message is rejected while its octets arrive. */
  'data second-reply': 'early-refusal',
  /** The octets after the 220 are not TLS. */
  'starttls half-reply': 'no-tls',
} as const;

export type FarAction =
  | (typeof FAR_ACTIONS)[number]
  | (typeof TAKEN)[number]
  | (typeof OF_STEP)[keyof typeof OF_STEP];

/** What a sender does in an attempt. */
export const SENDER_ACTIONS = [
  'leaves-before-content',
  'resets-before-content',
  'leaves-within-content',
  'leaves-behind-dot',
  'resets-behind-dot',
  'half-closes-behind-dot',
  'leaves-as-verdict-comes',
  /** Its connection is cut as the verdict comes: neither side notices. */
  'loses-verdict',
  'dies-at-verdict',
  'does-not-read-verdict',
  'impatient',
  'comes-again-at-once',
  'comes-twice',
  'resets-transaction',
  'rests',
  /** It has said MAIL, and continues when the owner of a recipient changes the alias. */
  'waits-for-owner',
  /** It stays connected after the 221. */
  'stays-behind-quit',
  'never-quits',
] as const;

/** The same under TLS. */
export const TLS_ACTIONS = [
  /** A command in plaintext goes with STARTTLS, in the same write (CVE-2011-0411). */
  'injects-behind-starttls',
  /** Its connection is ended as the verdict comes, for both sides (RFC 8446 section 6.1: a truncation attack). */
  'loses-verdict-to-third-party',
] as const;
export type SenderAction = (typeof SENDER_ACTIONS)[number] | (typeof TLS_ACTIONS)[number];

/** An event of a life, after which a node ends. */
export const OCCASIONS = ['acceptance', 'verdict'] as const;
/** `departure`: a sender has left without the verdict of a whole message. */
export type Occasion = (typeof OCCASIONS)[number] | 'departure';

/** Of a database in the network. `error`: nothing is done. `answer-lost`: everything is done, but the result is lost. */
export const DATABASE_FAULTS = ['error', 'answer-lost', 'slow'] as const;
export type DatabaseFault = (typeof DATABASE_FAULTS)[number];

/** A failure of the next commit of a process: https://sqlite.org/rescode.html */
export type DiskFault = 'full' | 'io' | 'locked';

/** Of the spam filter, and of a list in the DNS (RFC 5782). */
export const FILTER_TROUBLES = ['silent', 'slow', 'nonsense', 'fault'] as const;
export type FilterTrouble = (typeof FILTER_TROUBLES)[number];
export const LIST_STATES = ['listed', 'everybody', 'refuses'] as const;
export type ListState = (typeof LIST_STATES)[number];
