/** What the application passes to the mail engine: settings, parts and observers. */

import type { NameSpace } from '#rules/alias.ts';
import type { Ownership } from '#rules/ownership.ts';
import type { HistoryStore } from '#store/history/history-store.ts';
import type { KnownSendersOptions } from '../senders/known-senders.ts';
import type { Store } from '#store/store.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { MailLog } from '../smtp/mail-log.ts';
import type { ChecksOptions } from '../copy/checks.ts';
import type { ReplySettings } from './reply-plans.ts';
import type { MailLogging } from './delivery-log.ts';
import type { Engine } from './engine.ts';
import type { SignaturesOptions } from '../signing/signatures.ts';
import type { Signing } from '../signing/signing.ts';

/** The operations of the store that the engine needs. */
export type MailStore = Pick<
  Store,
  'aliasByAddress' | 'aliasNamesOf' | 'hasAliases' | 'recall' | 'remember'
>;

/** The engine's parts that come from the application unchanged. */
type Given =
  | 'clock'
  | 'dnsLists'
  | 'filter'
  | 'hostname'
  | 'letterBounced'
  | 'nextHop'
  | 'onFault'
  | 'onQuarantine'
  | 'onReply'
  | 'operator'
  | 'random'
  | 'replyFilter'
  | 'switchOff'
  | 'unconfirmedReached';

export type ForwarderOptions = Pick<Engine, Given> & {
  space: NameSpace;
  store: MailStore;
  bounceDomain: string;
  ownership: Ownership;
  /** The history in which owners find their mail; undefined: not kept. */
  history: Pick<HistoryStore, 'add' | 'addDelivered'> | undefined;
  /**
   * The senders that owners know; undefined: none is noted, and no alias requires one. Needs the history, and the
   * checks that prove an author.
   */
  senders: KnownSendersOptions['store'] | undefined;
  /** The root secret, followed by earlier ones that are still accepted. */
  secrets: readonly string[];
  /** How long an alias look-up may be reused, in milliseconds: at most 2000. */
  cacheMs: number;
  /** Whether the limits per address block apply; false only for load tests. */
  limits: boolean;
  log: MailLog;
  logMail: MailLogging;
  /** Called when a delivery has ended, with any outcome; letters are reported by `sendLetter` alone. */
  observe: (delivery: Delivery) => void;
  /** Called if a recipient was not sent a message that it already had. */
  onCopy: () => void;
  /** Undefined: messages are forwarded unchanged. */
  checks: Pick<ChecksOptions, 'resolve' | 'trustedSealers'> | undefined;
  /**
   * Replaces senders with reply addresses if a reply would show the real address; undefined: senders stay unchanged.
   * Needs the checks, which prove an owner.
   */
  replies: ReplySettings | undefined;
  /** Our signing key. */
  signing: Signing;
  /** Called when a message was judged. */
  onJudged: ChecksOptions['observe'];
  /** Called when a signature was made, or should have been. */
  onSignature: SignaturesOptions['observe'];
  /** Counts a complaint. @param alias undefined: not known, or about one of our letters @param at milliseconds since 1970 */
  complained: (alias: string | undefined, at: number) => Promise<void>;
};
