/** What the reading of the facts and the owner's actions lead to. */

import type { AliasRow } from '../../../client/alias-row.ts';
import type { Failure } from './call.ts';
import type { ManageParts } from './script.ts';

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
  written?: Written | undefined;
  /** The reason why some of them could not be read now. */
  unread?: Failure;
};

/** The messages rejected, delayed or delivered: `GET functions/v1/history`. Times in the form of shortTime. */
export type ShownHistory = {
  events: HistoryLine[];
  days: { day: string | number; delivered: number }[];
  last: ({ at: string | number; domain: string } & ProvenSender)[];
};

export type HistoryLine = ProvenSender & {
  at: string | number;
  kind: string;
  /** The sender's domain. */
  domain: string;
  reason: string;
  code: number | null;
};

/** The proven author of a mail, and the number by which its owner acts on it; absent if no author is proven. */
export type ProvenSender = { author?: string; sender?: string };

/** The owner's rule for a sender. */
export type OwnersWish = 'let' | 'block' | 'forget';

/** A sender with a rule; `name` is null if the server can no longer read it. */
export type RuledSender = { sender: string; rule: 'let' | 'blocked'; name: string | null };

export type ReplyBody = 'replace' | 'refuse';

/** The address for a first message to someone. */
export type Written = { email: string; address: string };

/** A number of hours, or until a morning. */
export type PauseChoice = 1 | 8 | 'tomorrow';

/** A second factor during its set-up. */
export type ShownEnrolment = { id: string; qr: string; secret: string };

export type ActionOutcome = { facts?: Facts; enrolment?: ShownEnrolment } | { failed: Failure };

/** Performs an action with its input. @throws if a call fails */
export type Run<Input> = (
  parts: ManageParts,
  alias: AliasRow,
  input: Input,
) => Promise<ActionOutcome | void>;
