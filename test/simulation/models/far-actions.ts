/** A remote server's extensions, and its actions and replies in place of the usual reply. */

import { replyOf } from '../../smtp-peer/replies.ts';
import type { FarAction } from '../faults.ts';
import type { FarPlan } from '../plan.ts';
import { MINUTE } from '../world/world.ts';

type Action = {
  /** @param usual the usual reply */
  says: (usual: string) => string;
  next?: 'close' | 'reset' | 'deaf' | 'refuse-early';
};

const nothing = () => '';

/** Undefined: the reply is the usual one, only later. */
export const ACTIONS: Record<FarAction, Action | undefined> = {
  '421': { says: () => '421 4.3.2 closing\r\n', next: 'close' },
  '4yz': { says: () => '451 4.3.0 later\r\n' },
  '5yz': { says: () => '550 5.1.1 no\r\n' },
  'slow-down': { says: () => '451 4.7.1 slower\r\n' },
  silent: { says: nothing, next: 'deaf' },
  close: { says: nothing, next: 'close' },
  reset: { says: nothing, next: 'reset' },
  'half-reply': { says: (usual) => usual.slice(0, 6), next: 'close' },
  'second-reply': { says: (usual) => `${usual}\r\n250 2.0.0 once more\r\n` },
  'no-tls': { says: (usual) => `${usual}\r\n220 no TLS at all\r\n`, next: 'deaf' },
  'early-refusal': { says: (usual) => `${usual}\r\n`, next: 'refuse-early' },
  'takes-silent': { says: nothing, next: 'deaf' },
  'takes-close': { says: nothing, next: 'close' },
  'takes-half-reply': { says: (usual) => usual.slice(0, 6), next: 'close' },
  'takes-late': undefined,
  'takes-later-than-we-wait': undefined,
};

/** The time from the final dot to an acceptance, if the delay is an action. */
export const LATE: Record<string, number> = {
  'takes-late': 8 * MINUTE,
  'takes-later-than-we-wait': 12 * MINUTE,
};

/** The reply to EHLO. */
export function offer({ pipelining, chunking, size, tls }: FarPlan, isSecured: boolean): string {
  return replyOf(250, [
    'far',
    ...(pipelining ? ['PIPELINING'] : []),
    ...(chunking ? ['CHUNKING'] : []),
    ...(size ? ['SIZE 50000000'] : []),
    ...(tls && !isSecured ? ['STARTTLS'] : []),
    '8BITMIME',
  ]);
}
