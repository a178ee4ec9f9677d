import { BoundedMap } from '#collections/bounded-map.ts';
import type { Clock } from '#time/clock.ts';
import type { Resolver } from './dns-lookup.ts';

/** Time to live of an answer. node:dns does not tell the TTL of MX records, and few are shorter. */
const TTL_MS = 30_000;
/** Most answers of one type that are cached. */
const MOST_ANSWERS = 5000;
/** Most records of one answer that are cached; an answer can hold thousands. */
const RECORDS = 20;

/**
 * A resolver with a cache, in which simultaneous look-ups of one name share one query. Failures are not cached. Of a long answer
 * it returns the first records, and of MX records the most preferred.
 */
export function cachingResolver(resolver: Resolver, clock: Clock): Resolver {
  return {
    resolveMx: cached(async (name) => {
      const records = await resolver.resolveMx(name);
      return records.toSorted((a, b) => a.priority - b.priority).slice(0, RECORDS);
    }, clock),
    resolve4: cached(async (name) => (await resolver.resolve4(name)).slice(0, RECORDS), clock),
    resolve6: cached(async (name) => (await resolver.resolve6(name)).slice(0, RECORDS), clock),
  };
}

type Cached<T> = { answer: Promise<T>; until: number };

function cached<T>(ask: (name: string) => Promise<T>, clock: Clock): (name: string) => Promise<T> {
  const cache = new BoundedMap<string, Cached<T>>(MOST_ANSWERS);
  return async (name) => {
    const known = cache.get(name);
    const now = clock.now();
    if (known && known.until > now) return known.answer;
    for (const [oldest, { until }] of cache) {
      if (until > now) break;
      cache.delete(oldest);
    }
    const asked = { answer: ask(name), until: now + TTL_MS };
    cache.set(name, asked);
    try {
      return await asked.answer;
    } catch (error) {
      if (cache.get(name) === asked) cache.delete(name);
      throw error;
    }
  };
}
