/** Labels of a reverse name that form a network of a provider's size: a /16 of IPv4, a /32 of IPv6. */
const REVERSE_LABELS: Record<string, number> = { 'in-addr.arpa': 4, 'ip6.arpa': 10 };
/** Registries that register names one level deeper: co.uk, com.au, ac.jp. */
const SECOND_LEVEL_REGISTRY = /^[a-z]{2,3}\.[a-z]{2}$/;

/**
 * The part of a name that one operator's servers probably serve, judged by the name alone. A wrong guess costs only time:
 * names in one zone share its limit of queries.
 */
export function zoneOf(name: string): string {
  const labels = name.split('.');
  const last = labels.slice(-2).join('.');
  const depth = REVERSE_LABELS[last] ?? (SECOND_LEVEL_REGISTRY.test(last) ? 3 : 2);
  return labels.slice(-depth).join('.');
}
