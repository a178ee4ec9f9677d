/** The commands of a sender's mail transaction, and the replies that it awaits. */

import type { Chance } from '../chance.ts';
import type { Attempt, Job } from '../judge/records.ts';
import type { SenderPlan } from '../plan.ts';
import { stuffed } from './mails.ts';

/** A command whose reply is awaited. */
export type Awaited =
  | {
      kind:
        | 'greeting'
        | 'ehlo'
        | 'starttls'
        | 'mail'
        | 'data'
        | 'chunk'
        | 'verdict'
        | 'each'
        | 'rset'
        | 'quit';
      since: number;
    }
  /** `askedAt`: the moment at which it was sent; `since` is later if other replies come first. */
  | { kind: 'rcpt'; recipient: number; since: number; askedAt: number };

export type Transaction = {
  job: Job;
  attempt: Attempt;
  chance: Chance;
  /** Whether MAIL was accepted: without it no RCPT is. */
  isBegun: boolean;
  /** After 353: the replies for each recipient so far. */
  each: number[] | undefined;
  octets: Buffer;
  /** Pieces that are still to be sent, and the reply that one of them failed with: the rest is discarded (RFC 3030 section 2). */
  chunks: Buffer[];
  failure: number | undefined;
};

/** A command with its reply. */
export type Command = [text: string, awaited: Awaited];

/** @param now microseconds */
export function transactionOf(
  job: Job,
  attempt: Attempt,
  chance: Chance,
  { chunking }: SenderPlan,
): Transaction {
  const content = chunking ? job.octets : stuffed(job.octets);
  const octets = chunking ? content : Buffer.concat([content, Buffer.from('.\r\n')]);
  return {
    job,
    attempt,
    chance,
    isBegun: false,
    each: undefined,
    octets,
    chunks: [],
    failure: undefined,
  };
}

/** MAIL and RCPT. */
export function commandsOf(
  { job, attempt }: Transaction,
  plan: SenderPlan,
  { from, to }: { from: string; to: (alias: number) => string },
  since: number,
): Command[] {
  const size = plan.declaresSize ? ` SIZE=${job.octets.length}` : '';
  const prdr = plan.perRecipient ? ' PRDR' : '';
  const commands: Command[] = [
    [`MAIL FROM:<${from}>${size}${prdr}\r\n`, { kind: 'mail', since }],
    ...[...job.pending].map(
      (recipient): Command => [
        `RCPT TO:<${to(recipient)}>\r\n`,
        { kind: 'rcpt', recipient, since, askedAt: since },
      ],
    ),
  ];
  if (attempt.action !== 'resets-transaction') return commands;
  return [...commands, ['RSET\r\n', { kind: 'rset', since }], ...commands];
}

/** The command, sent only at this moment. */
export function sentAt(command: Awaited, now: number): Awaited {
  return command.kind === 'rcpt'
    ? { ...command, since: now, askedAt: now }
    : { ...command, since: now };
}
