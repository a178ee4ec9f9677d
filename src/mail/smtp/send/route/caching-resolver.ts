import type { Clock } from '#time/clock.ts';
import type { Resolver } from './dns-lookup.ts';

/** Shorter than anybody's TTL that matters; node:dns does not tell the one of MX records. */
const REMEMBERED_MS = 30_000;
/** Answers of one kind that are kept. */
const MOST_ANSWERS = 5000;
/** Records of one answer that are kept; an answer can hold thousands. */
const RECORDS = 20;

/**
 * A resolver that asks once for what many messages want to know at the same time. Failures are never remembered. Of a
 * long answer it tells the first records, of MX the most preferred.
 */
export function rememberingResolver(resolver: Resolver, clock: Clock): Resolver {
  return {
    resolveMx: remembering(async (name) => {
      const records = await resolver.resolveMx(name);
      return records.toSorted((a, b) => a.priority - b.priority).slice(0, RECORDS);
    }, clock),
    resolve4: remembering(async (name) => (await resolver.resolve4(name)).slice(0, RECORDS), clock),
    resolve6: remembering(async (name) => (await resolver.resolve6(name)).slice(0, RECORDS), clock),
  };
}

type Kept<T> = { answer: Promise<T>; until: number };

function remembering<T>(
  ask: (name: string) => Promise<T>,
  clock: Clock,
): (name: string) => Promise<T> {
  const kept = new Map<string, Kept<T>>();
  return async (name) => {
    const known = kept.get(name);
    if (known && known.until > clock.now()) return known.answer;
    const now = clock.now();
    const asked = { answer: ask(name), until: now + REMEMBERED_MS };
    // Deleted first, so that the map stays in the order of age.
    kept.delete(name);
    kept.set(name, asked);
    for (const [oldest, { until }] of kept) {
      if (until > now && kept.size <= MOST_ANSWERS) break;
      kept.delete(oldest);
    }
    try {
      return await asked.answer;
    } catch (error) {
      if (kept.get(name) === asked) kept.delete(name);
      throw error;
    }
  };
}
