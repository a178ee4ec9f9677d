/** A kind of life, as data. */

import type { Chance } from '../chance.ts';
import type { FarAction, ListState, SenderAction, Step } from '../faults.ts';
import type { Segments } from '../network/link.ts';
import type { SenderWord } from '../plan.ts';

export const ALIASES = 12;

/** The means of troubles of the filter, states of lists, and words of owners about senders; which ones: absent, all of them. */
export type GuardsProfile = {
  filters?: number;
  lists?: number;
  words?: number;
  listStates?: readonly [ListState, ...ListState[]];
  senderWords?: readonly [SenderWord, ...SenderWord[]];
};

/** How much of each happens in a life: the mean of its incidents. */
export type Profile = {
  mails: number;
  /** Without any fault: no mail is deferred or late. */
  isCalm?: boolean;
  /** Remote servers at most. */
  servers?: number;
  nodes: readonly [number, ...number[]];
  /** Microseconds in which the messages are sent; the last ones of them come at its end, all at once. */
  span: number;
  burst?: number;
  /** The share of messages with several recipients; absent: a fifth. */
  several?: number;
  octets: (chance: Chance) => number;
  room: number;
  cuts: number;
  kills: number;
  far: number;
  senders: number;
  /** Those of remote servers, at which steps, those of a final dot, and those of senders; absent: some of all, by chance. */
  farActions?: readonly [FarAction, ...FarAction[]];
  steps?: readonly [Step, ...Step[]];
  dotActions?: readonly [FarAction, ...FarAction[]];
  senderActions?: readonly [SenderAction, ...SenderAction[]];
  restarts: number;
  /** Graceful shutdowns just after a sender has left without its verdict. */
  departures?: number;
  disk: number;
  /** Of a database in the network; undefined: it is a file. */
  database?: number;
  /** Microseconds from a final dot to its reply; absent: from none to many. */
  verdicts?: readonly [number, ...number[]];
  /** The share of remote servers that greylist; absent: a few. */
  greylisting?: number;
  /** Mailboxes that are full or gone. */
  mailboxes: number;
  dns: number;
  owners: number;
  /** Owners change an alias just after a node has read it, and lists and owners react to each message that has just arrived. */
  meets?: boolean;
  /** Absent: twelve. */
  aliases?: number;
  letters: number;
  /** Most remote servers offer STARTTLS. */
  hasTls?: boolean;
  /** Messages are judged and kept out. */
  guards?: GuardsProfile;
  /** All mail goes to one server. */
  hasRelay?: boolean;
  /** Half of the aliases are not confirmed; so many of them are confirmed at random. */
  confirms?: number;
  /** All messages are answers of owners. */
  areReplies?: boolean;
  segments: readonly [Segments, ...Segments[]];
  /** Octets of a socket's buffers; absent: from few to many. */
  buffers?: readonly [number, ...number[]];
  /** Each kind of fault is on with this probability, and each action with half of it. */
  swarm: number;
};
