/** The parts that the transactions of all connections share. */

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
  /** Undefined: mail is passed on as it is. */
  checks: Checks | undefined;
  /** Undefined: there are no reply addresses. */
  replyPlan: ((mail: ReplyMail) => ReplyPlan) | undefined;
  directory: Directory;
  /** Undefined: no client is looked up. */
  dnsLists: DnsLists | undefined;
  /** Undefined: no mail is asked about. */
  filter: Filter | undefined;
  ledger: Ledger;
  /** Undefined: guessing is not limited. */
  probing: Probing | undefined;
  /** Reports per sender that gets them, and alias. */
  bounces: Allowance;
  /** Mails per alias. */
  floods: Allowance;
  /** More Received fields than this are a loop. */
  receivedFields: number;
  /** The history that owners see of their mail; undefined: none is kept. */
  history: HistoryWriter | undefined;
  /** A mail has reached an alias older than the confirmation of addresses here. @param realEmail not confirmed yet */
  unconfirmedReached: (realEmail: string) => void;
  /** One delivery has ended. */
  observe: (delivery: Delivery, sent: Sent) => void;
  /** A recipient has this very message already: the sender is answered 250, and nobody gets a second copy. */
  onCopy: (held: Pick<Sent, 'id' | 'recipient'>) => void;
  /** Work that goes on after its connection has ended. */
  track: (work: Promise<unknown>) => void;
  /** A fault of ours: the sender is answered 451, or served all the same. */
  onFault: (error: unknown) => void;
};
