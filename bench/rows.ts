/** The rows of the comparison. */

import type { LoadChecks } from './load/author.ts';
import type { Connections } from './load/load.ts';
import { type Setting, type SubjectName, SUBJECTS } from './subjects/subject.ts';

export const SIZE_WORDS = ['2k', '50k', '1m', '10m'] as const;
export type Size = (typeof SIZE_WORDS)[number];

/** Octets of a message, and number of messages in a round. */
export const SIZES: Record<Size, { octets: number; messages: number }> = {
  '2k': { octets: 2_000, messages: 5_000 },
  '50k': { octets: 50_000, messages: 3_000 },
  '1m': { octets: 1_000_000, messages: 400 },
  '10m': { octets: 10_000_000, messages: 60 },
};

export const VARIANT_NAMES = [
  'usual',
  'undeclared',
  'postgres',
  'two-processes',
  'two-on-postgres',
  'three-on-postgres',
] as const;
export type Variant = (typeof VARIANT_NAMES)[number];

/** By default the size is declared, and one engine process uses an embedded database. */
export type Difference = {
  /** Part of the row's name. */
  name: string;
  /** Messages come without SIZE: their length is unknown before their end. */
  undeclared?: true;
  /** The engine's processes and database. */
  engine?: Pick<Setting, 'processes' | 'postgres'>;
};

export const VARIANTS: Record<Variant, Difference> = {
  usual: { name: '' },
  undeclared: { name: 'no SIZE', undeclared: true },
  postgres: { name: 'PostgreSQL', engine: { postgres: true } },
  'two-processes': { name: 'two processes', engine: { processes: 2 } },
  'two-on-postgres': {
    name: 'two processes, PostgreSQL',
    engine: { processes: 2, postgres: true },
  },
  'three-on-postgres': {
    name: 'three processes, PostgreSQL',
    engine: { processes: 3, postgres: true },
  },
};

export type BenchRow = {
  size: Size;
  sessions: number;
  connections: Connections;
  tls: boolean;
  /** The engine's treatment of each message; the other subjects check and sign nothing. */
  checks: LoadChecks;
  variant: Variant;
};

const USUAL = { connections: 'kept', tls: false, checks: 'none', variant: 'usual' } as const;

const IN_CLEAR: BenchRow[] = SIZE_WORDS.flatMap((size) =>
  [1, 10, 100].flatMap((sessions) =>
    (['kept', 'new'] as const).map(
      (connections): BenchRow => ({ ...USUAL, size, sessions, connections }),
    ),
  ),
);

/** As most servers on the Internet send. */
const LIKE_POSTFIX: BenchRow[] = [10, 100].map((sessions) => ({
  ...USUAL,
  size: '2k',
  sessions,
  connections: 'quit-with-dot',
}));

/** STARTTLS on both sides. */
const OVER_TLS: BenchRow[] = [
  { ...USUAL, size: '2k', sessions: 10, tls: true },
  { ...USUAL, size: '2k', sessions: 10, connections: 'new', tls: true },
  { ...USUAL, size: '50k', sessions: 10, tls: true },
  { ...USUAL, size: '1m', sessions: 10, tls: true },
];

/** Each mail comes from another domain: the engine has not cached a DNS answer for it. */
const COLD: BenchRow = { ...USUAL, size: '2k', sessions: 10, checks: 'cold' };

/** With checks and signatures, against a Postfix without. */
const JUDGED: BenchRow[] = (['keep', 'rewrite'] as const).flatMap((checks) =>
  SIZE_WORDS.flatMap((size) =>
    [1, 10, 100].map((sessions): BenchRow => ({ ...USUAL, size, sessions, checks })),
  ),
);

/** Messages of a flood come without their size, and exceed the memory for messages. */
const FLOODS: BenchRow[] = [10, 100].map((sessions) => ({
  ...USUAL,
  size: '10m',
  sessions,
  variant: 'undeclared',
}));

const VARIED: BenchRow[] = [
  { ...USUAL, size: '2k', sessions: 10, variant: 'postgres' },
  { ...USUAL, size: '2k', sessions: 100, variant: 'postgres' },
  { ...USUAL, size: '2k', sessions: 10, connections: 'quit-with-dot', variant: 'postgres' },
  { ...USUAL, size: '2k', sessions: 100, variant: 'two-processes' },
  { ...USUAL, size: '2k', sessions: 100, variant: 'two-on-postgres' },
  { ...USUAL, size: '2k', sessions: 100, variant: 'three-on-postgres' },
];

export const ALL_ROWS: readonly BenchRow[] = [
  ...IN_CLEAR,
  ...LIKE_POSTFIX,
  ...OVER_TLS,
  ...JUDGED,
  COLD,
  ...FLOODS,
  ...VARIED,
];

/** The relevant subjects of a row. */
export function subjectsOf({
  connections,
  tls,
  checks,
  variant,
}: BenchRow): readonly SubjectName[] {
  const isUsual = variant === 'usual' || variant === 'undeclared';
  if (!isUsual) return ['engine'];
  // It opens one connection for each client connection: with new connections it does more work than the engine.
  const hasFloor = connections === 'kept' && !tls && checks === 'none';
  return SUBJECTS.filter((subject) => subject !== 'floor' || hasFloor);
}

/** Messages of one round. @param share fraction of the usual number */
export function messagesOf({ size, sessions }: BenchRow, share: number): number {
  return Math.max(Math.ceil(SIZES[size].messages * share), 2 * sessions);
}
