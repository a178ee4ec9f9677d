/** The plan of one life, as data: messages, and the incidents that affect them, each found again by its number. */

import type { Cut, Path } from './network/link.ts';
import type {
  DatabaseFault,
  DiskFault,
  FarAction,
  FilterTrouble,
  ListState,
  Occasion,
  SenderAction,
  Step,
} from './faults.ts';
import type { Call } from './world/process.ts';

/** `bare`: no field tells it from another message; `dated`: with Date and Message-ID; `relayed`: with a Received besides. */
export type MailKind = 'bare' | 'dated' | 'relayed';

export type MailPlan = {
  number: number;
  /** Identifies its content: equal messages have the same. */
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
  /** The spam filter's verdict; a deferral holds until the life is healed. Absent: the filter accepts the message. */
  word?: 'add header' | 'soft reject' | 'reject';
  /** Of DKIM; absent: it has none. */
  signature?: 'good' | 'broken';
};

/** One of our emails to the real address of an alias. `isTest`: a visitor's test message. */
export type LetterPlan = { number: number; at: number; alias: number; isTest?: boolean };

/** A sending server and its habits. */
export type SenderPlan = {
  pipelining: boolean;
  chunking: boolean;
  /** The pieces of a content by BDAT; absent: one. */
  chunks?: number;
  perRecipient: boolean;
  declaresSize: boolean;
  /** QUIT is sent after the final dot, in the same write. */
  quitsBehindDot: boolean;
  /** Milliseconds for which a connection is kept for the next message; 0: it is not kept. */
  keepsMs: number;
  /** It tries again within seconds, three times at first. */
  isHasty?: boolean;
  /** STARTTLS comes before the first mail; absent: everything is in plaintext. */
  tls?: 'close-notify' | 'no-close-notify';
};

/** The server of a domain and its habits. */
export type FarPlan = {
  pipelining: boolean;
  chunking: boolean;
  size: boolean;
  /** Only HELO. */
  plain: boolean;
  /** Its domain has no SPF record: only a signature proves its authors. */
  hasNoSpf?: boolean;
  /** STARTTLS is offered. */
  tls?: boolean;
  /** Microseconds from a command to its reply, and from the final dot. */
  think: number;
  verdict: number;
  /** Seconds after which an idle connection is closed. */
  idle: number;
  /** Seconds for which a new pair of sender and recipient is greylisted; 0: without greylisting. */
  greylists: number;
  /** It answers QUIT, and leaves the connection open. */
  ignoresQuit: boolean;
};

export type Incident =
  /** Numbers count from 0 in the order of a life. */
  | { kind: 'cut'; connection: number; cut: Cut }
  | { kind: 'unreachable'; server: number; from: number; until: number; how: 'refused' | 'silent' }
  /** `alias`: the steps of its messages alone are counted; absent: those of all messages. */
  | { kind: 'far'; server: number; alias?: number; step: Step; number: number; action: FarAction }
  | { kind: 'sender'; mail: number; attempt: number; action: SenderAction }
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
  /** All connections of all nodes are reset after this call, in the middle of a statement, and refused for a while. */
  | { kind: 'database-reset'; call: number; us: number; downUs: number }
  | { kind: 'dns'; from: number; until: number; how: 'trouble' | 'silent' | 'slow' }
  /** The spam filter does not answer, or answers late, with nonsense, or by a fault. */
  | { kind: 'filter'; from: number; until: number; how: FilterTrouble }
  /** A list in the DNS has a sender; or it lists everyone, or refuses to answer, and must not be trusted. */
  | { kind: 'list'; sender: number; from: number; until: number; how: ListState }
  | { kind: 'senders'; alias: number; at: number; node: number; word: SenderWord; sender: number }
  /** A mailbox rejects mail: 452 while it is full, 550 after it is deleted, healed or not. */
  | { kind: 'mailbox'; alias: number; from: number; until: number; how: 'full' | 'gone' }
  | {
      kind: 'owner';
      alias: number;
      at: number;
      action: OwnerAction;
      node: number;
      /** The process is stopped for so long after it has answered, and the alias is changed again at this node meanwhile. */
      again?: { node: number; action: OwnerAction; us: number };
      /** With a database in the network: the next look-up of the alias at the node gets its answer after the change. */
      behindLookUp?: boolean;
    };

/** `sender`: the one whom the owner lets in, or blocks. */
export type SenderWord = 'known-only' | 'anybody' | 'let' | 'block' | 'confirm';

export type OwnerAction = 'off' | 'on' | 'pause' | 'resume';

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
  /** Half of the aliases are not confirmed: they take no mail, or still take it in the grace period. Absent: open to all. */
  ownership?: 'confirmed' | 'grace';
  /** Messages are checked, and the spam filter, a list in the DNS and owners reject some. */
  isGuarded?: boolean;
  senders: SenderPlan[];
  far: FarPlan[];
  /** Real mailboxes of aliases: the number of the remote server's domain. */
  aliases: number[];
  mails: MailPlan[];
  letters?: LetterPlan[];
  incidents: Incident[];
  network: Path;
  /** Octets of all messages in memory of a node. */
  room: number;
  /** From this moment on, in microseconds, there are no more faults. */
  healedAt: number;
};

export const incidentsOf = <Kind extends Incident['kind']>(
  { incidents }: Plan,
  kind: Kind,
): Of<Kind>[] => incidents.filter((one): one is Of<Kind> => one.kind === kind);

export const hasReplies = ({ mails }: Plan): boolean => mails.some(({ isReply }) => isReply);

/** The remote server that gets the mail for an alias. */
export const serverOf = ({ hasRelay, aliases }: Plan, alias: number): number | undefined =>
  hasRelay ? 0 : aliases[alias];
