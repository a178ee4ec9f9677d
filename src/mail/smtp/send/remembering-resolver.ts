import type { Clock } from '../time.ts';
import type { Resolver } from './lookup.ts';

/** Shorter than anybody's TTL that matters; node:dns does not tell the one of MX records. */
const REMEMBERED_MS = 30_000;
/** Answers of one kind that are kept. */
const MOST_ANSWERS = 5000;

/** A resolver that asks once for what many messages want to know at the same time. Failures are never remembered. */
export function rememberingResolver(resolver: Resolver, clock: Clock): Resolver {
  return {
    resolveMx: remembering((name) => resolver.resolveMx(name), clock),
    resolve4: remembering((name) => resolver.resolve4(name), clock),
    resolve6: remembering((name) => resolver.resolve6(name), clock),
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
    const asked = { answer: ask(name), until: clock.now() + REMEMBERED_MS };
    // Deleted first, so that the map stays in the order of age and its first entry is the oldest.
    kept.delete(name);
    kept.set(name, asked);
    const [oldest] = kept.keys();
    if (kept.size > MOST_ANSWERS && oldest !== undefined) kept.delete(oldest);
    try {
      return await asked.answer;
    } catch (error) {
      if (kept.get(name) === asked) kept.delete(name);
      throw error;
    }
  };
}
