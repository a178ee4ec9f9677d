/** The records of a life that its judge keeps. */

import { DELIVERY_TIMEOUT_MS } from '#mail/forward/mail.ts';
import type { TcpEnd } from '../network/tcp-end.ts';
import type { SenderAction } from '../faults.ts';
import type { MailPlan, Plan } from '../plan.ts';
import { SECOND, type World } from '../world/world.ts';

/** A message in the queue of its sender. */
export type Job = {
  mail: MailPlan;
  octets: Buffer;
  /** Recipients without a verdict. */
  pending: Set<number>;
  attempts: number;
  /** Every recipient has a verdict. */
  isDone: boolean;
  underWay: number;
};

/** `isNext`: the verdict is the next reply. Without that, octets of BDAT may wait for the reply to a RCPT, or follow a failed chunk. */
export type Wire = { end: TcpEnd; octets: number; isNext: () => boolean };

/** One attempt of a sender at one message. Moments in microseconds; infinite: not yet. */
export class Attempt {
  readonly job: Job;
  readonly number: number;
  readonly node: string;
  readonly action: SenderAction | undefined;
  readonly begunAt: number;
  /** Its DATA, or its first BDAT. */
  askedAt = Infinity;
  dotAt: number | undefined;
  /** Its last reply to RCPT was read; a dot that came sooner waits for it. */
  recipientsAt = Infinity;
  /** Its connection, with the number of octets up to the dot. */
  wire: Wire | undefined;
  /** The node has read the dot: no later than this. */
  readAt: number | undefined;
  /** The sender has read the verdict. */
  answeredAt = Infinity;
  /** Recipients with a verdict other than 4yz. */
  readonly settled = new Set<number>();
  /** Some recipients have a verdict, and others do not. */
  isMixed = false;
  /** Recipients whose RCPT was accepted, and those deferred to another transaction. */
  accepted: number[] = [];
  readonly turnedAway = new Set<number>();
  /** It is over for the sender. */
  overAt = Infinity;
  /** Its connection was cut silently. */
  isSilent = false;

  constructor(its: Pick<Attempt, 'job' | 'number' | 'node' | 'action' | 'begunAt'>) {
    this.job = its.job;
    this.number = its.number;
    this.node = its.node;
    this.action = its.action;
    this.begunAt = its.begunAt;
  }
}

/** A remote server has accepted a message. */
export type Acceptance = {
  at: number;
  content: number;
  /** Number of the alias. */
  recipient: number;
  server: number;
  /** Address of the node. */
  node: string;
  /** Our id of the attempt, of the Received field. */
  id: string;
  end: TcpEnd;
  /** The number of octets of this connection with which the reply has come in; undefined: there was none. */
  heardAt: number | undefined;
};

/** Its node has read the reply. */
export const isHeard = ({ heardAt, end }: Acceptance): boolean =>
  heardAt !== undefined && end.readByPeer >= heardAt;

export class Broken extends Error {
  readonly promise: string;
  readonly words: string;
  /** The content of the message that it concerns; undefined: it concerns none, or several. */
  readonly content: number | undefined;

  constructor(promise: string, words: string, content?: number) {
    super(`${promise}: ${words}`);
    this.promise = promise;
    this.words = words;
    this.content = content;
  }
}

export type Event = { node: string; at: number };

/** Whether one of these has happened to a node between two moments. */
export const hasHappened = (events: readonly Event[], to: string, from: number, until = Infinity) =>
  events.some(({ node, at }) => node === to && at >= from && at <= until);

/** A process that has ended; a graceful shutdown began before that. */
export type NodeEnd = Event & { since: number };

/** The judge, as the rules of single promises need it. */
export type Evidence = {
  readonly plan: Plan;
  readonly world: World;
  readonly attempts: readonly Attempt[];
  readonly acceptances: readonly Acceptance[];
  readonly deaths: readonly Event[];
  readonly ends: readonly NodeEnd[];
  readonly diskFaults: readonly Event[];
  readonly isCalm: boolean;
  arrivals: (content: number, recipient: number) => readonly Acceptance[];
  toldAt: (content: number, recipient: number) => number;
  broken: (promise: string, words: string) => void;
  tookEffect: (what: string) => void;
};

/** Whether the deadline of a message is about now: the command after the last reply of a remote server is then not sent. */
export const isTimeUp = ({ dotAt }: Attempt, now: number): boolean =>
  dotAt !== undefined && Math.abs(dotAt + DELIVERY_TIMEOUT_MS * 1000 - now) < SECOND;
