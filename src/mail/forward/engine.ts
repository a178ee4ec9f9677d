/** The parts shared by the transactions of all connections. */

import type { Allowance } from '#collections/allowance.ts';
import type { ReplyMail, ReplyPlan } from '../reply/plan.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { Checks } from '../copy/checks.ts';
import type { ReplyDeliveryOptions } from './deliver-reply.ts';
import type { Sent } from './delivery-log.ts';
import type { Clock } from '#time/clock.ts';
import type { AliasReplyAddresses } from '../copy/redirect-replies.ts';
import type { LoopMarks } from '../copy/loop-marks.ts';
import type { KnownSenders } from '../senders/known-senders.ts';
import type { ReturnPaths } from '../return-path/return-paths.ts';
import type { Signatures } from '../signing/signatures.ts';
import type { DnsLists } from '../filter/dns-lists.ts';
import type { Filter } from '../filter/filter.ts';
import type { Directory } from '../recipients/directory.ts';
import type { HistoryWriter } from '../history/history.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Probing } from '../recipients/probing.ts';

export type Engine = ReplyDeliveryOptions & {
  hostname: string;
  /** All our domains, in A-labels and lower case. */
  ownDomains: readonly string[];
  returnPaths: ReturnPaths;
  loopMarks: LoopMarks;
  clock: Clock;
  /** Uniform in [0, 1). */
  random: () => number;
  signatures: Signatures;
  /** The owners' rules about senders, and the senders seen; undefined: not kept. */
  senders: KnownSenders | undefined;
  /** The reply addresses of an alias; undefined: senders stay unchanged, and replies show the real address. */
  aliasReplyAddresses: ((alias: string) => AliasReplyAddresses) | undefined;
  /** @returns an https address at which a POST switches the alias off; undefined: none */
  switchOff: (aliasId: string, linkEpoch: number) => string | undefined;
  /** The address that receives complaints; undefined: none. */
  operator: string | undefined;
  /**
   * Counts a complaint. Never rejects.
   * @param alias undefined: about a message whose alias is not known, or one of our letters
   */
  complained: (alias: string | undefined) => Promise<void>;
  /** Called with the verdict on a message whose author is not proven and whose domain asks for quarantine. */
  onQuarantine: (outcome: 'passed' | 'marked' | 'refused' | 'deferred') => void;
  /** Called if a genuine report says that one of our letters could not be delivered. */
  letterBounced: (key: string) => Promise<void>;
  /** Undefined: messages are forwarded unchanged. */
  checks: Checks | undefined;
  /** Undefined: no reply addresses. */
  replyPlan: ((mail: ReplyMail) => ReplyPlan) | undefined;
  directory: Directory;
  /** Undefined: clients are not looked up. */
  dnsLists: DnsLists | undefined;
  /** Undefined: messages are not filtered. */
  filter: Filter | undefined;
  ledger: Ledger;
  /** Undefined: guessing is not limited. */
  probing: Probing | undefined;
  /** Reports per receiving sender and alias. */
  bounces: Allowance;
  /** Messages per alias. */
  floods: Allowance;
  /** More Received fields than this mean a loop. */
  receivedFields: number;
  /** The history that owners see; undefined: not kept. */
  history: HistoryWriter | undefined;
  /**
   * A message reached an alias older than this server's confirmation of addresses.
   * @param realEmail not confirmed yet
   */
  unconfirmedReached: (realEmail: string) => void;
  /** Called when a delivery has ended. */
  observe: (delivery: Delivery, sent: Sent) => void;
  /** Called if a recipient already has this message: the sender gets 250, and the duplicate is suppressed. */
  onCopy: (held: Pick<Sent, 'id' | 'recipient'>) => void;
  /** Tracks work that continues after its connection has ended. */
  track: (work: Promise<unknown>) => void;
  /** Called on an internal error: the sender gets 451, or is served regardless. */
  onFault: (error: unknown) => void;
};
