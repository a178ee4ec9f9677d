/** The parts shared by the transactions of all connections. */

import type { Allowance } from '#collections/allowance.ts';
import type { ReplyMail, ReplyPlan } from '../reply/plan.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { Checks } from '../copy/checks.ts';
import type { DeliveryOptions } from './deliver.ts';
import type { Sent } from './delivery-log.ts';
import type { DnsLists } from '../filter/dns-lists.ts';
import type { Filter } from '../filter/filter.ts';
import type { Directory } from '../recipients/directory.ts';
import type { HistoryWriter } from '../history/history.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Probing } from '../recipients/probing.ts';

export type Engine = DeliveryOptions & {
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
