/** What a far server is made of. */

import type { Chance } from '../chance.ts';
import type { FarDeed, Step } from '../faults.ts';
import type { TcpEnd } from '../network/tcp-end.ts';
import type { FarPlan } from '../plan.ts';
import type { Setting } from '../schedule.ts';

export type FarServerOptions = Pick<Setting, 'world' | 'judge' | 'schedule'> & {
  plan: FarPlan;
  number: number;
  chance: Chance;
};

/** The server of a session. */
export type Server = {
  readonly options: FarServerOptions;
  closed: (end: TcpEnd) => void;
  deed: (step: Step, alias?: number) => FarDeed | undefined;
  /** STARTTLS so far that no EHLO under TLS has followed: a client may go on in clear (RFC 7435 section 3). */
  handshakes: number;
  /** The reply to a recipient whom it does not take now; undefined: it takes him. */
  refusal: (sender: string, path: string) => string | undefined;
};

/** The reply to EHLO. */
export function offer({ pipelining, chunking, size, tls }: FarPlan, isSecured: boolean): string {
  const words = [
    'far',
    ...(pipelining ? ['PIPELINING'] : []),
    ...(chunking ? ['CHUNKING'] : []),
    ...(size ? ['SIZE 50000000'] : []),
    ...(tls && !isSecured ? ['STARTTLS'] : []),
    '8BITMIME',
  ];
  return words.map((word, i) => `250${i === words.length - 1 ? ' ' : '-'}${word}`).join('\r\n');
}
