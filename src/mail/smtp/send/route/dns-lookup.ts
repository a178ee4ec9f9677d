/** DNS look-ups with a timeout, whose failures are values and not exceptions. */

import type { Clock } from '#time/clock.ts';

/** The part of node:dns/promises that MX and address look-ups need; errors have its codes. */
export type Resolver = {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
  resolveMx(name: string): Promise<{ exchange: string; priority: number }[]>;
};

export type DnsAnswer<T> =
  | { kind: 'records'; records: readonly T[] }
  /** The name exists without records of this type (NODATA). */
  | { kind: 'no-data' }
  /** NXDOMAIN. */
  | { kind: 'no-name' }
  /** SERVFAIL, a timeout, or any other failure that may pass. */
  | { kind: 'trouble' };

/** Timeout of one look-up in milliseconds. */
const DNS_MS = 10_000;

/**
 * @param ask queries the resolver
 * @param until deadline, milliseconds on the clock
 */
export async function lookUp<T>(
  ask: () => Promise<T[]>,
  clock: Clock,
  until: number,
): Promise<DnsAnswer<T>> {
  const tooLate = Promise.withResolvers<DnsAnswer<T>>();
  const wait = Math.max(0, Math.min(DNS_MS, until - clock.now()));
  const cancel = clock.after(wait, () => tooLate.resolve({ kind: 'trouble' }));
  const answer = await Promise.race([answerTo(ask), tooLate.promise]);
  cancel();
  return answer;
}

async function answerTo<T>(ask: () => Promise<T[]>): Promise<DnsAnswer<T>> {
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
