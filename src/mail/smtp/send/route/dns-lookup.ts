/** Questions to the DNS with a limit in time, and answers without exceptions. */

import type { Clock } from '#time/clock.ts';

/** The part of node:dns/promises that finding a next hop needs; errors carry its codes. */
export type Resolver = {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
  resolveMx(name: string): Promise<{ exchange: string; priority: number }[]>;
};

export type Answer<T> =
  | { kind: 'records'; records: readonly T[] }
  /** The name exists, without records of the kind asked for. */
  | { kind: 'no-data' }
  /** NXDOMAIN. */
  | { kind: 'no-name' }
  /** SERVFAIL, a time-out, or whatever else may be different later. */
  | { kind: 'trouble' };

/** Patience for one question in milliseconds. */
const DNS_MS = 10_000;

/**
 * @param ask asks the resolver
 * @param until milliseconds on the clock
 */
export async function lookUp<T>(
  ask: () => Promise<T[]>,
  clock: Clock,
  until: number,
): Promise<Answer<T>> {
  const tooLate = Promise.withResolvers<Answer<T>>();
  const wait = Math.max(0, Math.min(DNS_MS, until - clock.now()));
  const cancel = clock.after(wait, () => tooLate.resolve({ kind: 'trouble' }));
  const answer = await Promise.race([answerTo(ask), tooLate.promise]);
  cancel();
  return answer;
}

async function answerTo<T>(ask: () => Promise<T[]>): Promise<Answer<T>> {
  try {
    const records = await ask();
    if (records.length === 0) return { kind: 'no-data' };
    return { kind: 'records', records };
  } catch (error) {
    return { kind: kindOf(error) };
  }
}

function kindOf(error: unknown): 'no-data' | 'no-name' | 'trouble' {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'ENODATA') return 'no-data';
  return code === 'ENOTFOUND' ? 'no-name' : 'trouble';
}
