/** The surroundings of the mail engine: the application's settings, parts and observers. */

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

/** What the engine has as the application gives it. */
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
  /** The history in which owners find their mail; undefined: none is kept. */
  history: Pick<HistoryStore, 'add' | 'addDelivered'> | undefined;
  /**
   * The senders that owners know; undefined: none is noted, and no alias asks for any. It needs the history and the checks, which
   * prove an author.
   */
  senders: KnownSendersOptions['store'] | undefined;
  /** The root secret, and behind it earlier ones that are still believed. */
  secrets: readonly string[];
  /** How long an alias look-up may be used again, in milliseconds: at most 2000. */
  cacheMs: number;
  /** Whether the limits per address block hold; false only for load tests. */
  limits: boolean;
  log: MailLog;
  logMail: MailLogging;
  /** One delivery has ended, with any outcome; letters are reported by `sendLetter` alone. */
  observe: (delivery: Delivery) => void;
  /** A recipient was not sent a message that it had already. */
  onCopy: () => void;
  /** Undefined: mail is passed on as it is. */
  checks: Pick<ChecksOptions, 'resolve' | 'trustedSealers'> | undefined;
  /**
   * With them senders become reply addresses where an answer would show the real address; undefined: senders stay as they are.
   * They need the checks, which prove an owner.
   */
  replies: ReplySettings | undefined;
  /** The key of our signatures. */
  signing: Signing;
  /** One mail was judged. */
  onJudged: ChecksOptions['observe'];
  /** A signature was made, or should have been. */
  onSignature: SignaturesOptions['observe'];
  /** Counts a complaint. @param alias undefined: not known, or about a letter of ours @param at milliseconds since 1970 */
  complained: (alias: string | undefined, at: number) => Promise<void>;
};
