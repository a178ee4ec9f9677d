/** The plan of one life, as data: messages, and the incidents that befall them, each found again by its number. */

import type { Cut, Segments } from './network/link.ts';
import type {
  DatabaseFault,
  FarDeed,
  FilterTrouble,
  ListState,
  Occasion,
  SenderDeed,
  Step,
} from './faults.ts';
import type { DiskFault } from './world/databases.ts';
import type { Call } from './world/process.ts';

/** `bare`: no field tells it from another message; `dated`: with Date and Message-ID; `relayed`: with a Received besides. */
export type MailKind = 'bare' | 'dated' | 'relayed';

export type MailPlan = {
  number: number;
  /** Names its content: equal messages have the same. */
  content: number;
  kind: MailKind;
  octets: number;
  /** Microseconds. */
  at: number;
  sender: number;
  /** Numbers of aliases. */
  recipients: number[];
  /** The owner of the one alias answers its correspondent. */
  isReply?: boolean;
  /** The spam filter's word, until the life is healed if it is to come again; absent: it has nothing against the mail. */
  word?: 'add header' | 'soft reject' | 'reject';
  /** Of DKIM; absent: it has none. */
  signature?: 'good' | 'broken';
};

/** A letter of ours to the real address of an alias. */
export type LetterPlan = { number: number; at: number; alias: number };

/** A sending server and its habits. */
export type SenderPlan = {
  pipelining: boolean;
  chunking: boolean;
  /** The pieces of a content by BDAT; absent: one. */
  chunks?: number;
  perRecipient: boolean;
  declaresSize: boolean;
  /** QUIT goes behind the final dot, in the same write. */
  quitsBehindDot: boolean;
  /** Milliseconds for which a connection is kept for the next mail; 0: none is. */
  keepsMs: number;
  /** It tries again within seconds, three times at first. */
  isHasty?: boolean;
  /** STARTTLS comes before the first mail; absent: all is said in plaintext. */
  tls?: 'close-notify' | 'no-close-notify';
};

/** The server of a domain and its habits. */
export type FarPlan = {
  pipelining: boolean;
  chunking: boolean;
  size: boolean;
  /** HELO alone. */
  plain: boolean;
  /** Its domain names no servers that may send: only a signature proves its authors. */
  hasNoSpf?: boolean;
  /** STARTTLS is offered. */
  tls?: boolean;
  /** Microseconds from a command to its reply, and from the final dot. */
  think: number;
  verdict: number;
  /** Seconds after which an idle connection is closed. */
  idle: number;
  /** Seconds for which a new pair of sender and recipient is asked to wait; 0: none is. */
  greylists: number;
  /** It answers QUIT, and leaves the connection open. */
  ignoresQuit: boolean;
};

export type Incident =
  /** Numbers count from 0 in the order of a life. */
  | { kind: 'cut'; connection: number; cut: Cut }
  | { kind: 'unreachable'; server: number; from: number; until: number; how: 'refused' | 'silent' }
  /** `alias`: the steps of its messages alone are counted; absent: those of all messages. */
  | { kind: 'far'; server: number; alias?: number; step: Step; number: number; deed: FarDeed }
  | { kind: 'sender'; mail: number; attempt: number; deed: SenderDeed }
  | { kind: 'kill'; node: number; at: number }
  | { kind: 'kill-at-call'; node: number; call: Call; place: 'before' | 'after'; number: number }
  | { kind: 'end-after'; what: Occasion; number: number; us: number; how: 'killed' | 'in order' }
  | { kind: 'restart'; node: number; at: number; killedAfter: number }
  | { kind: 'stall'; node: number; at: number; us: number }
  | { kind: 'clock'; node: number; at: number; ms: number }
  /** `atCommit`: the transaction fails as it is committed; absent: as it begins. */
  | {
      kind: 'disk';
      node: number;
      from: number;
      until: number;
      fault: DiskFault;
      atCommit?: boolean;
    }
  | { kind: 'database'; node: number; from: number; until: number; fault: DatabaseFault }
  /** All connections of all nodes are reset behind this call, in the middle of a statement, and refused for a while. */
  | { kind: 'database-reset'; call: number; us: number; downUs: number }
  | { kind: 'dns'; from: number; until: number; how: 'trouble' | 'silent' | 'slow' }
  /** The spam filter does not answer, or answers late, with nonsense, or by a fault. */
  | { kind: 'filter'; from: number; until: number; how: FilterTrouble }
  /** A list in the DNS has a sender; or it names everyone, or refuses to answer, and must not be believed. */
  | { kind: 'list'; sender: number; from: number; until: number; how: ListState }
  | { kind: 'senders'; alias: number; at: number; node: number; word: SenderWord; sender: number }
  /** A mailbox takes no mail: 452 while it is full, 550 once it is gone, healed or not. */
  | { kind: 'mailbox'; alias: number; from: number; until: number; how: 'full' | 'gone' }
  | {
      kind: 'owner';
      alias: number;
      at: number;
      deed: OwnerDeed;
      node: number;
      /** The process is stopped for so long as it has answered, and the alias is changed again at this node meanwhile. */
      again?: { node: number; deed: OwnerDeed; us: number };
      /** With a database in the network: the next look-up of the alias at the node gets its answer after the change. */
      behindLookUp?: boolean;
    };

/** `sender`: the one whom the owner lets in, or blocks. */
export type SenderWord = 'known-only' | 'anybody' | 'let' | 'block' | 'confirm';

export type OwnerDeed = 'off' | 'on' | 'pause' | 'resume';

/** The incidents of one kind. */
export type Of<Kind extends Incident['kind']> = Extract<Incident, { kind: Kind }>;

export type Plan = {
  seed: number;
  profile: string;
  /** Clock differences of the nodes, in milliseconds: one for each node. */
  nodes: number[];
  /** The nodes share a database in the network, and not a file. */
  hasNetworkDatabase?: boolean;
  /** All mail goes to the first remote server, whatever its domain. */
  hasRelay?: boolean;
  /** Half of the aliases are not confirmed: they take no mail, or still do so in the time of grace. Absent: open to all. */
  ownership?: 'confirmed' | 'grace';
  /** Messages are judged, and the spam filter, a list in the DNS and owners keep some out. */
  isGuarded?: boolean;
  senders: SenderPlan[];
  far: FarPlan[];
  /** Real mailboxes behind aliases: the number of the remote server's domain. */
  aliases: number[];
  mails: MailPlan[];
  letters?: LetterPlan[];
  incidents: Incident[];
  network: { latency: number; jitter: number; segments: Segments; buffer: number };
  /** Octets of all messages in memory of a node. */
  room: number;
  /** From this moment on, in microseconds, there is no fault any more. */
  healedAt: number;
};

/** The remote server that the mail for an alias comes to. */
export const serverOf = ({ hasRelay, aliases }: Plan, alias: number): number | undefined =>
  hasRelay ? 0 : aliases[alias];
