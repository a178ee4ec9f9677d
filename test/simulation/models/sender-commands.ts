/** What a sender says in a mail transaction, and the moments at which its action is to leave. */

import { stuffed } from '../../smtp-peer/content.ts';
import type { SenderAction } from '../faults.ts';
import type { Attempt, Job } from '../judge/records.ts';
import type { Closing } from '../network/tcp-end.ts';
import type { SenderPlan } from '../plan.ts';
import { SECOND } from '../world/world.ts';
import type { Envelope } from './mails.ts';

type OfSession = { kind: 'greeting' | 'ehlo' | 'starttls' | 'quit' };
type OfTransaction =
  | { kind: 'mail' | 'data' | 'chunk' | 'verdict' | 'each' | 'rset' }
  | { kind: 'rcpt'; recipient: number };

/** A command whose reply is awaited. */
export type Expected = OfSession | OfTransaction;
/** `askedAt`: the moment at which it was sent; `since` is later if other replies come first. */
type Moments = { since: number; askedAt: number };
export type AwaitedOfTransaction = OfTransaction & Moments;
export type Awaited = Expected & Moments;

/** A command with its reply. */
export type Command = [text: string, expected: Expected];

/** The content as DATA carries it, with the final dot, or as chunks do. */
export function contentOf({ octets }: Job, { chunking }: SenderPlan): Buffer {
  return chunking ? octets : Buffer.concat([stuffed(octets), Buffer.from('.\r\n')]);
}

/** MAIL and RCPT. */
export function commandsOf(
  { job, action }: Attempt,
  plan: SenderPlan,
  { from, to }: Envelope,
): Command[] {
  const size = plan.declaresSize ? ` SIZE=${job.octets.length}` : '';
  const prdr = plan.perRecipient ? ' PRDR' : '';
  const commands: Command[] = [
    [`MAIL FROM:<${from}>${size}${prdr}\r\n`, { kind: 'mail' }],
    ...Array.from(
      job.pending,
      (recipient): Command => [`RCPT TO:<${to(recipient)}>\r\n`, { kind: 'rcpt', recipient }],
    ),
  ];
  if (action !== 'resets-transaction') return commands;
  return [...commands, ['RSET\r\n', { kind: 'rset' }], ...commands];
}

/** `verdict`: when the first octet of the verdict is sent; it stays unread. */
export type Moment = 'recipients' | 'content' | 'dot' | 'verdict';

export type Departure = {
  moment: Moment;
  /** The mean time after the moment, in microseconds. */
  after: number;
  how: Closing;
};

export const DEPARTURES: Partial<Record<SenderAction, Departure>> = {
  'leaves-before-content': { moment: 'recipients', after: 5 * SECOND, how: 'orderly' },
  'resets-before-content': { moment: 'recipients', after: 5 * SECOND, how: 'reset' },
  'leaves-within-content': { moment: 'content', after: SECOND, how: 'orderly' },
  'leaves-behind-dot': { moment: 'dot', after: 2 * SECOND, how: 'orderly' },
  'resets-behind-dot': { moment: 'dot', after: SECOND / 5, how: 'reset' },
  impatient: { moment: 'dot', after: 30 * SECOND, how: 'orderly' },
  'loses-verdict': { moment: 'dot', after: 30 * SECOND, how: 'orderly' },
  'leaves-as-verdict-comes': { moment: 'verdict', after: 0, how: 'abrupt' },
  'dies-at-verdict': { moment: 'verdict', after: SECOND / 20, how: 'abrupt' },
  'does-not-read-verdict': { moment: 'verdict', after: 5 * SECOND, how: 'abrupt' },
};

/** A sender's action at its verdict, if its QUIT may have been sent with the dot. */
export const AT_VERDICT: ReadonlySet<SenderAction | undefined> = new Set([
  undefined,
  'leaves-as-verdict-comes',
  'dies-at-verdict',
  'does-not-read-verdict',
]);
