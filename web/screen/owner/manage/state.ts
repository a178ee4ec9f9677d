/** The state of 'Manage this alias': its data and the owner's actions. */

/** A row that unfolds, or acts at once. */
export type Entry =
  | 'pause'
  | 'end'
  | 'lock'
  | 'senders'
  | 'history'
  | 'passkey'
  | 'factor'
  | 'address'
  | 'write'
  | 'replyBody'
  | 'link'
  | 'download'
  | 'here'
  | 'everywhere'
  | 'alias'
  | 'all';

/** The messages rejected, delayed or delivered: `GET functions/v1/history`. Times in the form of shortTime. */
export type ShownHistory = {
  events: HistoryLine[];
  days: { day: string | number; delivered: number }[];
  last: ({ at: string | number; domain: string } & ProvenSender)[];
};

/** The proven author of a mail, and the number by which its owner acts on it; absent if no author is proven. */
type ProvenSender = { author?: string; sender?: string };

export type HistoryLine = ProvenSender & {
  at: string | number;
  kind: string;
  /** The sender's domain. */
  domain: string;
  reason: string;
  code: number | null;
};

/** The owner's rule for a sender. */
export type OwnersWish = 'let' | 'block' | 'forget';

/** A sender with a rule; `name` is null if the server can no longer read it. */
export type RuledSender = { sender: string; rule: 'let' | 'blocked'; name: string | null };

export type ReplyBody = 'replace' | 'refuse';

/** The facts about the alias and its owner; undefined: not read yet, or not offered by this server. */
export type Facts = {
  history?: ShownHistory;
  /** Ids; undefined if this server has none. */
  passkeys?: string[];
  /** Id of the second factor; null: there is none. */
  factor?: string | null;
  /** The address of a change whose code is not typed yet; null: none. */
  newEmail?: string | null;
  /** The time at which the alias switches off by itself, in ISO 8601; null: never. */
  endsAt?: string | null;
  /** Mail is accepted from known senders only; undefined: this server does not keep senders. */
  knownOnly?: boolean;
  senders?: RuledSender[];
  /** What happens to a reply that shows the real address; undefined: this server does not forward replies. */
  replyBody?: ReplyBody;
  /** The address for a first message to someone. */
  written?: { email: string; address: string } | undefined;
  /** The reason why some of them could not be read now. */
  unread?: Failure;
};

/** A second factor during its set-up. */
export type ShownEnrolment = { id: string; qr: string; secret: string };

export type Action =
  | { do: 'load' }
  /** `until`: ISO 8601. */
  | { do: 'pause'; until: string }
  /** Switches the alias off by itself after so many days; null: never. */
  | { do: 'endAfter'; days: number | null }
  | { do: 'lock'; knownOnly: boolean }
  /** In the row `entry`. */
  | { do: 'rule'; entry: 'history' | 'senders'; sender: string; rule: OwnersWish }
  | { do: 'renewLink' }
  | { do: 'replyAddress'; email: string }
  | { do: 'chooseReplyBody'; replyBody: ReplyBody }
  | { do: 'addPasskey' }
  | { do: 'removePasskeys'; ids: string[] }
  | { do: 'enrol' }
  | { do: 'verifyFactor'; id: string; code: string }
  | { do: 'removeFactor'; id: string }
  | { do: 'changeAddress'; email: string }
  /** The code from the letter to the new address. */
  | { do: 'confirmAddress'; email: string; code: string }
  | { do: 'download' }
  | { do: 'signOut'; scope: 'local' | 'global' }
  | { do: 'deleteAlias' }
  | { do: 'deleteAll' };

export type Failure =
  /** The action waits for a code of the second factor, and then runs again. */
  | 'secondFactor'
  | 'wrongCode'
  | 'busy'
  | 'taken'
  | 'full'
  | 'refused'
  | 'cancelled'
  | 'unreachable'
  | 'failed';

export type ActionOutcome = { facts?: Facts; enrolment?: ShownEnrolment } | { failed: Failure };

export type ManageState = {
  facts: Facts;
  /** Whether its forwarding is switched on, as it is stored; undefined: not known yet. */
  forwards: boolean | undefined;
  /** The facts are being read; that blocks no action. */
  loading: boolean;
  open: Entry | undefined;
  /** The action under way. */
  busy: Action | undefined;
  /** The outcome of the last action, beside its row. */
  said: { entry: Entry; what: Failure | 'done' } | undefined;
  enrolment: ShownEnrolment | undefined;
  /** It waits for a code of the second factor. */
  proving: Action | undefined;
  code: string;
  /** The new real address, and someone else's, as they are typed. */
  address: string;
  correspondent: string;
};

export const FOLDED: ManageState = {
  facts: {},
  forwards: undefined,
  loading: false,
  open: undefined,
  busy: undefined,
  said: undefined,
  enrolment: undefined,
  proving: undefined,
  code: '',
  address: '',
  correspondent: '',
};

/** The row that an action belongs to. */
export function entryOf(action: Action): Entry {
  switch (action.do) {
    case 'load':
      return 'history';
    case 'pause':
      return 'pause';
    case 'endAfter':
      return 'end';
    case 'lock':
      return 'lock';
    case 'rule':
      return action.entry;
    case 'renewLink':
      return 'link';
    case 'replyAddress':
      return 'write';
    case 'chooseReplyBody':
      return 'replyBody';
    case 'addPasskey':
    case 'removePasskeys':
      return 'passkey';
    case 'enrol':
    case 'verifyFactor':
    case 'removeFactor':
      return 'factor';
    case 'changeAddress':
    case 'confirmAddress':
      return 'address';
    case 'download':
      return 'download';
    case 'signOut':
      return action.scope === 'local' ? 'here' : 'everywhere';
    case 'deleteAlias':
      return 'alias';
    case 'deleteAll':
      return 'all';
  }
}
