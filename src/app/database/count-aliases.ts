import type { NamesLeft } from '#store/names-left.ts';
import type { Log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';

/** Counts the aliases again and shows the numbers. While the store does not answer the last numbers stay. */
export async function countAliases(
  names: NamesLeft,
  domains: readonly string[],
  metrics: Metrics,
  log: Log,
): Promise<void> {
  try {
    await names.refresh();
  } catch (err) {
    return log.warn({ err }, 'the aliases cannot be counted');
  }
  metrics.aliases.reset();
  for (const { domain, active, inactive } of names.counts) {
    metrics.aliases.set({ domain, state: 'active' }, active);
    metrics.aliases.set({ domain, state: 'inactive' }, inactive);
  }
  for (const [i, domain] of domains.entries()) {
    metrics.namesLeft.set({ domain }, names.perDomain?.[i] ?? 0);
  }
}
