/** The rows of the comparison. */

import type { LoadChecks } from './load/author.ts';
import type { Connections } from './load/load.ts';
import { type Setting, type SubjectName, SUBJECTS } from './subjects/subject.ts';

/** Name and octets of a message, and number of messages in a round. */
export const SIZES = {
  '2k': { name: '2 KB', octets: 2_000, messages: 5_000 },
  '50k': { name: '50 KB', octets: 50_000, messages: 3_000 },
  '1m': { name: '1 MB', octets: 1_000_000, messages: 400 },
  '10m': { name: '10 MB', octets: 10_000_000, messages: 60 },
};
export type Size = keyof typeof SIZES;

/** Part of the row's name, and the engine's processes and database: by default one, which is embedded. */
type Difference = { name: string; engine?: Pick<Setting, 'processes' | 'postgres'> };

const VARIANTS = {
  usual: { name: '' },
  postgres: { name: ', PostgreSQL', engine: { postgres: true } },
  'two-processes': { name: ', two processes', engine: { processes: 2 } },
  'two-on-postgres': {
    name: ', two processes, PostgreSQL',
    engine: { processes: 2, postgres: true },
  },
} as const satisfies Record<string, Difference>;

export type BenchRow = {
  size: Size;
  sessions: number;
  connections: Connections;
  tls: boolean;
  /** The engine's treatment of each message; the other subjects check and sign nothing. */
  checks: LoadChecks;
  variant: keyof typeof VARIANTS;
};

const ROW = {
  size: '2k',
  sessions: 10,
  connections: 'kept',
  tls: false,
  checks: 'none',
  variant: 'usual',
} as const satisfies BenchRow;

const SIZE_WORDS = ['2k', '50k', '1m', '10m'] as const;
/** Each size over 1, 10 and 100 connections. */
const all = (of: Partial<BenchRow>): BenchRow[] =>
  SIZE_WORDS.flatMap((size) => [1, 10, 100].map((sessions) => ({ ...ROW, size, sessions, ...of })));

export const ALL_ROWS: readonly BenchRow[] = [
  ...all({}),
  ...all({ connections: 'new' }),
  // As most servers on the Internet send.
  { ...ROW, connections: 'quit-with-dot' },
  { ...ROW, sessions: 100, connections: 'quit-with-dot' },
  // STARTTLS on both sides.
  { ...ROW, tls: true },
  { ...ROW, connections: 'new', tls: true },
  { ...ROW, size: '50k', tls: true },
  { ...ROW, size: '1m', tls: true },
  // With checks and signatures, against a Postfix without.
  ...all({ checks: 'keep' }),
  ...all({ checks: 'rewrite' }),
  // Each mail comes from another domain: the engine has not cached a DNS answer for it.
  { ...ROW, checks: 'cold' },
  { ...ROW, variant: 'postgres' },
  { ...ROW, sessions: 100, variant: 'postgres' },
  { ...ROW, connections: 'quit-with-dot', variant: 'postgres' },
  { ...ROW, sessions: 100, variant: 'two-processes' },
  { ...ROW, sessions: 100, variant: 'two-on-postgres' },
];

/** The differences of a row from a usual one. */
export const differenceOf = ({ variant }: BenchRow): Difference => VARIANTS[variant];

/** The words that choose a row, by the option of the command line. */
export const wordsOf = (row: BenchRow): Record<string, string> => ({
  sizes: row.size,
  sessions: String(row.sessions),
  connections: row.connections,
  tls: row.tls ? 'yes' : 'no',
  checks: row.checks,
  variants: row.variant,
});

/** The relevant subjects of a row. */
export function subjectsOf({
  connections,
  tls,
  checks,
  variant,
}: BenchRow): readonly SubjectName[] {
  if (variant !== 'usual') return ['engine'];
  // It opens one connection for each client connection: with new connections it does more work than the engine.
  const hasFloor = connections === 'kept' && !tls && checks === 'none';
  return SUBJECTS.filter((subject) => subject !== 'floor' || hasFloor);
}

/** Messages of one round. @param share fraction of the usual number */
export function messagesOf({ size, sessions }: BenchRow, share: number): number {
  return Math.max(Math.ceil(SIZES[size].messages * share), 2 * sessions);
}
