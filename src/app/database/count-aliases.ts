import type { NamesLeft } from '#store/names-left.ts';
import type { Log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';

/** Counts the aliases again and sets the metrics. While the store does not respond the last numbers stay. */
export async function countAliases(
  names: NamesLeft,
  domains: readonly string[],
  metrics: Metrics,
  log: Log,
): Promise<void> {
  try {
    await names.refresh();
  } catch (err) {
    return log.warn({ err }, 'cannot count the aliases');
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
