/** What the application passes to the mail engine: settings and parts, and records of limits, features and observers. */

import type { NameSpace } from '#rules/alias.ts';
import type { Ownership } from '#rules/ownership.ts';
import type { HistoryStore } from '#store/history/history-store.ts';
import type { Store } from '#store/store.ts';
import type { ChecksOptions } from '../copy/checks.ts';
import type { KnownSendersOptions } from '../senders/known-senders.ts';
import type { SignaturesOptions, Signing } from '../signing/signatures.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { MailLog } from '../smtp/mail-log.ts';
import type { MailLogging } from './delivery-log.ts';
import type { Engine, EngineFeatures, EngineObservers } from './engine.ts';

/** The operations of the store that the engine needs. */
export type MailStore = Pick<
  Store,
  'aliasByAddress' | 'aliasNamesOf' | 'hasAliases' | 'recall' | 'remember'
>;

export type ForwarderOptions = Pick<
  Engine,
  'clock' | 'hostname' | 'nextHop' | 'operator' | 'random'
> & {
  space: NameSpace;
  store: MailStore;
  bounceDomain: string;
  ownership: Ownership;
  /** The root secret, followed by earlier ones that are still accepted. */
  secrets: readonly string[];
  /** Our signing key. */
  signing: Signing;
  log: MailLog;
  logMail: MailLogging;
  limits: LimitSettings;
  features: FeatureSettings;
  observers: ForwarderObservers;
};

export type LimitSettings = {
  /** Whether the limits per address block and per alias apply; false only for load tests. */
  apply: boolean;
  /** How long an alias look-up may be reused, in milliseconds: at most 2000. */
  cacheMs: number;
};

/** What the features need. Those that need parts of the engine are made there. */
export type FeatureSettings = Pick<
  EngineFeatures,
  'dnsLists' | 'filter' | 'replyFilter' | 'switchOff'
> & {
  checks: Pick<ChecksOptions, 'resolve' | 'trustedSealers'> | 'off';
  /** Replaces senders with reply addresses if a reply would show the real address. Needs the checks, which prove an owner. */
  replies: ReplySettings | 'off';
  /** The history in which owners find their mail. */
  history: Pick<HistoryStore, 'add' | 'addDelivered'> | 'off';
  /** The senders that owners know. Needs the history, and the checks that prove an author. */
  senders: KnownSendersOptions['store'] | 'off';
};

export type ReplySettings = {
  /** The proof that an owner needs; `dkim`: SPF alone is not enough. */
  proof: 'any' | 'dkim';
  /** Called with the seconds that the leak guard spent on a reply. */
  onGuarded: (seconds: number) => void;
};

export type ForwarderObservers = Omit<EngineObservers, 'complained' | 'observe' | 'onCopy'> & {
  /** A delivery has ended, with any outcome; letters are reported by `sendLetter` alone. */
  observe: (delivery: Delivery) => void;
  /** A recipient was not sent a message that it already had. */
  onCopy: () => void;
  /** A message was judged. */
  onJudged: ChecksOptions['observe'];
  /** A signature was made, or should have been. */
  onSignature: SignaturesOptions['observe'];
  /** Counts a complaint. @param alias undefined: not known, or about one of our letters @param at milliseconds since 1970 */
  complained: (alias: string | undefined, at: number) => Promise<void>;
};
