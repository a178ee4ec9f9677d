/** A remote server's extensions, and its actions and replies in place of the usual reply. */

import { replyOf } from '../../smtp-peer/replies.ts';
import type { FarAction } from '../faults.ts';
import type { Closing } from '../network/tcp-end.ts';
import type { FarPlan } from '../plan.ts';
import { MINUTE } from '../world/world.ts';

type Action = {
  /** @param usual the usual reply; absent: it says nothing */
  says?: (usual: string) => string;
  next?: Closing | 'deaf' | 'refuse-early';
  /** The time from the final dot to the usual reply. */
  late?: number;
};

const HALF: Action = { says: (usual) => usual.slice(0, 6), next: 'orderly' };

export const ACTIONS: Record<FarAction, Action> = {
  '421': { says: () => '421 4.3.2 closing\r\n', next: 'orderly' },
  '4yz': { says: () => '451 4.3.0 later\r\n' },
  '5yz': { says: () => '550 5.1.1 no\r\n' },
  'slow-down': { says: () => '451 4.7.1 slower\r\n' },
  silent: { next: 'deaf' },
  close: { next: 'orderly' },
  reset: { next: 'reset' },
  'half-reply': HALF,
  'second-reply': { says: (usual) => `${usual}\r\n250 2.0.0 once more\r\n` },
  'no-tls': { says: (usual) => `${usual}\r\n220 no TLS at all\r\n`, next: 'deaf' },
  'early-refusal': { says: (usual) => `${usual}\r\n`, next: 'refuse-early' },
  'takes-silent': { next: 'deaf' },
  'takes-close': { next: 'orderly' },
  'takes-half-reply': HALF,
  'takes-late': { late: 8 * MINUTE },
  'takes-later-than-we-wait': { late: 12 * MINUTE },
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
