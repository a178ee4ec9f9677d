/** The commands of a sender's mail transaction, and the replies that it awaits. */

import { stuffed } from '../../smtp-peer/content.ts';
import type { Attempt, Job } from '../judge/records.ts';
import type { SenderPlan } from '../plan.ts';

/** A command of the session whose reply is awaited. `since`: in microseconds. */
type OfSession = { kind: 'greeting' | 'ehlo' | 'starttls' | 'quit'; since: number };

export type AwaitedOfTransaction =
  | { kind: 'mail' | 'data' | 'chunk' | 'verdict' | 'each' | 'rset'; since: number }
  /** `askedAt`: the moment at which it was sent; `since` is later if other replies come first. */
  | { kind: 'rcpt'; recipient: number; since: number; askedAt: number };

export type Awaited = OfSession | AwaitedOfTransaction;

/** A command with its reply. */
export type Command = [text: string, awaited: Awaited];

/** The content as DATA carries it, with the final dot, or as chunks do. */
export function contentOf({ octets }: Job, { chunking }: SenderPlan): Buffer {
  return chunking ? octets : Buffer.concat([stuffed(octets), Buffer.from('.\r\n')]);
}

export type SenderEnvelope = { from: string; to: (alias: number) => string };

/** MAIL and RCPT. */
export function commandsOf(
  { job, attempt }: { job: Job; attempt: Attempt },
  plan: SenderPlan,
  { from, to }: SenderEnvelope,
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
