/** The rows of the comparison. */

import type { Checks } from './load/author.ts';
import type { Connections } from './load/load.ts';

export const SIZE_WORDS = ['2k', '50k', '1m', '10m'] as const;
export type Size = (typeof SIZE_WORDS)[number];

/** Octets of a message, and how many are sent in a round. */
export const SIZES: Record<Size, { octets: number; messages: number }> = {
  '2k': { octets: 2_000, messages: 5_000 },
  '50k': { octets: 50_000, messages: 3_000 },
  '1m': { octets: 1_000_000, messages: 400 },
  '10m': { octets: 10_000_000, messages: 60 },
};

export type Row = {
  size: Size;
  sessions: number;
  connections: Connections;
  tls: boolean;
  /** What the engine does to each mail; the other subjects check and sign nothing. */
  checks: Checks;
};

const IN_CLEAR: Row[] = SIZE_WORDS.flatMap((size) =>
  [1, 10, 100].flatMap((sessions) =>
    (['kept', 'new'] as const).map(
      (connections): Row => ({ size, sessions, connections, tls: false, checks: 'none' }),
    ),
  ),
);

/** As most servers on the Internet send. */
const LIKE_POSTFIX: Row[] = [10, 100].map((sessions) => ({
  size: '2k',
  sessions,
  connections: 'quit-with-dot',
  tls: false,
  checks: 'none',
}));

/** STARTTLS on both sides. */
const OVER_TLS: Row[] = [
  { size: '2k', sessions: 10, connections: 'kept', tls: true, checks: 'none' },
  { size: '2k', sessions: 10, connections: 'new', tls: true, checks: 'none' },
  { size: '50k', sessions: 10, connections: 'kept', tls: true, checks: 'none' },
  { size: '1m', sessions: 10, connections: 'kept', tls: true, checks: 'none' },
];

/** Each mail of another domain: nothing that the DNS says of it is in the engine's cache. */
const COLD: Row = { size: '2k', sessions: 10, connections: 'kept', tls: false, checks: 'cold' };

/** With checks and signatures, against a Postfix without. */
const JUDGED: Row[] = (['keep', 'rewrite'] as const).flatMap((checks) =>
  SIZE_WORDS.flatMap((size) =>
    [1, 10, 100].map(
      (sessions): Row => ({ size, sessions, connections: 'kept', tls: false, checks }),
    ),
  ),
);

export const ALL_ROWS: readonly Row[] = [
  ...IN_CLEAR,
  ...LIKE_POSTFIX,
  ...OVER_TLS,
  ...JUDGED,
  COLD,
];

/** Messages of one round. @param share part of the usual number */
export function messagesOf({ size, sessions }: Row, share: number): number {
  return Math.max(Math.ceil(SIZES[size].messages * share), 2 * sessions);
}
