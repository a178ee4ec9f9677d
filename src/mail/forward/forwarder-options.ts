/** The surroundings of the mail engine: the application's settings, parts and observers. */

import type { NameSpace } from '#rules/alias.ts';
import type { Ownership } from '#rules/ownership.ts';
import type { HistoryStore } from '#store/history/history-store.ts';
import type { KnownSendersOptions } from '../senders/known-senders.ts';
import type { Store } from '#store/store.ts';
import type { Clock } from '#time/clock.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { MailLog } from '../smtp/mail-log.ts';
import type { NextHop } from '../smtp/send/route/next-hop.ts';
import type { ChecksOptions } from '../copy/checks.ts';
import type { DnsLists } from '../filter/dns-lists.ts';
import type { Filter } from '../filter/filter.ts';
import type { ReplySettings } from './create-reply-plans.ts';
import type { ReplyObserver } from './deliver-reply.ts';
import type { DeliveryOptions } from './deliver.ts';
import type { MailLogging } from './delivery-log.ts';
import type { SignaturesOptions } from '../signing/signatures.ts';
import type { Signing } from '../signing/signing.ts';

/** The operations of the store that the engine needs. */
export type MailStore = Pick<
  Store,
  'aliasByAddress' | 'aliasesOf' | 'hasAliases' | 'recall' | 'remember'
>;

export type ForwarderOptions = {
  space: NameSpace;
  store: MailStore;
  nextHop: NextHop;
  /** Our name in Received and in reports. */
  hostname: string;
  bounceDomain: string;
  /** Receives mail to postmaster@ and abuse@; undefined: that mail is asked to wait. */
  operator: string | undefined;
  ownership: Ownership;
  /** The history in which owners find their mail; undefined: none is kept. */
  history: Pick<HistoryStore, 'add' | 'addDelivered'> | undefined;
  /**
   * The senders that owners know; undefined: none is noted, and no alias asks for any. It needs the history and the checks, which
   * prove an author.
   */
  senders: KnownSendersOptions['store'] | undefined;
  /** A mail has reached an alias older than the confirmation of addresses here. @param realEmail not confirmed yet */
  unconfirmedReached: (realEmail: string) => void;
  /** The root secret, and behind it earlier ones that are still believed. */
  secrets: readonly string[];
  /** How long an alias look-up may be used again, in milliseconds: at most 2000. */
  cacheMs: number;
  /** Whether the limits per address block hold; false only for load tests. */
  limits: boolean;
  clock: Clock;
  random: () => number;
  log: MailLog;
  logMail: MailLogging;
  /** One delivery has ended, with any outcome; letters are reported by `sendLetter` alone. */
  observe: (delivery: Delivery) => void;
  /** A recipient was not sent a message that it had already. */
  onCopy: () => void;
  /** Lists of senders in the DNS; undefined: there are none. */
  dnsLists: DnsLists | undefined;
  /** The spam filter; undefined: no mail is asked about. */
  filter: Filter | undefined;
  /** The one for answers of owners. */
  replyFilter: Filter | undefined;
  /** A mail whose domain asks for quarantine has its verdict. */
  onQuarantine: DeliveryOptions['onQuarantine'];
  /** Undefined: mail is passed on as it is. */
  checks: Pick<ChecksOptions, 'resolve' | 'trustedSealers'> | undefined;
  /**
   * With them senders become reply addresses where an answer would show the real address; undefined: senders stay as they are.
   * They need the checks, which prove an owner.
   */
  replies: ReplySettings | undefined;
  /** One reply for one recipient has ended. */
  onReply: ReplyObserver;
  /** The key of our signatures. */
  signing: Signing;
  /** @returns an https address at which a POST switches the alias off; undefined: there is none */
  switchOff: DeliveryOptions['switchOff'];
  /** One mail was judged. */
  onJudged: ChecksOptions['observe'];
  /** A signature was made, or should have been. */
  onSignature: SignaturesOptions['observe'];
  /** A genuine report says that a letter could not be delivered. @param key as it was given to `sendLetter` */
  letterBounced: (key: string) => Promise<void>;
  /** Counts a complaint. @param alias undefined: not known, or about a letter of ours @param at milliseconds since 1970 */
  complained: (alias: string | undefined, at: number) => Promise<void>;
  /** An error of ours; the sender heard 451, or was served all the same. */
  onFault: (error: unknown) => void;
};
