/** The parts shared by the transactions of all connections. */

import type { WindowLimiter } from '#limits/window.ts';
import type { Clock } from '#time/clock.ts';
import type { MessageChecks } from '../copy/checks.ts';
import type { LoopMarks } from '../copy/loop-marks.ts';
import type { AliasReplyAddresses } from '../copy/redirect-replies.ts';
import type { ClientLists } from '../filter/dns-lists.ts';
import type { MessageFilter } from '../filter/filter.ts';
import type { MailHistory } from '../history/history.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Directory } from '../recipients/directory.ts';
import type { GuessLimit } from '../recipients/probing.ts';
import type { ReplyMail } from '../reply/plan.ts';
import type { ReplyReason } from '../reply/refusals.ts';
import type { ReplyAddresses } from '../return-path/reply-addresses.ts';
import type { ReturnPaths } from '../return-path/return-paths.ts';
import type { Senders } from '../senders/known-senders.ts';
import type { Signatures } from '../signing/signatures.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { NextHop } from '../smtp/send/route/next-hop.ts';
import type { Sent } from './delivery-log.ts';
import type { Mail } from './mail.ts';

export type Engine = {
  hostname: string;
  /** All our domains, in A-labels and lower case. */
  ownDomains: readonly string[];
  /** The address that receives complaints; undefined: none. */
  operator: string | undefined;
  clock: Clock;
  /** Uniform in [0, 1). */
  random: () => number;
  nextHop: NextHop;
  directory: Directory;
  ledger: Ledger;
  returnPaths: ReturnPaths;
  loopMarks: LoopMarks;
  signatures: Signatures;
  limits: EngineLimits;
  features: EngineFeatures;
  observers: EngineObservers;
  /** Tracks work that continues after its connection has ended. */
  track: (work: Promise<unknown>) => void;
};

export type EngineLimits = {
  probing: GuessLimit;
  /** Reports per receiving sender and alias. */
  bounces: WindowLimiter;
  /** Messages per alias. */
  floods: WindowLimiter;
  /** More Received fields than this mean a loop. */
  receivedFields: number;
};

/** Features that an operator may switch off: an object that does nothing then serves in their place. */
export type EngineFeatures = {
  /** Without them messages are forwarded unchanged. */
  checks: MessageChecks;
  /** Look up clients. */
  dnsLists: ClientLists;
  filter: MessageFilter;
  /** For owners' replies. */
  replyFilter: Pick<MessageFilter, 'ask'>;
  replies: ReplyFeature;
  /** The history that owners see. */
  history: MailHistory;
  /** The owners' rules about senders, and the senders seen. */
  senders: Senders;
  /** @returns an https address at which a POST switches the alias off; undefined: none */
  switchOff: (aliasId: string, linkEpoch: number) => string | undefined;
};

/** Replies of owners through us. */
export type ReplyFeature = Pick<ReplyAddresses, 'kindOf'> & {
  /** The reply addresses of an alias; undefined: senders stay unchanged, and replies show the real address. */
  addressesOf(alias: string): AliasReplyAddresses | undefined;
  /** The plan of a message to reply addresses. */
  plan(mail: ReplyMail): Mail['reply'];
};

/** Functions that are called with what has happened. */
export type EngineObservers = {
  /** A delivery has ended. */
  observe: (delivery: Delivery, sent: Sent) => void;
  /** A recipient already has this message: the sender gets 250, and the duplicate is suppressed. */
  onCopy: (held: Pick<Sent, 'id' | 'recipient'>) => void;
  /**
   * A reply to one recipient has ended.
   * @param reason of our own decision; undefined: the correspondent's server decided
   */
  onReply: (outcome: Delivery['kind'], reason: ReplyReason | undefined) => void;
  /** The verdict on a message whose author is not proven and whose domain asks for quarantine. */
  onQuarantine: (outcome: 'passed' | 'marked' | 'refused' | 'deferred') => void;
  /**
   * A message reached an alias older than this server's confirmation of addresses.
   * @param realEmail not confirmed yet
   */
  unconfirmedReached: (realEmail: string) => void;
  /** A genuine report says that one of our letters could not be delivered. */
  letterBounced: (key: string) => Promise<void>;
  /**
   * Counts a complaint. Never rejects.
   * @param alias undefined: about a message whose alias is not known, or one of our letters
   */
  complained: (alias: string | undefined) => Promise<void>;
  /** An internal error: the sender gets 451, or is served regardless. */
  onFault: (error: unknown) => void;
};
